import { MAX_SHEET_ROWS } from '@concert/contracts/booking/complimentary';
import { csvRows, UnreadableSheetError, type SheetLine } from './csv.ts';
import { columnsOf, missingIn, type Column, type Columns } from './headings.ts';

/** The cells of a guest's row, as text. `row` counts from 1, as the sheet does. */
export interface ReadRow {
  readonly row: number;
  readonly name: string;
  readonly email2: string;
  readonly phoneno: string;
  readonly notickets: string;
}

/** The guests of a sheet, and in sentences what of it was left out. */
export interface ReadSheet {
  readonly rows: readonly ReadRow[];
  readonly notes: readonly string[];
}

const COLUMNS = 'The first row must name the columns Name (or First Name and Last Name), Email, Phone Number and No. of Tickets';

/** Rows with something in them among which the headings are looked for; titles may stand above. */
const MAX_ROWS_ABOVE = 20;
const MAX_CELL_LENGTH = 400;
/** Columns that are named one by one where they are not read. */
const MAX_NAMED = 12;

/**
 * Reads a sheet of guests out of cells that were copied, or of a file of separated values, with lines that end in a line feed. A row near the top names the columns, in any order.
 * @throws UnreadableSheetError with a message for the person
 */
export function readSheet(text: string): ReadSheet {
  const written = csvRows(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (written.length === 0) throw new UnreadableSheetError('There are no cells to read');
  const heading = headingIn(written);
  const columns = columnsOf(heading.cells);
  const missing = missingIn(columns);
  if (missing.length > 0) {
    const none = missing.length === 3 ? '' : `No column is called ${missing.join(' or ')}. `;
    throw new UnreadableSheetError(`${none}${COLUMNS}`);
  }
  const above = written.filter(({ row }) => row < heading.row);
  const guests = written.filter(({ row }) => row > heading.row);
  if (guests.length === 0) throw new UnreadableSheetError('There is no row below the heading');
  if (guests.length > MAX_SHEET_ROWS)
    throw new UnreadableSheetError(`The sheet has ${guests.length} guests, and at most ${MAX_SHEET_ROWS} are read at a time`);
  return {
    rows: guests.map((line) => guestOf(line, columns)),
    notes: [
      ...(above.length > 0 ? [`${rowsInWords(above)} above the headings ${above.length === 1 ? 'was' : 'were'} not read.`] : []),
      ...unreadColumns(heading, guests, columns),
    ],
  };
}

/** The first row that names all that is needed, else the one that names most of it. */
function headingIn(rows: readonly SheetLine[]): SheetLine {
  return rows
    .slice(0, MAX_ROWS_ABOVE)
    .reduce((best, row) => (missingIn(columnsOf(row.cells)).length < missingIn(columnsOf(best.cells)).length ? row : best));
}

function guestOf({ row, cells }: SheetLine, columns: Columns): ReadRow {
  const cell = (column: Column) => {
    const at = columns[column];
    return at === undefined ? '' : (cells[at] ?? '').trim().slice(0, MAX_CELL_LENGTH);
  };
  const first = cell(columns.first === undefined ? 'name' : 'first');
  const whole = [first, cell('last')].filter((part) => part !== '').join(' ');
  return {
    row,
    name: columns.first === undefined ? whole : cell('name') || whole,
    email2: cell('email2'),
    phoneno: cell('phoneno'),
    notickets: cell('notickets'),
  };
}

function unreadColumns(heading: SheetLine, guests: readonly SheetLine[], columns: Columns): string[] {
  const read = new Set(Object.values(columns));
  const widest = guests.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const unread = Array.from({ length: widest }, (_, index) => index).filter(
    (index) => !read.has(index) && guests.some(({ cells }) => (cells[index] ?? '').trim() !== ''),
  );
  if (unread.length === 0) return [];
  const named = unread.slice(0, MAX_NAMED).map((index) => heading.cells[index]?.trim().slice(0, 40) || `the ${index + 1}th`);
  const more = unread.length > MAX_NAMED ? ` and ${unread.length - MAX_NAMED} more` : '';
  return [`Columns that were not read: ${named.join(', ')}${more}.`];
}

/** 'Row 3', 'Rows 1, 2, 4 to 9' */
function rowsInWords(rows: readonly SheetLine[]): string {
  const runs: [number, number][] = [];
  for (const { row } of rows) {
    const last = runs.at(-1);
    if (last?.[1] === row - 1) last[1] = row;
    else runs.push([row, row]);
  }
  const said = runs.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`));
  return `${rows.length === 1 ? 'Row' : 'Rows'} ${said.join(', ')}`;
}
