import { isUtf8 } from 'node:buffer';
import { MAX_SHEET_BYTES, MAX_SHEET_ROWS } from '@concert/contracts/booking/complimentary';
import { csvRows } from './csv.ts';
import { columnsOf, missingIn, type Column, type Columns } from './headings.ts';
import { isBlank, UnreadableSheetError, type SheetLine } from './sheet-line.ts';
import type { WorkbookSheet } from './workbook.ts';

/** The cells of a guest's row, as text. `row` counts from 1, as the sheet does. */
export interface ReadRow {
  readonly row: number;
  readonly name: string;
  readonly email2: string;
  readonly phoneno: string;
  readonly notickets: string;
}

/** The guests of a sheet, and in sentences what of the file was left out or read by a guess. */
export interface ReadSheet {
  readonly rows: readonly ReadRow[];
  readonly notes: readonly string[];
}

/** The message for a workbook that is malformed, written in a way that is not read here, or exceeds the limits of a sheet of guests. */
export const UNREADABLE_WORKBOOK =
  'The file cannot be read as an .xlsx workbook, or is far larger inside than a sheet of guests. Open it in Excel, save it again as .xlsx or “CSV UTF-8”, and choose the new file.';
const OLD_WORKBOOK =
  'The file is an older .xls workbook, or has a password. Open it in Excel, save it again as .xlsx without a password, and choose the new file.';
const GUESSED_LETTERS =
  'The file does not say how its letters are stored; it was read as Windows-1252. If a name looks wrong, save the sheet again as “CSV UTF-8” or .xlsx.';
const COLUMNS = 'The first row must name the columns Name (or First Name and Last Name), Email, Phone Number and No. of Tickets';

/** Rows with something in them among which the headings are looked for; titles may stand above. */
const MAX_ROWS_ABOVE = 20;
const MAX_CELL_LENGTH = 400;
/** Columns that are named one by one where they are not read. */
const MAX_NAMED = 12;

const ZIP = Buffer.from('PK');
/** Begins a file of Office before 2007, and one of today that has a password. */
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Reads a sheet of guests, a workbook or a text with separated values, which is recognised by its bytes. A row near the top names the
 * columns, in any order.
 * @throws UnreadableSheetError with a message for the person
 */
export async function readSheet(file: Buffer): Promise<ReadSheet> {
  if (file.length > MAX_SHEET_BYTES) throw new UnreadableSheetError('The file is too large');
  if (startsWith(file, COMPOUND_FILE)) throw new UnreadableSheetError(OLD_WORKBOOK);
  if (startsWith(file, ZIP)) return guestsIn(await workbookRows(file));
  const { text, notes } = decoded(file);
  return guestsIn({ rows: csvRows(text), notes });
}

const startsWith = (file: Buffer, start: Buffer) => file.subarray(0, start.length).equals(start);

interface Source {
  readonly rows: readonly SheetLine[];
  readonly notes: readonly string[];
}

function guestsIn({ rows, notes }: Source): ReadSheet {
  const written = rows.filter((row) => !isBlank(row));
  if (written.length === 0) throw new UnreadableSheetError('The file is empty');
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
      ...notes,
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

function decoded(file: Buffer): { text: string; notes: string[] } {
  const encoding = utf16Of(file) ?? (isUtf8(file) ? 'utf-8' : 'windows-1252');
  const text = new TextDecoder(encoding).decode(file);
  if (text.includes('\0')) throw new UnreadableSheetError('The file is not a text file');
  return { text, notes: encoding === 'windows-1252' ? [GUESSED_LETTERS] : [] };
}

/* A byte-order mark, or a first character of which one byte is zero. */
function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : undefined;
}

async function workbookRows(file: Buffer): Promise<Source> {
  let sheets: WorkbookSheet[];
  try {
    // Comes late: it takes a good part of a second, and text files do not need it.
    const { sheetsOf } = await import('./workbook.ts');
    sheets = await sheetsOf(file);
    if (sheets.length === 0) throw new RangeError('there is no sheet');
  } catch (error) {
    throw new UnreadableSheetError(UNREADABLE_WORKBOOK, { cause: error });
  }
  const written = sheets
    .map((sheet) => ({ ...sheet, rows: sheet.rows.filter((row) => !isBlank(row)) }))
    .filter(({ rows }) => rows.length > 0);
  // The sheet that people see when they open the file comes before others that they can turn to.
  const seen = written.filter(({ hidden }) => !hidden).sort((one, other) => Number(other.active) - Number(one.active));
  const sheet = seen.find(({ rows }) => missingIn(columnsOf(headingIn(rows).cells)).length === 0) ?? seen[0];
  if (!sheet) throw new UnreadableSheetError('The file is empty');
  const others = written.filter((other) => other !== sheet).map(({ name, hidden }) => `“${name}”${hidden ? ' (hidden)' : ''}`);
  const hidden = sheet.rows.filter((row) => row.hidden);
  return {
    rows: sheet.rows.filter((row) => !row.hidden),
    notes: [
      ...(others.length > 0 ? [`Only the sheet “${sheet.name}” was read. Not read: ${others.join(', ')}.`] : []),
      ...(hidden.length > 0 ? [`${rowsInWords(hidden)}, hidden in the sheet, ${hidden.length === 1 ? 'was' : 'were'} not read.`] : []),
    ],
  };
}
