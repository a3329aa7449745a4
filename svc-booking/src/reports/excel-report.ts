import { fullName } from '@concert/contracts/booking/full-name';
import { once, type EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { needsInWords } from '@concert/contracts/booking/access';
import { DISPUTE_WORDS, REPORT_STATUS_WORDS, type ReportCell, type ReportRow, type ReportTotal } from '@concert/contracts/booking/reports';
import { zoneName } from '@concert/contracts/core/time-in-words';
import { offsetMs } from '@concert/contracts/core/zoned-time';
import Excel from 'exceljs';
import { totalsOf } from './report.ts';
import { sheetText } from './sheet-text.ts';

/** Clocks differ from UTC by whole quarters of an hour, so within one a zone has one name. */
const QUARTER_HOUR_MS = 15 * 60_000;
/** Rows of a sheet below its heading: the limit of spreadsheets is 1,048,576. */
const MAX_ROWS = 1_048_575;
/** After so many rows, let other work run and flush what was written. */
const PAUSE_AFTER = 500;

type Style = Partial<Excel.Style>;
/* One shared object per style: exceljs processes each style object anew, which took half of the time. */
const TEXT: Style = { numFmt: '@' };
const MONEY: Style = { numFmt: '#,##0.00' };
const COUNT: Style = { numFmt: '#,##0' };

/* Small buffers at each stage, so that the download's progress is visible. */
const ZIP = { highWaterMark: 64 * 1024, zlib: { level: 3 } };

type Row = Omit<ReportRow, 'cursor'>;

export interface ReportToWrite {
  readonly rows: AsyncIterable<Row>;
  readonly timeZone: string;
  readonly writtenAt: Date;
  /** Awaited between groups of rows: until all that was written has been sent, and others need the processor less. */
  readonly mayGoOn: () => Promise<void>;
  readonly rowsPerSheet?: number;
}

/** An instant as a spreadsheet shows it: local wall-clock time, with the zone's short name in the cell's format. */
interface Moment {
  readonly wall: Date;
  readonly style: Style;
}

/** Converts instants to the local time of a zone. */
function clockOf(timeZone: string): (at: Date) => Moment {
  const styles = new Map<string, Style>();
  const known = new Map<number, { offsetMs: number; style: Style }>();
  return (at) => {
    const quarter = Math.floor(at.getTime() / QUARTER_HOUR_MS);
    let zone = known.get(quarter);
    if (!zone) {
      const start = quarter * QUARTER_HOUR_MS;
      const name = zoneName(new Date(start), timeZone);
      const style = styles.get(name) ?? { numFmt: `mm/dd/yyyy hh:mm:ss "${name.replace(/"/g, '')}"` };
      styles.set(name, style);
      zone = { offsetMs: offsetMs(start, timeZone), style };
      known.set(quarter, zone);
    }
    return { wall: new Date(at.getTime() + zone.offsetMs), style: zone.style };
  };
}

const ROW_STYLES: readonly Style[] = [TEXT, TEXT, TEXT, TEXT, COUNT, MONEY, TEXT, {}, TEXT, MONEY, COUNT, COUNT, TEXT];
const MOMENT_COLUMN = 8;

/* The nine columns of the specification, then those added on request. */
function columns(currency: string, timeZone: string): Partial<Excel.Column>[] {
  return [
    { header: 'Full Name', width: 28, style: TEXT },
    { header: 'Email', width: 34, style: TEXT },
    { header: 'Phone Number', width: 18, style: TEXT },
    { header: 'Booking ID', width: 27, style: TEXT },
    { header: 'No. of Tickets', width: 15, style: COUNT },
    { header: `Amount (${currency})`, width: 16, style: MONEY },
    { header: 'Seating', width: 20, style: TEXT },
    { header: `Date and Time (${timeZone})`, width: Math.max(26, timeZone.length + 18) },
    { header: 'Status', width: 24, style: TEXT },
    { header: `Price (${currency})`, width: 16, style: MONEY },
    { header: 'Accessible Seats', width: 17, style: COUNT },
    { header: 'Companions', width: 13, style: COUNT },
    { header: 'Needs', width: 40, style: TEXT },
  ];
}

const COUNTED_BY = { ticket: 'Ticket', booking: 'Booking', entry: 'Entry' } as const satisfies Record<ReportTotal['countedBy'], string>;

const HEADING: Partial<Excel.Font> = { bold: true };

/** A stream of the readable-stream package inside exceljs, which does not export its types. */
interface ZipEntry extends EventEmitter {
  readonly _writableState: { readonly needDrain: boolean };
}

/*
 * exceljs ignores backpressure from its ZIP stream, which is slower than rows are made: without this wait uncompressed rows
 * would pile up in memory.
 */
async function zipped(sheet: Excel.Worksheet): Promise<void> {
  const { pipes } = (sheet as unknown as { stream: { pipes: readonly ZipEntry[] } }).stream;
  for (const pipe of pipes) if (pipe._writableState.needDrain) await once(pipe, 'drain');
}

type Cells = Map<string, { -readonly [K in keyof ReportCell]: ReportCell[K] }>;

/** Adds a row to the totals of its category and status. */
function addUp(cells: Cells, row: Row): void {
  const key = `${row.seating} ${row.status}`;
  const none = { bookings: 0, tickets: 0, amountMinor: 0, lostMinor: 0, returnedMinor: 0, givenMinor: 0 };
  const cell = cells.get(key) ?? { category: row.seating, status: row.status, ...none };
  cells.set(key, cell);
  cell.bookings += 1;
  cell.tickets += row.notickets;
  cell.amountMinor += row.amount;
  cell.lostMinor += row.lost ?? 0;
  cell.returnedMinor += row.returned ?? 0;
  cell.givenMinor += row.given ?? 0;
}

/** Writes the report as a spreadsheet: the bookings, then the totals of exactly these rows. Streamed: memory does not grow with them. */
export async function writeReport(
  stream: Writable,
  { rows, timeZone, writtenAt, mayGoOn, rowsPerSheet = MAX_ROWS }: ReportToWrite,
): Promise<void> {
  const workbook = new Excel.stream.xlsx.WorkbookWriter({ stream: stream, useStyles: true, useSharedStrings: false, zip: ZIP });
  workbook.creator = 'Concert Bookings';
  workbook.created = writtenAt;
  const clock = clockOf(timeZone);
  const cells: Cells = new Map();
  let sheets = 0;
  const filters: { name: string; localSheetId: number; ranges: string[] }[] = [];
  let sheet = nextSheet();
  let inSheet = 0;
  let written = 0;

  function nextSheet(): Excel.Worksheet {
    sheets += 1;
    const made = workbook.addWorksheet(sheets === 1 ? 'Concert Bookings' : `Concert Bookings ${sheets}`, {
      views: [{ state: 'frozen', ySplit: 1 }],
    });
    made.columns = columns('USD', timeZone);
    made.getRow(1).font = HEADING;
    made.getRow(1).commit();
    return made;
  }

  /* The buttons stand over all rows, of which the last is known now. Some spreadsheets show them only where a name of the workbook says so too. */
  function endSheet(): void {
    sheet.autoFilter = `A1:M${inSheet + 1}`;
    filters.push({ name: '_xlnm._FilterDatabase', localSheetId: sheets - 1, ranges: [`'${sheet.name}'!$A$1:$M$${inSheet + 1}`] });
    sheet.commit();
  }

  for await (const row of rows) {
    if (inSheet === rowsPerSheet) {
      endSheet();
      sheet = nextSheet();
      inSheet = 0;
    }
    const at = clock(new Date(row.created_at._seconds * 1_000));
    const line = sheet.addRow([
      sheetText(fullName(row)),
      sheetText(row.email),
      sheetText(row.phoneno),
      sheetText(row.userbookingid),
      row.notickets,
      row.amount / 100,
      sheetText(row.seating),
      at.wall,
      `${REPORT_STATUS_WORDS[row.status]}${row.dispute ? `, ${DISPUTE_WORDS[row.dispute]}` : ''}${row.returning ? `, ${row.returning} returning` : ''}`,
      row.price / 100,
      row.access ? 1 : undefined,
      row.access?.companions,
      row.needs ? sheetText(needsInWords(row.needs)) : undefined,
    ]);
    ROW_STYLES.forEach((style, index) => (line.getCell(index + 1).style = style));
    line.getCell(MOMENT_COLUMN).style = at.style;
    line.commit();
    addUp(cells, row);
    inSheet += 1;
    written += 1;
    if (written % PAUSE_AFTER === 0) {
      await breathe();
      await zipped(sheet);
      await mayGoOn();
    }
  }
  endSheet();
  // The library would keep every cell of such a name, and cannot say of which sheet it is.
  Object.defineProperty(workbook.definedNames, 'model', { value: filters });
  writeTotals(workbook, [...cells.values()], timeZone, clock(writtenAt));
  await workbook.commit();
}

function writeTotals(workbook: Excel.stream.xlsx.WorkbookWriter, cells: readonly ReportCell[], timeZone: string, written: Moment): void {
  const sheet = workbook.addWorksheet('Totals');
  sheet.columns = [
    { header: 'Category', width: 24, style: TEXT },
    { header: 'Counted by', width: 14, style: TEXT },
    ...['Count', 'Bookings and entries', 'Tickets'].map((header) => ({ header, width: Math.max(12, header.length + 2), style: COUNT })),
    ...['Money charged (USD)', 'Refunded (USD)', 'Lost to disputes (USD)', 'Given to the welfare work (USD)', 'Kept (USD)'].map(
      (header) => ({
        header,
        width: 22,
        style: MONEY,
      }),
    ),
  ];
  sheet.getRow(1).font = HEADING;
  const totals = totalsOf(cells, {});
  for (const total of totals) {
    sheet
      .addRow([
        total.category,
        COUNTED_BY[total.countedBy],
        total.count,
        total.bookings,
        total.tickets,
        total.chargedMinor / 100,
        total.returnedMinor / 100,
        total.lostMinor / 100,
        total.givenMinor / 100,
        total.keptMinor / 100,
      ])
      .commit();
  }
  const sum = (field: Exclude<keyof ReportTotal, 'category' | 'countedBy'>) => totals.reduce((all, total) => all + total[field], 0);
  const last = sheet.addRow([
    'All',
    '',
    '',
    sum('bookings'),
    sum('tickets'),
    sum('chargedMinor') / 100,
    sum('returnedMinor') / 100,
    sum('lostMinor') / 100,
    sum('givenMinor') / 100,
    sum('keptMinor') / 100,
  ]);
  last.font = HEADING;
  last.commit();
  sheet.addRow([]).commit();
  const moment = sheet.addRow(['Written at', '', '', '', '', written.wall, '', sheetText(timeZone)]);
  moment.getCell(6).style = written.style;
  moment.commit();
  sheet.commit();
}
