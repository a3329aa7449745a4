import { CsvError, parse } from 'csv-parse/sync';
import { columnsOf } from './headings.ts';

/** A row of a sheet as text. `row` counts from 1, as the sheet does. */
export interface SheetLine {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The cells cannot be read, or are no sheet of guests. The message is shown to the person who brought them. */
export class UnreadableSheetError extends Error {
  override readonly name = 'UnreadableSheetError';
}

const SEPARATORS = [',', ';', '\t', '|'];
/** The line by which Excel is told the separator, which it shows to nobody. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?(?:\n|$)/i;
/** In so many lines the headings are looked for. */
const FIRST_LINES = 50;

const openQuote = (row: number) => new UnreadableSheetError(`Row ${row}: a quote is not closed. Close it or take it out.`);
const textAfterQuote = (row: number) =>
  new UnreadableSheetError(`Row ${row}: a quote is not closed, or text follows it in its cell. Mend it or take it out.`);

/**
 * The rows of a text with separated values (RFC 4180), as spreadsheets copy and export them. The separator is the one that the text
 * tells, or by which the headings are found. A quote inside a cell that does not begin with one is text.
 * @throws UnreadableSheetError when a quote is not closed
 */
export function csvRows(source: string): SheetLine[] {
  const told = SEPARATOR_LINE.exec(source);
  const text = told ? source.slice(told[0].length) : source;
  const delimiter = told?.[1] ?? separatorOf(text);
  const rows = parsed(text, delimiter).map((cells, index) => ({ row: index + 1, cells }));
  const swallowing = rows.find(({ cells }) => cells.some((cell) => holdsRows(cell, delimiter)));
  if (swallowing) throw openQuote(swallowing.row);
  return rows;
}

function parsed(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true, relax_quotes: true, trim: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw (error.code === 'CSV_QUOTE_NOT_CLOSED' ? openQuote : textAfterQuote)(Number(error['records']) + 1);
  }
}

/* A quote that is not closed takes the rows that follow into its cell, up to the next quote. */
function holdsRows(cell: string, separator: string): boolean {
  const lines = cell.split('\n');
  return lines.length > 1 && lines.some((line) => line.includes('@') && line.includes(separator));
}

function separatorOf(text: string): string {
  const lines = text.split(/\n+/, FIRST_LINES);
  const found = (separator: string) => Math.max(...lines.map((line) => Object.keys(columnsOf(line.split(separator))).length));
  return SEPARATORS.reduce((best, separator) => (found(separator) > found(best) ? separator : best));
}
