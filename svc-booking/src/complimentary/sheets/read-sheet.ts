import { MAX_SHEET_BYTES, MAX_SHEET_ROWS } from '@concert/contracts/booking/complimentary';
import { csvRows } from './csv.ts';
import { firstSheet, type WorkbookRow } from './workbook.ts';

/** The cells of a guest's row, as text. `row` counts from 1, as the sheet does. */
export interface ReadRow {
  readonly row: number;
  readonly name: string;
  readonly email2: string;
  readonly phoneno: string;
  readonly notickets: string;
}

/** The file cannot be read, or is no sheet of guests. The message is shown to the person who chose the file. */
export class UnreadableSheetError extends Error {
  override readonly name = 'UnreadableSheetError';
}

export type SheetFormat = 'xlsx' | 'csv';

/** The message for a workbook that is malformed, tries to deceive the reader, or exceeds the limits of a sheet of guests. */
export const NO_WORKBOOK = 'The file is not an .xlsx workbook, or far larger inside than a sheet of guests';

type Field = Exclude<keyof ReadRow, 'row'>;

/** Headings accepted for each field, compared without case, spaces and punctuation. */
const HEADINGS: Readonly<Record<Field, readonly string[]>> = {
  name: ['name', 'fullname', 'guest'],
  email2: ['email', 'email2', 'emailaddress', 'mail'],
  phoneno: ['phoneno', 'phone', 'phonenumber', 'telephone'],
  notickets: ['notickets', 'nooftickets', 'tickets', 'numberoftickets'],
};
const NEEDED: readonly Field[] = ['name', 'email2', 'notickets'];

/** Rows that are read: the heading, the guests, and some empty rows between them. */
const MAX_ROWS_READ = MAX_SHEET_ROWS * 2 + 1;
const MAX_CELLS = 40;
const MAX_CELL_LENGTH = 400;
/** A sheet of 500 guests unpacks to a tenth of this. */
const MAX_UNPACKED_BYTES = 4_000_000;

/**
 * Reads a sheet of guests: the first sheet of a workbook, or a CSV file. The first row names the columns, in any order.
 * @throws UnreadableSheetError with a message for the person
 */
export function readSheet(format: SheetFormat, file: Buffer): ReadRow[] {
  if (file.length > MAX_SHEET_BYTES) throw new UnreadableSheetError('The file is too large');
  const rows = format === 'csv' ? textRows(file) : workbookRows(file);
  const [heading, ...guests] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!heading) throw new UnreadableSheetError('The file is empty');
  const columns = columnsOf(heading.cells);
  if (guests.length === 0) throw new UnreadableSheetError('There is no row below the heading');
  if (guests.length > MAX_SHEET_ROWS) throw new UnreadableSheetError(`The sheet has more than ${MAX_SHEET_ROWS} rows`);
  const cell = (cells: readonly string[], field: Field) =>
    columns[field] === undefined ? '' : (cells[columns[field]] ?? '').trim().slice(0, MAX_CELL_LENGTH);
  return guests.map(({ row, cells }) => ({
    row,
    name: cell(cells, 'name'),
    email2: cell(cells, 'email2'),
    phoneno: cell(cells, 'phoneno'),
    notickets: cell(cells, 'notickets'),
  }));
}

function columnsOf(heading: readonly string[]): Partial<Record<Field, number>> {
  const names = heading.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const columns: Partial<Record<Field, number>> = {};
  for (const [field, known] of Object.entries(HEADINGS) as [Field, readonly string[]][]) {
    const found = names.findIndex((name) => known.includes(name));
    if (found >= 0) columns[field] = found;
  }
  if (NEEDED.some((field) => columns[field] === undefined))
    throw new UnreadableSheetError('The first row must name the columns Name, Email, Phone Number and No. of Tickets');
  return columns;
}

function textRows(file: Buffer): WorkbookRow[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new UnreadableSheetError('The file is not UTF-8 text; save it as “CSV UTF-8” or as .xlsx');
  }
  if (text.includes('\0')) throw new UnreadableSheetError('The file is not a text file');
  return csvRows(text, MAX_ROWS_READ).map((cells, index) => ({ row: index + 1, cells: cells.slice(0, MAX_CELLS) }));
}

function workbookRows(file: Buffer): WorkbookRow[] {
  try {
    return firstSheet(file, { rows: MAX_ROWS_READ, cells: MAX_CELLS, bytes: MAX_UNPACKED_BYTES });
  } catch (error) {
    throw new UnreadableSheetError(NO_WORKBOOK, { cause: error });
  }
}
