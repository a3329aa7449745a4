import { describe, expect, it } from '@jest/globals';
import { REPORT_STATUSES } from '@concert/contracts/booking/reports';
import Excel from 'exceljs';
import JSZip from 'jszip';
import { excelReport } from './excel-report.ts';
import type { Row } from './report-rows.ts';

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

const fileOf = (rows: readonly Row[], timeZone = 'UTC') => excelReport({ rows, timeZone, writtenAt: new Date(0) });

/** The spreadsheet of some rows, as it is read. */
async function workbookOf(rows: readonly Row[], timeZone?: string): Promise<Excel.Workbook> {
  const workbook = new Excel.Workbook();
  await workbook.xlsx.load((await fileOf(rows, timeZone)) as never);
  return workbook;
}

describe('the spreadsheet', () => {
  it('B5-613 has the buttons of its filter over all rows, and names them for programs that look there', async () => {
    const zip = await JSZip.loadAsync(await fileOf([row(1), row(2), row(3)]));
    const parts = await Promise.all(['worksheets/sheet1', 'workbook'].map((name) => zip.file(`xl/${name}.xml`)!.async('text')));
    const found = parts.flatMap((xml) => xml.match(/<autoFilter[^>]*>|<definedName [^]*?<\/definedName>/g) ?? []);
    expect(found.map((xml) => xml.replaceAll('&apos;', "'"))).toEqual([
      '<autoFilter ref="A1:M4"/>',
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0">'Concert Bookings'!$A$1:$M$4</definedName>`,
    ]);
  });

  it('holds a negative amount as the number it is, in its row and in the totals', async () => {
    const workbook = await workbookOf([{ ...row(1), amount: -250_050 }]);
    const cell = workbook.worksheets[0]!.getRow(2).getCell(6);
    expect([cell.type, cell.value, cell.numFmt]).toEqual([Excel.ValueType.Number, -2_500.5, '#,##0.00']);
    expect(workbook.worksheets[1]!.getRow(5).getCell(6).value).toBe(-2_500.5);
  });

  it('tells the state of each row in the words of the screen, and the zone of its moments', async () => {
    const statuses = [...REPORT_STATUSES].map((status) => ({ ...row(1), status }));
    const workbook = await workbookOf([...statuses, { ...row(1), dispute: 'lost' }], 'America/New_York');
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
