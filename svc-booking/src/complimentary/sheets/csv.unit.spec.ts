import { describe, expect, it } from '@jest/globals';
import { readSheet } from './read-sheet.ts';

const HEADING = 'Name,Email,Phone Number,No. of Tickets';
const guest = (number: number) => `Guest ${number},guest${number}@example.org,555555000${number},1`;
const file = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const readNames = async (content: Buffer) => (await readSheet(content)).rows.map(({ name }) => name);

describe('a text file with separated values', () => {
  it.each<[string, Buffer, string[]]>([
    [
      'lines end as in Windows, Unix and old Macs',
      Buffer.from(`${HEADING}\r\n${guest(1)}\n${guest(2)}\r${guest(3)}`),
      ['Guest 1', 'Guest 2', 'Guest 3'],
    ],
    [
      'quoted cells hold separators, quotes and line breaks',
      file('Name,Email,Tickets,Notes', '"Vogel, ""Anna""" , a@x.org,1,"first\nsecond, line"'),
      ['Vogel, "Anna"'],
    ],
    ['quotes stand inside a cell', file(HEADING, 'Anna "Ann" Vogel,a@x.org,,1'), ['Anna "Ann" Vogel']],
    ['semicolons', file('Name;Email;Tickets', 'Vogel, Anna;a@x.org;1'), ['Vogel, Anna']],
    ['tabs', file('Name\tEmail\tTickets', 'Anna\ta@x.org\t1'), ['Anna']],
    ['bars', file('Name|Email|Tickets', 'Anna|a@x.org|1'), ['Anna']],
    ['Excel’s own line tells the separator', file('\ufeffsep=;', 'Name;Email;Tickets', guest(1).replaceAll(',', ';')), ['Guest 1']],
    [
      'that line is quoted, and a title holds more commas than the headings semicolons',
      file('"sep=;"', 'a, b, c, d, e', 'Name;Email;Tickets', 'Anna;a@x.org;1'),
      ['Anna'],
    ],
    ['a title holds more commas than the headings semicolons', file('a, b, c, d, e', 'Name;Email;Tickets', 'Anna;a@x.org;1'), ['Anna']],
    ['UTF-8', Buffer.from(`${HEADING}\nŁukasz,l@x.org,,1`), ['Łukasz']],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${HEADING}\nŁukasz,l@x.org,,1`), ['Łukasz']],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${HEADING}\nŁukasz,l@x.org,,1`, 'utf16le'), ['Łukasz']],
    ['UTF-16 without a mark', Buffer.from(`${HEADING}\nŁukasz,l@x.org,,1`, 'utf16le'), ['Łukasz']],
    ['UTF-16 the other way round', Buffer.from(`\ufeff${HEADING}\nŁukasz,l@x.org,,1`, 'utf16le').swap16(), ['Łukasz']],
    ['Windows-1252', Buffer.from(`${HEADING}\nZoë,z@x.org,,1`, 'latin1'), ['Zoë']],
  ])('B4-517 is read where %s', async (_, content, names) => {
    expect(await readNames(content)).toEqual(names);
  });

  it('counts rows as Excel shows them, which shows its own line to nobody', async () => {
    const { rows, notes } = await readSheet(file('sep=;', 'Name;Email;Tickets', 'Anna;a@x.org;1'));
    expect([rows.map(({ row }) => row), notes]).toEqual([[2], []]);
  });

  it('says so where it has to guess how letters are stored', async () => {
    expect((await readSheet(Buffer.from(`${HEADING}\nZoë,z@x.org,,1`, 'latin1'))).notes).toEqual([expect.stringContaining('Windows-1252')]);
    expect((await readSheet(Buffer.from(`${HEADING}\nZoë,z@x.org,,1`))).notes).toEqual([]);
  });

  it('B4-516 is read to its end, however many rows are blank, and rows keep the numbers they have in the sheet', async () => {
    const blank = Array.from({ length: 1_200 }, () => ',,,');
    const { rows } = await readSheet(file(HEADING, guest(1), ...blank, '', guest(2)));
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
  ])('B4-516 with a quote that is left open %s is refused with its row, so that nobody vanishes in a cell', async (_, lines, words) => {
    await expect(readSheet(file(`${HEADING},Notes`, guest(1), ...lines))).rejects.toThrow(words);
  });

  it('cells that spreadsheets would run are text here', async () => {
    const { rows } = await readSheet(file('name,email,tickets', '=HYPERLINK("x"),@SUM(1),+1+1'));
    expect(rows[0]).toEqual({ row: 2, name: '=HYPERLINK("x")', email2: '@SUM(1)', phoneno: '', notickets: '+1+1' });
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
  ])('B4-517 %s are known', async (heading, row, phoneno) => {
    expect((await readSheet(file(heading, row))).rows).toEqual([
      { row: 2, name: 'Anna Vogel', email2: 'a@x.org', phoneno, notickets: '2' },
    ]);
  });

  it('may stand below a title, which is said', async () => {
    const { rows, notes } = await readSheet(file('Friends of the evening', 'as of June', '', HEADING, guest(1)));
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
  ])('B4-516 %s are refused, and the missing one is named', async (heading, words) => {
    await expect(readSheet(file(heading, 'Ben,b@x.org,1'))).rejects.toThrow(new RegExp(`^${words.replace(/[.()]/g, '\\$&')}`));
  });

  it('that are not read are said where something stands below them', async () => {
    const { notes } = await readSheet(file('Name,Email,Second Email,Tickets,Empty', 'Anna,a@x.org,b@x.org,1,,extra'));
    expect(notes).toEqual(['Columns that were not read: Second Email, the 6th.']);
  });
});
