import { CsvError, parse } from 'csv-parse/sync';
import { columnsOf } from './headings.ts';
import { UnreadableSheetError, type SheetLine } from './sheet-line.ts';

const SEPARATORS = [',', ';', '\t', '|'];
/** The line by which Excel is told the separator, which it shows to nobody. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i;
/** In so many lines the headings are looked for. */
const FIRST_LINES = 50;

const openQuote = (row: number) =>
  new UnreadableSheetError(`Row ${row}: a quote is not closed. Close it or take it out, then choose the file again.`);
const textAfterQuote = (row: number) =>
  new UnreadableSheetError(`Row ${row}: a quote is not closed, or text follows it in its cell. Mend it, then choose the file again.`);

/**
 * The rows of a text with separated values (RFC 4180), as spreadsheets and databases export it. The separator is the one that the file
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
    return parse(text, { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true, trim: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw (error.code === 'CSV_QUOTE_NOT_CLOSED' ? openQuote : textAfterQuote)(Number(error['records']) + 1);
  }
}

/* A quote that is not closed takes the rows that follow into its cell, up to the next quote. */
function holdsRows(cell: string, separator: string): boolean {
  const lines = cell.split(/[\r\n]/);
  return lines.length > 1 && lines.some((line) => line.includes('@') && line.includes(separator));
}

function separatorOf(text: string): string {
  const lines = text.split(/[\r\n]+/, FIRST_LINES);
  const found = (separator: string) => Math.max(...lines.map((line) => Object.keys(columnsOf(line.split(separator))).length));
  return SEPARATORS.reduce((best, separator) => (found(separator) > found(best) ? separator : best));
}
