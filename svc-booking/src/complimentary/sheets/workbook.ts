import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import ExcelJS from 'exceljs';
import JSZip from 'jszip';
import { fromBufferPromise } from 'yauzl';
import { FORMULA_WITHOUT_RESULT, type SheetLine } from './sheet-line.ts';

/** A sheet of a workbook, without the rows in which nothing stands. */
export interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Shown when the workbook is opened. */
  readonly active: boolean;
  readonly rows: readonly (SheetLine & { readonly hidden: boolean })[];
}

/** The parts in which cells and their formats stand. Drawings, tables, comments and macros are never unpacked. */
const PART = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;
const SHEET = /^xl\/worksheets\//;
const MAX_FILES = 200;
/** A sheet of 500 guests unpacks to a tenth of this. */
const MAX_UNPACKED_BYTES = 4_000_000;
/** The last row of a spreadsheet. */
const MAX_ROW = 1_048_576;
/** Of a sheet exceljs reads the rows alone: checks and merged areas that cover a million cells would be laid out cell by cell. */
const IGNORED = [
  ...['sheetPr', 'dimension', 'sheetViews', 'sheetFormatPr', 'cols', 'autoFilter', 'mergeCells', 'rowBreaks', 'hyperlinks'],
  ...['pageMargins', 'dataValidations', 'pageSetup', 'headerFooter', 'printOptions', 'picture', 'drawing', 'sheetProtection'],
  ...['tableParts', 'conditionalFormatting', 'extLst'],
];

/**
 * The sheets of an .xlsx workbook in their order, with their cells as text.
 * @throws Error when it is no workbook, or unpacks to more than the bound
 */
export async function sheetsOf(file: Buffer): Promise<WorkbookSheet[]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await measured(file)) as unknown as ExcelJS.Buffer, { ignoreNodes: IGNORED });
  const active = book.worksheets[(book.views as ExcelJS.WorkbookView[] | undefined)?.[0]?.activeTab ?? 0];
  return book.worksheets.map((sheet) => {
    const rows: WorkbookSheet['rows'][number][] = [];
    sheet.eachRow((row, number) => {
      // With holes: one cell at the far right of each row would otherwise take a hundred megabytes.
      const cells: string[] = [];
      row.eachCell((cell, column) => (cells[column - 1] = textOf(cell)));
      rows.push({ row: number, hidden: row.hidden, cells });
    });
    return { name: sheet.name, hidden: sheet.state !== 'visible', active: sheet === active, rows };
  });
}

/**
 * The workbook packed anew, with the parts that are read. What exceljs uses to unpack a file neither bounds it nor goes by the same
 * directory as every other program, so it only ever sees what was measured here.
 */
async function measured(file: Buffer): Promise<Buffer> {
  const zip = await fromBufferPromise(file);
  if (zip.entryCount > MAX_FILES) throw new RangeError('more files are in it than may be');
  const parts = new JSZip();
  let left = MAX_UNPACKED_BYTES;
  for await (const entry of zip.eachEntry()) {
    if (!PART.test(entry.fileName)) continue;
    if (parts.file(entry.fileName)) throw new RangeError('a file stands in it twice');
    left -= entry.uncompressedSize;
    if (left < 0) throw new RangeError('more is in it than may be');
    // It ends with an error where the content is longer or shorter than the directory says.
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new RangeError('something else is in it than was said');
    // exceljs knows no prefixes of namespaces.
    const xml = content.toString().replace(/<(\/?)[\w.-]+:(?=\w)/g, '<$1');
    if (xml.includes('<!DOCTYPE')) throw new RangeError('a workbook has no document type');
    parts.file(entry.fileName, SHEET.test(entry.fileName) ? placed(xml) : xml);
  }
  return parts.generateAsync({ type: 'nodebuffer' });
}

const letters = (column: number): string =>
  column > 26 ? letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1) : String.fromCharCode(64 + column);
const columnOf = (reference: string) => [...reference].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

/**
 * A sheet's XML with the place of each row and cell, without which exceljs cannot read it: programs that write a workbook while they read
 * its data leave it out. Cells that hold nothing but a format are taken out.
 * @throws RangeError when a row stands in it twice, of which exceljs would drop one, or farther below than a spreadsheet has rows
 */
function placed(xml: string): string {
  let [row, column] = [0, 0];
  return xml.replace(/<(row|c)(\s[^<>]*|\/)?>/g, (tag: string, name: string, attributes: string = '') => {
    const told = /\sr\s*=\s*["']([A-Z]*)(\d*)["']/.exec(attributes);
    if (name === 'row') {
      const before = row;
      [row, column] = [told ? Number(told[2]) : row + 1, 0];
      if (!(row > before && row <= MAX_ROW)) throw new RangeError('a row stands in it twice, or where no row can be');
      return told ? tag : `<row r="${row}"${attributes}>`;
    }
    column = told ? columnOf(told[1]!) : column + 1;
    if (attributes.endsWith('/')) return '';
    return told ? tag : `<c r="${letters(column)}${row}"${attributes}>`;
  });
}

/** A cell as text. A formula gives its stored result. */
function textOf({ value, numFmt }: Pick<ExcelJS.Cell, 'value' | 'numFmt'>): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  // A format of zeros shows those in front of a phone number, which its value lacks.
  if (typeof value === 'number') return /^0+$/.test(numFmt ?? '') ? String(value).padStart(numFmt.length, '0') : String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return value;
  if ('richText' in value) return value.richText.map(({ text: part }) => part).join('');
  if ('error' in value) return value.error;
  if ('text' in value) return value.text;
  return value.result === undefined ? FORMULA_WITHOUT_RESULT : textOf({ value: value.result, numFmt });
}
