import { describe, expect, it } from '@jest/globals';
import { MAX_SHEET_BYTES } from '@concert/contracts/booking/complimentary';
import ExcelJS from 'exceljs';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { csvRows } from './csv.ts';
import { NO_WORKBOOK, readSheet } from './read-sheet.ts';
import { hostileWorkbooks, packed, workbookParts, zipped } from './hostile-workbooks.harness.ts';

const HEADING = ['Name', 'Email', 'Phone Number', 'No. of Tickets'];
const guests = (count: number) => Array.from({ length: count }, (_, index) => [`Guest ${index}`, `guest${index}@example.org`, '', 2]);

async function workbook(
  rows: readonly (readonly unknown[])[],
  change: (sheet: ExcelJS.Worksheet) => void = () => undefined,
): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Guests');
  for (const row of rows) sheet.addRow([...row]);
  change(sheet);
  return Buffer.from(await book.xlsx.writeBuffer());
}

describe('a text file with separated values', () => {
  it.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '\ufeffa;b\n"c;c";"d ""quoted"""',
      [
        ['a', 'b'],
        ['c;c', 'd "quoted"'],
      ],
    ],
    [
      'a\tb\n"line\nbreak"\t',
      [
        ['a', 'b'],
        ['line\nbreak', ''],
      ],
    ],
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
      [
        5551234567,
        { text: 'anna@example.org', hyperlink: 'mailto:anna@example.org' },
        'front row',
        2,
        { richText: [{ text: 'An' }, { text: 'na' }] },
      ],
      [],
      ['(555) 123-4567', 'ben@example.org', '', { formula: '1+2', result: 3 }, '  Ben '],
    ]);
    expect(readSheet('xlsx', file)).toEqual([
      { row: 2, name: 'Anna', email2: 'anna@example.org', phoneno: '5551234567', notickets: '2' },
      { row: 4, name: 'Ben', email2: 'ben@example.org', phoneno: '(555) 123-4567', notickets: '3' },
    ]);
  });
  it('is read from a text file, and rows keep the number they have in the sheet', () => {
    const rows = readSheet('csv', Buffer.from('name;email;tickets\n\nZoë;zoe@example.org;1\n'));
    expect(rows).toEqual([{ row: 3, name: 'Zoë', email2: 'zoe@example.org', phoneno: '', notickets: '1' }]);
  });
  it('cells that spreadsheets would run are text here', () => {
    const rows = readSheet('csv', Buffer.from('name,email,tickets\n=HYPERLINK("x"),@SUM(1),+1+1'));
    expect(rows[0]).toEqual({ row: 2, name: '=HYPERLINK("x")', email2: '@SUM(1)', phoneno: '', notickets: '+1+1' });
  });
  it('takes 500 rows and no more', async () => {
    expect(readSheet('xlsx', await workbook([HEADING, ...guests(500)]))).toHaveLength(500);
    const tooMany = await workbook([HEADING, ...guests(501)]);
    expect(() => readSheet('xlsx', tooMany)).toThrow('The sheet has more than 500 rows');
  });
  it('is not slowed by merged areas and validations that cover a whole sheet', async () => {
    const file = await workbook([HEADING, ...guests(2)], (sheet) => {
      sheet.mergeCells('H1:XFD1');
      sheet.getCell('H4').dataValidation = { type: 'list', formulae: ['"a,b"'] };
    });
    expect(readSheet('xlsx', file)).toHaveLength(2);
  });
  it.each<[string, 'xlsx' | 'csv', () => Buffer | Promise<Buffer>, string]>([
    ['an empty text file', 'csv', () => Buffer.from(' \n'), 'The file is empty'],
    ['a heading alone', 'csv', () => Buffer.from('name,email,tickets'), 'There is no row below the heading'],
    [
      'no heading',
      'csv',
      () => Buffer.from('Anna,anna@example.org,1\nBen,ben@example.org,1'),
      'The first row must name the columns Name, Email, Phone Number and No. of Tickets',
    ],
    ['another encoding', 'csv', () => Buffer.from([0x6e, 0xe9, 0x2c]), 'The file is not UTF-8 text; save it as “CSV UTF-8” or as .xlsx'],
    ['a picture called a text file', 'csv', () => Buffer.from('name,email,tickets\0\n'), 'The file is not a text file'],
    ['a text file called a workbook', 'xlsx', () => Buffer.from('name,email,tickets\nAnna,anna@example.org,1'), NO_WORKBOOK],
    ['a ZIP file of something else', 'xlsx', () => zipped([packed('hello.txt', 'hello')]), NO_WORKBOOK],
    ['a workbook cut in half', 'xlsx', async () => (await workbook([HEADING, ...guests(3)])).subarray(0, 3_000), NO_WORKBOOK],
    ['a file over the limit', 'csv', () => Buffer.alloc(200_000, 'a'), 'The file is too large'],
  ])('%s is refused in plain words', async (_, format, file, words) => {
    const content = await file();
    expect(() => readSheet(format, content)).toThrow(words);
  });
  it('is found by what the workbook says, wherever it lies in the file and under any prefix; texts are put together as they are shown', () => {
    const sheet = (body: string) => `<x:worksheet xmlns:x="urn:x"><x:sheetData>${body}</x:sheetData></x:worksheet>`;
    const parts = workbookParts({
      texts:
        '<sst><si><t>Name</t></si><si><r><t>E</t></r><r><t>mail</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si><si><t xml:space="preserve"> A_x000D_&amp;n&#x61; </t></si></sst>',
      sheet: sheet(
        '<x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="s"><x:v>1</x:v></x:c><x:c t="inlineStr"><x:is><x:t>Tickets</x:t></x:is></x:c></x:row><x:row><x:c t="s"><x:v>2</x:v></x:c><x:c r="C3" t="str"><x:f>1</x:f><x:v>a@b.co</x:v></x:c><x:c r="D3"><x:f>1+2</x:f><x:v>3</x:v></x:c></x:row>',
      ),
    });
    expect(readSheet('xlsx', zipped([packed('xl/worksheets/sheet0.xml', sheet('')), ...parts.reverse()]))).toEqual([
      { row: 3, name: 'A\r&na', email2: 'a@b.co', phoneno: '', notickets: '3' },
    ]);
    expect(readSheet('xlsx', zipped(parts.map((part) => ({ ...part, described: true }))))).toHaveLength(1);
    expect(readSheet('xlsx', zipped(parts.map((part) => ({ ...part, method: 0, packed: part.content }))))).toHaveLength(1);
  });
  it('may be written by a program that does not know sizes beforehand', async () => {
    const out = new PassThrough();
    const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useSharedStrings: true });
    const sheet = book.addWorksheet('Guests');
    for (const row of [HEADING, ...guests(2)]) sheet.addRow([...row]).commit();
    sheet.commit();
    const [, file] = await Promise.all([book.commit(), buffer(out)]);
    expect(readSheet('xlsx', file)).toHaveLength(2);
  });
  it.each(hostileWorkbooks())('%s is refused: %s', (_, why, file) => {
    expect(file.length).toBeLessThan(MAX_SHEET_BYTES);
    let refusal: unknown;
    try {
      readSheet('xlsx', file);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ message: NO_WORKBOOK, cause: { message: expect.stringContaining(why) } });
  });
  it('the same file without what makes it hostile is read: the control of the tests above', () => {
    expect(readSheet('xlsx', zipped(workbookParts()))).toEqual([
      { row: 2, name: 'Anna', email2: 'anna@example.org', phoneno: '', notickets: '2' },
    ]);
  });
});
