import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import { unpacksWithin } from './bounded-zip.ts';
import { csvRows } from './csv.ts';
import { readSheet } from './read-sheet.ts';

const HEADING = ['Name', 'Email', 'Phone Number', 'No. of Tickets'];
const guests = (count: number) => Array.from({ length: count }, (_, index) => [`Guest ${index}`, `guest${index}@example.org`, '', 2]);

async function workbook(rows: readonly (readonly unknown[])[], change: (sheet: ExcelJS.Worksheet) => void = () => undefined): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Guests');
  for (const row of rows) sheet.addRow([...row]);
  change(sheet);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** A ZIP file with one entry that says what it likes of its own size. */
function zip(name: string, data: Buffer, saidSize = data.length): Buffer {
  const packed = deflateRawSync(data);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(saidSize, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(saidSize, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}

describe('a text file with separated values', () => {
  it.each([
    ['a,b\r\nc,d\r\n', [['a', 'b'], ['c', 'd']]],
    ['\ufeffa;b\n"c;c";"d ""quoted"""', [['a', 'b'], ['c;c', 'd "quoted"']]],
    ['a\tb\n"line\nbreak"\t', [['a', 'b'], ['line\nbreak', '']]],
    ['a,b\n"never ended', [['a', 'b'], ['never ended']]],
    ['', []],
  ])('%j is read', (text, rows) => {
    expect(csvRows(text, 100)).toEqual(rows);
  });
  it('is read no further than asked', () => {
    expect(csvRows('a\n'.repeat(100_000), 3)).toHaveLength(3);
  });
});

describe('a sheet of guests', () => {
  it('is read from a workbook, whatever the cells are made of and however the columns stand', async () => {
    const file = await workbook([
      ['Phone', 'E-mail', 'Notes', 'No. of Tickets', 'Full name'],
      [5551234567, { text: 'anna@example.org', hyperlink: 'mailto:anna@example.org' }, 'front row', 2, { richText: [{ text: 'An' }, { text: 'na' }] }],
      [],
      ['(555) 123-4567', 'ben@example.org', '', { formula: '1+2', result: 3 }, '  Ben '],
    ]);
    expect(await readSheet('xlsx', file)).toEqual([
      { row: 2, name: 'Anna', email2: 'anna@example.org', phoneno: '5551234567', notickets: '2' },
      { row: 4, name: 'Ben', email2: 'ben@example.org', phoneno: '(555) 123-4567', notickets: '3' },
    ]);
  });
  it('is read from a text file, and rows keep the number they have in the sheet', async () => {
    const rows = await readSheet('csv', Buffer.from('name;email;tickets\n\nZoë;zoe@example.org;1\n'));
    expect(rows).toEqual([{ row: 3, name: 'Zoë', email2: 'zoe@example.org', phoneno: '', notickets: '1' }]);
  });
  it('cells that spreadsheets would run are text here', async () => {
    const rows = await readSheet('csv', Buffer.from('name,email,tickets\n=HYPERLINK("x"),@SUM(1),+1+1'));
    expect(rows[0]).toEqual({ row: 2, name: '=HYPERLINK("x")', email2: '@SUM(1)', phoneno: '', notickets: '+1+1' });
  });
  it('takes 500 rows and no more', async () => {
    expect(await readSheet('xlsx', await workbook([HEADING, ...guests(500)]))).toHaveLength(500);
    await expect(readSheet('xlsx', await workbook([HEADING, ...guests(501)]))).rejects.toThrow('The sheet has more than 500 rows');
  });
  it('is not slowed by merged areas and validations that cover a whole sheet', async () => {
    const file = await workbook([HEADING, ...guests(2)], (sheet) => {
      sheet.mergeCells('H1:XFD1');
      sheet.getCell('H4').dataValidation = { type: 'list', formulae: ['"a,b"'] };
    });
    expect(await readSheet('xlsx', file)).toHaveLength(2);
  });
  it.each<[string, 'xlsx' | 'csv', () => Buffer | Promise<Buffer>, string]>([
    ['an empty text file', 'csv', () => Buffer.from(' \n'), 'The file is empty'],
    ['a heading alone', 'csv', () => Buffer.from('name,email,tickets'), 'There is no row below the heading'],
    ['no heading', 'csv', () => Buffer.from('Anna,anna@example.org,1\nBen,ben@example.org,1'), 'The first row must name the columns Name, Email, Phone Number and No. of Tickets'],
    ['another encoding', 'csv', () => Buffer.from([0x6e, 0xe9, 0x2c]), 'The file is not UTF-8 text; save it as “CSV UTF-8” or as .xlsx'],
    ['a picture called a text file', 'csv', () => Buffer.from('name,email,tickets\0\n'), 'The file is not a text file'],
    ['a text file called a workbook', 'xlsx', () => Buffer.from('name,email,tickets\nAnna,anna@example.org,1'), 'The file is not an .xlsx workbook, or far larger inside than a sheet of guests'],
    ['a ZIP file of something else', 'xlsx', () => zip('hello.txt', Buffer.from('hello')), 'The file is empty'],
    ['a ZIP file that unpacks to 50 MB and says it is small', 'xlsx', () => zip('xl/worksheets/sheet1.xml', Buffer.alloc(50_000_000), 10), 'The file is not an .xlsx workbook, or far larger inside than a sheet of guests'],
    ['a workbook cut in half', 'xlsx', async () => (await workbook([HEADING, ...guests(3)])).subarray(0, 3_000), 'The file is not an .xlsx workbook, or far larger inside than a sheet of guests'],
    ['a file over the limit', 'csv', () => Buffer.alloc(200_000, 'a'), 'The file is too large'],
  ])('%s is refused in plain words', async (_, format, file, words) => {
    await expect(readSheet(format, await file())).rejects.toThrow(words);
  });
  it('the limit counts what comes out, not what the file says', () => {
    expect(unpacksWithin(zip('a', Buffer.alloc(1_000)), 1_000)).toBe(true);
    expect(unpacksWithin(zip('a', Buffer.alloc(1_001), 1), 1_000)).toBe(false);
  });
});
