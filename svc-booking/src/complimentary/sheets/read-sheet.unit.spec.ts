import { describe, expect, it } from '@jest/globals';
import { MAX_SHEET_BYTES } from '@concert/contracts/booking/complimentary';
import ExcelJS from 'exceljs';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { doubleWorkbooks, hostileWorkbooks, deflatedPart, workbookParts, zipArchive } from './hostile-workbooks.harness.ts';
import { UNREADABLE_WORKBOOK, readSheet } from './read-sheet.ts';
import { FORMULA_WITHOUT_RESULT } from './sheet-line.ts';

const HEADING = ['Name', 'Email', 'Phone Number', 'No. of Tickets'];
const guests = (count: number) => Array.from({ length: count }, (_, index) => [`Guest ${index}`, `guest${index}@example.org`, '', 2]);

async function workbook(
  rows: readonly (readonly unknown[])[],
  change: (sheet: ExcelJS.Worksheet, book: ExcelJS.Workbook) => void = () => undefined,
): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Guests');
  for (const row of rows) sheet.addRow([...row]);
  change(sheet, book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

const ANNA = { row: 2, name: 'Anna', email2: 'anna@example.org', phoneno: '', notickets: '2' };

describe('a sheet of guests', () => {
  it('is read from a workbook, whatever the cells are made of and however the columns stand', async () => {
    const file = await workbook(
      [
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
        [55512345, { formula: 'x', result: { error: '#N/A' } }, '', new Date('2026-01-02T00:00:00Z'), { formula: 'A1', result: undefined }],
      ],
      (sheet) => (sheet.getCell('A5').numFmt = '0000000000'),
    );
    expect(await readSheet(file)).toEqual({
      rows: [
        { row: 2, name: 'Anna', email2: 'anna@example.org', phoneno: '5551234567', notickets: '2' },
        { row: 4, name: 'Ben', email2: 'ben@example.org', phoneno: '(555) 123-4567', notickets: '3' },
        { row: 5, name: FORMULA_WITHOUT_RESULT, email2: '#N/A', phoneno: '0055512345', notickets: '2026-01-02' },
      ],
      notes: ['Columns that were not read: Notes.'],
    });
  });
  it('is read to its end, however many rows are formatted or prepared with formulas', async () => {
    const file = await workbook([HEADING, ...guests(1)], (sheet) => {
      for (let row = 3; row < 1_500; row += 1) {
        sheet.getCell(row, 1).value = { formula: `IF(B${row}="","",B${row})`, result: '' };
        sheet.getCell(row, 2).border = { top: { style: 'thin' } };
      }
      sheet.getRow(1_500).values = ['Last', 'last@example.org', '', 1];
    });
    expect((await readSheet(file)).rows.map(({ row, name }) => [row, name])).toEqual([
      [2, 'Guest 0'],
      [1_500, 'Last'],
    ]);
  });
  it('is the one that people see: not a hidden one before it, and of two the one that is open', async () => {
    const lastYear = (sheet: ExcelJS.Worksheet, book: ExcelJS.Workbook) => {
      const other = book.addWorksheet('This year');
      other.addRows([HEADING, ['Anna', 'anna@example.org', '', 2]]);
      return [sheet, other];
    };
    for (const state of ['hidden', 'veryHidden'] as const) {
      const file = await workbook([HEADING, ...guests(3)], (sheet, book) => {
        lastYear(sheet, book);
        sheet.state = state;
      });
      expect(await readSheet(file)).toEqual({ rows: [ANNA], notes: ['Only the sheet “This year” was read. Not read: “Guests” (hidden).'] });
    }
    const open = await workbook([HEADING, ...guests(3)], (sheet, book) => {
      lastYear(sheet, book);
      book.views = [{ x: 0, y: 0, width: 1, height: 1, firstSheet: 0, activeTab: 1, visibility: 'visible' }];
    });
    expect(await readSheet(open)).toEqual({ rows: [ANNA], notes: ['Only the sheet “This year” was read. Not read: “Guests”.'] });
    const below = await workbook([['How to fill this in']], lastYear);
    expect(await readSheet(below)).toEqual({ rows: [ANNA], notes: ['Only the sheet “This year” was read. Not read: “Guests”.'] });
  });
  it('leaves out rows that are hidden, and says which', async () => {
    const file = await workbook([HEADING, ...guests(5)], (sheet) => {
      for (const row of [3, 4, 6]) sheet.getRow(row).hidden = true;
    });
    const { rows, notes } = await readSheet(file);
    expect(rows.map(({ row }) => row)).toEqual([2, 5]);
    expect(notes).toEqual(['Rows 3 to 4, 6, hidden in the sheet, were not read.']);
  });
  it('takes 500 rows and no more', async () => {
    expect((await readSheet(await workbook([HEADING, ...guests(500)]))).rows).toHaveLength(500);
    await expect(readSheet(await workbook([HEADING, ...guests(501)]))).rejects.toThrow(
      'The sheet has 501 guests, and at most 500 are read',
    );
  });
  it('is not slowed by merged areas and checks that cover a whole sheet, nor by one cell far to the right in each row', async () => {
    const checks =
      '<dataValidations count="1"><dataValidation type="list" sqref="A1:XFD1048576"><formula1>"a,b"</formula1></dataValidation></dataValidations>';
    const cells = (row: number, texts: string[]) =>
      `<row r="${row}">${texts.map((text, index) => `<c r="${'ABC'[index]}${row}" t="str"><v>${text}</v></c>`).join('')}<c r="XFD${row}" t="str"><v>Far</v></c></row>`;
    const sheet = `<worksheet><sheetData>${cells(1, ['Name', 'Email', 'Tickets'])}${Array.from({ length: 499 }, (_, index) => cells(index + 2, ['Anna', 'a@x.org', '2'])).join('')}</sheetData><mergeCells><mergeCell ref="A600:XFD1048576"/></mergeCells>${checks}</worksheet>`;
    const { rows, notes } = await readSheet(zipArchive(workbookParts({ sheet })));
    expect([rows.length, notes]).toEqual([499, ['Columns that were not read: Far.']]);
  });
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an empty text file', () => Buffer.from(' \n'), 'The file is empty'],
    ['an empty workbook', () => workbook([]), 'The file is empty'],
    ['a heading alone', () => Buffer.from('name,email,tickets'), 'There is no row below the heading'],
    [
      'a picture called a text file',
      () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
      'The file is not a text file',
    ],
    [
      'an older workbook, or one with a password',
      () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      'save it again as .xlsx without a password',
    ],
    ['a ZIP file of something else', () => zipArchive([deflatedPart('hello.txt', 'hello')]), UNREADABLE_WORKBOOK],
    ['a workbook cut in half', async () => (await workbook([HEADING, ...guests(3)])).subarray(0, 3_000), UNREADABLE_WORKBOOK],
    ['a file over the limit', () => Buffer.alloc(200_000, 'a'), 'The file is too large'],
  ])('%s is refused in plain words', async (_, file, words) => {
    await expect(readSheet(await file())).rejects.toThrow(words);
  });
});

describe('a workbook of another program', () => {
  it('is read under any prefix, and where its rows and cells do not say where they stand', async () => {
    const sheet = (body: string) => `<x:worksheet xmlns:x="urn:x"><x:sheetData>${body}</x:sheetData></x:worksheet>`;
    const parts = workbookParts({
      texts:
        '<x:sst><x:si><x:t>Name</x:t></x:si><x:si><x:r><x:t>E</x:t></x:r><x:r><x:t>mail</x:t></x:r></x:si><x:si><x:t xml:space="preserve"> A_x000D_&amp;n&#x61; </x:t></x:si></x:sst>',
      sheet: sheet(
        '<x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="s"><x:v>1</x:v></x:c><x:c t="inlineStr"><x:is><x:t>Tickets</x:t></x:is></x:c></x:row><x:row><x:c t="s"><x:v>2</x:v></x:c><x:c/><x:c t="str"><x:f>1</x:f><x:v>a@b.co</x:v></x:c><x:c r="D3"><x:f>1+2</x:f><x:v>3</x:v></x:c></x:row>',
      ),
    });
    expect((await readSheet(zipArchive(parts))).rows).toEqual([{ row: 3, name: 'A\r&na', email2: 'a@b.co', phoneno: '', notickets: '3' }]);
  });
  it('is read when it was written as a stream, or stored without being packed', async () => {
    const out = new PassThrough();
    const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useSharedStrings: true });
    const sheet = book.addWorksheet('Guests');
    for (const row of [HEADING, ...guests(2)]) sheet.addRow([...row]).commit();
    sheet.commit();
    const [, file] = await Promise.all([book.commit(), buffer(out)]);
    expect((await readSheet(file)).rows).toHaveLength(2);
    const parts = workbookParts();
    expect((await readSheet(zipArchive(parts.map((part) => ({ ...part, described: true }))))).rows).toEqual([ANNA]);
    expect((await readSheet(zipArchive(parts.map((part) => ({ ...part, method: 0, packed: part.content }))))).rows).toEqual([ANNA]);
  });
  it('is read when its places and sizes are told in 64 bits, as programs do that do not know them beforehand', async () => {
    expect((await readSheet(zipArchive(workbookParts(), { wide: true }))).rows).toEqual([ANNA]);
  });
});

describe('a workbook that is made to overwhelm or to mislead', () => {
  it.each(hostileWorkbooks())('%s is refused: %s', async (_, why, file) => {
    expect(file.length).toBeLessThan(MAX_SHEET_BYTES);
    await expect(readSheet(file)).rejects.toMatchObject({ message: UNREADABLE_WORKBOOK, cause: { message: expect.stringContaining(why) } });
  });
  it.each(doubleWorkbooks())('is read as its directory lists it where %s', async (_, file) => {
    expect(file.length).toBeLessThan(MAX_SHEET_BYTES);
    expect((await readSheet(file)).rows).toEqual([ANNA]);
  });
  it('the same file without what makes it hostile is read: the control of the tests above', async () => {
    expect((await readSheet(zipArchive(workbookParts()))).rows).toEqual([ANNA]);
  });
});
