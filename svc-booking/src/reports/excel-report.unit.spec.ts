import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { REPORT_STATUSES } from '@concert/contracts/booking/reports';
import Excel from 'exceljs';
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

describe('the spreadsheet', () => {
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
    await writeReport(out, { rows: rows(), timeZone: 'UTC', writtenAt: new Date(0), mayGoOn: () => Promise.resolve() });
    expect(leftBeforeTheLastRow / left).toBeGreaterThan(0.8);
  });

  it('holds a negative amount as the number it is, in its row and in the totals', async () => {
    const out = new PassThrough();
    async function* rows() {
      yield await Promise.resolve({ ...row(1), amount: -250_050 });
    }
    const [, file] = await Promise.all([
      writeReport(out, { rows: rows(), timeZone: 'UTC', writtenAt: new Date(0), mayGoOn: () => Promise.resolve() }),
      buffer(out),
    ]);
    const workbook = new Excel.Workbook();
    await workbook.xlsx.load(file as never);
    const cell = workbook.worksheets[0]!.getRow(2).getCell(6);
    expect([cell.type, cell.value, cell.numFmt]).toEqual([Excel.ValueType.Number, -2_500.5, '#,##0.00']);
    expect(workbook.worksheets[1]!.getRow(5).getCell(6).value).toBe(-2_500.5);
  });

  it('tells the state of each row in the words of the screen, and the zone of its moments', async () => {
    const out = new PassThrough();
    const statuses = [...REPORT_STATUSES];
    async function* rows() {
      for (const status of statuses) yield await Promise.resolve({ ...row(1), status });
      yield await Promise.resolve({ ...row(1), dispute: 'lost' as const });
    }
    const [, file] = await Promise.all([
      writeReport(out, { rows: rows(), timeZone: 'America/New_York', writtenAt: new Date(0), mayGoOn: () => Promise.resolve() }),
      buffer(out),
    ]);
    const workbook = new Excel.Workbook();
    await workbook.xlsx.load(file as never);
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
