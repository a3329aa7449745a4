import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { REPORT_STATUSES } from '@concert/contracts/booking/reports';
import Excel from 'exceljs';
import JSZip from 'jszip';
import { writeReport } from './excel-report.ts';

const ROWS = 20_000;
const row = (index: number) => ({
  id: `bk_${index}`,
  userbookingid: `bk_${String(index * 7_919).padStart(26, '0')}`,
  firstname: `Name ${index}`,
  lastname: '',
  email: `guest${index}@example.org`,
  phoneno: '(555) 123-4567',
  seating: 'VIP Seating' as const,
  notickets: 1,
  amount: 250_000,
  price: 250_000,
  currency: 'USD' as const,
  status: 'paid' as const,
  created_at: { _seconds: 1_719_785_051 + index },
});

type Row = Parameters<typeof writeReport>[1]['rows'] extends AsyncIterable<infer R> ? R : never;
const options = { timeZone: 'UTC', writtenAt: new Date(0), mayGoOn: () => Promise.resolve() };

async function fileOf(rows: readonly Row[], over: object = {}): Promise<Buffer> {
  async function* each() {
    for (const one of rows) yield await Promise.resolve(one);
  }
  const out = new PassThrough();
  const [, file] = await Promise.all([writeReport(out, { ...options, rows: each(), ...over }), buffer(out)]);
  return file;
}

/** The spreadsheet of some rows, as it is read. */
async function workbookOf(rows: readonly Row[], over: object = {}): Promise<Excel.Workbook> {
  const workbook = new Excel.Workbook();
  await workbook.xlsx.load((await fileOf(rows, over)) as never);
  return workbook;
}

describe('the spreadsheet', () => {
  it('B5-613 has the buttons of its filter over all rows of each sheet, and names them for programs that look there', async () => {
    const zip = await JSZip.loadAsync(await fileOf([row(1), row(2), row(3)], { rowsPerSheet: 2 }));
    const parts = await Promise.all(
      ['worksheets/sheet1', 'worksheets/sheet2', 'workbook'].map((name) => zip.file(`xl/${name}.xml`)!.async('text')),
    );
    const found = parts.flatMap((xml) => xml.match(/<autoFilter[^>]*>|<definedName [^]*?<\/definedName>/g) ?? []);
    expect(found.map((xml) => xml.replaceAll('&apos;', "'"))).toEqual([
      '<autoFilter ref="A1:M3"/>',
      '<autoFilter ref="A1:M2"/>',
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0">'Concert Bookings'!$A$1:$M$3</definedName>`,
      `<definedName name="_xlnm._FilterDatabase" localSheetId="1">'Concert Bookings 2'!$A$1:$M$2</definedName>`,
    ]);
  });

  it('leaves as its rows come: what waits to be compressed does not grow with their number', async () => {
    let left = 0;
    let leftBeforeTheLastRow = 0;
    const out = new Writable({
      write(chunk: Buffer, _encoding, done) {
        left += chunk.length;
        done();
      },
    });
    async function* rows() {
      for (let index = 0; index < ROWS; index += 1) {
        leftBeforeTheLastRow = left;
        yield await Promise.resolve(row(index));
      }
    }
    await writeReport(out, { ...options, rows: rows() });
    expect(leftBeforeTheLastRow / left).toBeGreaterThan(0.8);
  });

  it('holds a negative amount as the number it is, in its row and in the totals', async () => {
    const workbook = await workbookOf([{ ...row(1), amount: -250_050 }]);
    const cell = workbook.worksheets[0]!.getRow(2).getCell(6);
    expect([cell.type, cell.value, cell.numFmt]).toEqual([Excel.ValueType.Number, -2_500.5, '#,##0.00']);
    expect(workbook.worksheets[1]!.getRow(5).getCell(6).value).toBe(-2_500.5);
  });

  it('tells the state of each row in the words of the screen, and the zone of its moments', async () => {
    const statuses = [...REPORT_STATUSES].map((status) => ({ ...row(1), status }));
    const workbook = await workbookOf([...statuses, { ...row(1), dispute: 'lost' }], { timeZone: 'America/New_York' });
    const sheet = workbook.worksheets[0]!;
    expect(sheet.getRow(1).getCell(8).value).toBe('Date and Time (America/New_York)');
    const shown = Array.from({ length: sheet.rowCount - 1 }, (_, index) => sheet.getRow(index + 2).getCell(9).value);
    expect(shown).toEqual([
      'Pending',
      'Paid',
      'Failed',
      'Cancelled',
      'Expired',
      'Paid too late',
      'Refund requested',
      'Refunded',
      'Refund failed',
      'Charged back',
      'Submitted',
      'Issued',
      'Revoked',
      'Paid, Dispute lost',
    ]);
  });
});
