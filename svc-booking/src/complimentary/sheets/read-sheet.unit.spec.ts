import { describe, expect, it } from '@jest/globals';
import { complimentaryRoutes, MAX_SHEET_BYTES } from '@concert/contracts/booking/complimentary';
import { readSheet } from './read-sheet.ts';

const HEADING = 'Name,Email,Phone Number,No. of Tickets';
const guest = (number: number) => `Guest ${number},guest${number}@example.org,555555000${number},1`;
const lines = (...all: string[]) => all.join('\r\n');
/** As the route takes it. */
const read = (text: string) => readSheet(complimentaryRoutes.previewImport.body.parse({ group: 'h', text }).text);

describe('a sheet of guests', () => {
  it('is read as it is copied from a spreadsheet: tabs between the cells, quotes and line breaks inside of them', () => {
    const cells =
      'Name\tEmail\tNo. of Tickets\tNotes\r\nAnna "Ann" Vogel\tanna@example.org\t2\t"first row,\nby the ""aisle"""\r\nBen, Jr.\tben@example.org\t1\t\r\n';
    expect(read(cells).rows).toEqual([
      { row: 2, name: 'Anna "Ann" Vogel', email2: 'anna@example.org', phoneno: '', notickets: '2' },
      { row: 3, name: 'Ben, Jr.', email2: 'ben@example.org', phoneno: '', notickets: '1' },
    ]);
  });

  it.each<[string, string, string[]]>([
    [
      'lines end as in Windows, Unix and old Macs',
      `${HEADING}\r\n${guest(1)}\n${guest(2)}\r${guest(3)}`,
      ['Guest 1', 'Guest 2', 'Guest 3'],
    ],
    [
      'quoted cells hold separators, quotes and line breaks',
      lines('Name,Email,Tickets,Notes', '"Vogel, ""Anna""" , a@x.org,1,"first\nsecond, line"'),
      ['Vogel, "Anna"'],
    ],
    ['quotes stand inside a cell', lines(HEADING, 'Anna "Ann" Vogel,a@x.org,,1'), ['Anna "Ann" Vogel']],
    ['semicolons', lines('Name;Email;Tickets', 'Vogel, Anna;a@x.org;1'), ['Vogel, Anna']],
    ['tabs', lines('Name\tEmail\tTickets', 'Anna\ta@x.org\t1'), ['Anna']],
    ['bars', lines('Name|Email|Tickets', 'Anna|a@x.org|1'), ['Anna']],
    ['Excel’s own line tells the separator', lines('\ufeffsep=;', 'Name;Email;Tickets', guest(1).replaceAll(',', ';')), ['Guest 1']],
    [
      'that line is quoted, and a title holds more commas than the headings semicolons',
      lines('"sep=;"', 'a, b, c, d, e', 'Name;Email;Tickets', 'Anna;a@x.org;1'),
      ['Anna'],
    ],
    ['a title holds more commas than the headings semicolons', lines('a, b, c, d, e', 'Name;Email;Tickets', 'Anna;a@x.org;1'), ['Anna']],
  ])('B4-517 is read where %s', (_, text, names) => {
    expect(read(text).rows.map(({ name }) => name)).toEqual(names);
  });

  it('counts rows as Excel shows them, which shows its own line to nobody', () => {
    const { rows, notes } = read(lines('sep=;', 'Name;Email;Tickets', 'Anna;a@x.org;1'));
    expect([rows.map(({ row }) => row), notes]).toEqual([[2], []]);
  });

  it('B4-516 is read to its end, however many rows are blank, and rows keep the numbers they have in the sheet', () => {
    const blank = Array.from({ length: 1_200 }, () => ',,,');
    const { rows } = read(lines(HEADING, guest(1), ...blank, '', guest(2)));
    expect(rows.map(({ row, name }) => [row, name])).toEqual([
      [2, 'Guest 1'],
      [1_204, 'Guest 2'],
    ]);
  });

  it.each([
    ['to the end', ['"Anna Vogel,a@x.org,,1', guest(3)], 'Row 3: a quote is not closed'],
    ['after a cell of two lines', ['"Anna\nVogel",a@x.org,,1', '"Ben,b@x.org,,1'], 'Row 4: a quote is not closed'],
    ['up to a quoted cell below', ['"Anna Vogel,a@x.org,,1', guest(3), '"Cy Reed",c@x.org,,1'], 'Row 3: a quote is not closed'],
    ['up to a quote that ends a cell', ['"Anna Vogel,a@x.org,,1', guest(3), 'Cy Reed",c@x.org,,1'], 'Row 3: a quote is not closed'],
    ['in a column that is not read', ['Anna,a@x.org,,1,"open', guest(3), 'Cy,c@x.org,,1,closed"'], 'Row 3: a quote is not closed'],
  ])('B4-516 with a quote that is left open %s is refused with its row, so that nobody vanishes in a cell', (_, open, words) => {
    expect(() => read(lines(`${HEADING},Notes`, guest(1), ...open))).toThrow(words);
  });

  it('cells that spreadsheets would run are text here', () => {
    const { rows } = read(lines('name,email,tickets', '=HYPERLINK("x"),@SUM(1),+1+1'));
    expect(rows[0]).toEqual({ row: 2, name: '=HYPERLINK("x")', email2: '@SUM(1)', phoneno: '', notickets: '+1+1' });
  });

  it('takes 500 guests and no more', () => {
    const guests = (count: number) => lines(HEADING, ...Array.from({ length: count }, (_, at) => guest(at)));
    expect(read(guests(500)).rows).toHaveLength(500);
    expect(() => read(guests(501))).toThrow('The sheet has 501 guests, and at most 500 are read');
  });

  it.each([
    ['nothing', ' \n\t', 'There are no cells to read'],
    ['a heading alone', 'name,email,tickets', 'There is no row below the heading'],
    ['what is no text', '\u0089PNG\0\0\u0001', 'The first row must name the columns'],
    ['more than may be', 'a'.repeat(MAX_SHEET_BYTES + 1), 'Too many cells'],
    ['more than may be of letters of several bytes', 'ö'.repeat(MAX_SHEET_BYTES / 2 + 1), 'Too many cells'],
  ])('%s is refused in plain words', (_, text, words) => {
    expect(() => read(text)).toThrow(words);
  });

  it.each([
    ['brackets', '('],
    ['quotes', '"'],
    ['cells', ','],
    ['rows', '\n'],
    ['spaces', ' '],
    ['marks', 'e\u0301'],
  ])('of nothing but %s is refused before anybody waits for it', (_, text) => {
    const began = performance.now();
    expect(() => read(text.repeat(Math.floor(MAX_SHEET_BYTES / Buffer.byteLength(text))))).toThrow();
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe('the headings of a sheet', () => {
  it.each([
    ['First Name,Last Name,Email,Tickets', 'Anna,Vogel,a@x.org,2', ''],
    ['Guest Name,Email Address,Mobile,Qty', 'Anna Vogel,a@x.org,5555550101,2', '5555550101'],
    ['Name;Surname;E-Mail;Quantity', 'Anna;Vogel;a@x.org;2', ''],
    ['First Name,Last Name,E-mail 1 - Value,Phone 1 - Value,# of Tickets', 'Anna,Vogel,a@x.org,5555550101,2', '5555550101'],
    ['FULL NAME *,EMAIL (required),Tél.,Number of Tickets (1-6)', 'Anna Vogel,a@x.org,5555550101,2', '5555550101'],
    ['Name,First Name,Last Name,Email,Tickets', ',Anna,Vogel,a@x.org,2', ''],
  ])('B4-517 %s are known', (heading, row, phoneno) => {
    expect(read(lines(heading, row)).rows).toEqual([{ row: 2, name: 'Anna Vogel', email2: 'a@x.org', phoneno, notickets: '2' }]);
  });

  it('may stand below a title, which is said', () => {
    const { rows, notes } = read(lines('Friends of the evening', 'as of June', '', HEADING, guest(1)));
    expect(rows).toMatchObject([{ row: 5, name: 'Guest 1' }]);
    expect(notes).toEqual(['Rows 1 to 2 above the headings were not read.']);
  });

  it.each([
    [
      'First Name,Last Name,Email',
      'No column is called No. of Tickets. The first row must name the columns Name (or First Name and Last Name), Email,',
    ],
    ['Mobile,Tickets', 'No column is called Name or Email. The first row must'],
    ['Anna,anna@x.org,1', 'The first row must name the columns Name (or First Name and Last Name), Email, Phone Number and No. of Tickets'],
  ])('B4-516 %s are refused, and the missing one is named', (heading, words) => {
    expect(() => read(lines(heading, 'Ben,b@x.org,1'))).toThrow(new RegExp(`^${words.replace(/[.()]/g, '\\$&')}`));
  });

  it('that are not read are said where something stands below them', () => {
    const { notes } = read(lines('Name,Email,Second Email,Tickets,Empty', 'Anna,a@x.org,b@x.org,1,,extra'));
    expect(notes).toEqual(['Columns that were not read: Second Email, the 6th.']);
  });
});
