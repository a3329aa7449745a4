import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as breathe } from 'node:timers/promises';
import { needsInWords } from '@concert/contracts/booking/access';
import { fullName } from '@concert/contracts/booking/full-name';
import { DISPUTE_WORDS, REPORT_STATUS_WORDS, type ReportTotal } from '@concert/contracts/booking/reports';
import { CURRENCY } from '@concert/contracts/core/money';
import { zoneName } from '@concert/contracts/core/time-in-words';
import { offsetMs } from '@concert/contracts/core/zoned-time';
import Excel from 'exceljs';
import type { Row } from './report-rows.ts';
import { cellsOf, totalsOf } from './report.ts';
import { sheetText } from './sheet-text.ts';

/** After so many rows, some milliseconds, whoever waits for an answer comes first. */
const PAUSE_AFTER = 50;

const TEXT: Partial<Excel.Style> = { numFmt: '@' };
const MONEY: Partial<Excel.Style> = { numFmt: '#,##0.00' };
const COUNT: Partial<Excel.Style> = { numFmt: '#,##0' };
const HEADING: Partial<Excel.Font> = { bold: true };

/* The nine columns of the specification, then those added on request. */
const columnsIn = (timeZone: string): Partial<Excel.Column>[] => [
  { header: 'Full Name', width: 28, style: TEXT },
  { header: 'Email', width: 34, style: TEXT },
  { header: 'Phone Number', width: 18, style: TEXT },
  { header: 'Booking ID', width: 27, style: TEXT },
  { header: 'No. of Tickets', width: 15, style: COUNT },
  { header: `Amount (${CURRENCY})`, width: 16, style: MONEY },
  { header: 'Seating', width: 20, style: TEXT },
  { header: `Date and Time (${timeZone})`, width: Math.max(26, timeZone.length + 18) },
  { header: 'Status', width: 24, style: TEXT },
  { header: `Price (${CURRENCY})`, width: 16, style: MONEY },
  { header: 'Accessible Seats', width: 17, style: COUNT },
  { header: 'Companions', width: 13, style: COUNT },
  { header: 'Needs', width: 40, style: TEXT },
];
const MOMENT_COLUMN = 8;

const COUNTED_BY = { ticket: 'Ticket', booking: 'Booking', entry: 'Entry' } as const satisfies Record<ReportTotal['countedBy'], string>;

/** What is written, in which time zone, and when. */
interface ReportToWrite {
  readonly rows: readonly Row[];
  readonly timeZone: string;
  readonly writtenAt: Date;
}

/** Puts an instant into a cell as a spreadsheet shows it: the time of a wall clock, with the zone's short name in the format. */
function putMoment(cell: Excel.Cell, at: Date, timeZone: string): void {
  cell.value = new Date(at.getTime() + offsetMs(at.getTime(), timeZone));
  cell.style = { numFmt: `mm/dd/yyyy hh:mm:ss "${zoneName(at, timeZone).replace(/"/g, '')}"` };
}

/** Writes the report as a spreadsheet: the bookings, then the totals of exactly these rows. */
export async function excelReport({ rows, timeZone, writtenAt }: ReportToWrite): Promise<Buffer> {
  const stream = new PassThrough();
  const file = buffer(stream);
  const workbook = new Excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  workbook.creator = 'Concert Bookings';
  workbook.created = writtenAt;
  const sheet = workbook.addWorksheet('Concert Bookings', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columnsIn(timeZone);
  sheet.getRow(1).font = HEADING;
  sheet.getRow(1).commit();
  for (const [index, row] of rows.entries()) {
    if (index % PAUSE_AFTER === 0) await breathe();
    const line = sheet.addRow([
      sheetText(fullName(row)),
      sheetText(row.email),
      sheetText(row.phoneno),
      sheetText(row.userbookingid),
      row.notickets,
      row.amount / 100,
      sheetText(row.seating),
      undefined,
      `${REPORT_STATUS_WORDS[row.status]}${row.dispute ? `, ${DISPUTE_WORDS[row.dispute]}` : ''}${row.returning ? `, ${row.returning} returning` : ''}`,
      row.price / 100,
      row.access ? 1 : undefined,
      row.access?.companions,
      row.needs ? sheetText(needsInWords(row.needs)) : undefined,
    ]);
    putMoment(line.getCell(MOMENT_COLUMN), new Date(row.created_at._seconds * 1_000), timeZone);
    line.commit();
  }
  // The buttons stand over all rows. Some spreadsheets show them only where a name of the workbook says so too.
  sheet.autoFilter = `A1:M${rows.length + 1}`;
  const filter = { name: '_xlnm._FilterDatabase', localSheetId: 0, ranges: [`'${sheet.name}'!$A$1:$M$${rows.length + 1}`] };
  // The library would keep every cell of such a name, and cannot say of which sheet it is.
  Object.defineProperty(workbook.definedNames, 'model', { value: [filter] });
  sheet.commit();
  writeTotals(workbook, rows, timeZone, writtenAt);
  await workbook.commit();
  return file;
}

function writeTotals(workbook: Excel.stream.xlsx.WorkbookWriter, rows: readonly Row[], timeZone: string, writtenAt: Date): void {
  const sheet = workbook.addWorksheet('Totals');
  sheet.columns = [
    { header: 'Category', width: 24, style: TEXT },
    { header: 'Counted by', width: 14, style: TEXT },
    ...['Count', 'Bookings and entries', 'Tickets'].map((header) => ({ header, width: Math.max(12, header.length + 2), style: COUNT })),
    { header: `Money charged (${CURRENCY})`, width: 22, style: MONEY },
  ];
  sheet.getRow(1).font = HEADING;
  const totals = totalsOf(cellsOf(rows), {});
  for (const { category, countedBy, count, bookings, tickets, chargedMinor } of totals)
    sheet.addRow([category, COUNTED_BY[countedBy], count, bookings, tickets, chargedMinor / 100]).commit();
  const sum = (field: 'bookings' | 'tickets' | 'chargedMinor') => totals.reduce((all, total) => all + total[field], 0);
  const last = sheet.addRow(['All', '', '', sum('bookings'), sum('tickets'), sum('chargedMinor') / 100]);
  last.font = HEADING;
  last.commit();
  sheet.addRow([]).commit();
  const written = sheet.addRow(['Written at', '', '', '', '', '', '', sheetText(timeZone)]);
  putMoment(written.getCell(6), writtenAt, timeZone);
  written.commit();
  sheet.commit();
}
