import { BOOK_LINES, type AccountBook, type BookLines, type Books } from '@concert/contracts/payment/books';
import Excel from 'exceljs';
import { sumOfLines } from './books.ts';

const BOLD: Partial<Excel.Font> = { bold: true };

/** Minor units of a currency in one major unit, as a power of ten. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

const inWords = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1);

/** Writes the books as a spreadsheet: a sheet for each currency, whose rows add up to its last line, and one for payouts. */
export async function writeBooks({ at, accounts, payouts }: Books, timeZone: string): Promise<Buffer> {
  const workbook = new Excel.Workbook();
  if (at) workbook.created = new Date(at);
  for (const account of accounts) writeAccount(workbook.addWorksheet(account.currency), account, timeZone);
  const sheet = workbook.addWorksheet('Payouts');
  sheet.columns = ['Payout', 'Amount', 'Currency', 'State', 'Arrives on', 'Failure'].map((header) => ({ header, width: 22 }));
  for (const { id, amountMinor, currency, state, arrivesOn, failure } of payouts)
    sheet.addRow([id, amountMinor / 10 ** digitsOf(currency), currency, state, arrivesOn, failure ?? '']);
  sheet.getRow(1).font = BOLD;
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

function writeAccount(sheet: Excel.Worksheet, account: AccountBook, timeZone: string): void {
  const { currency, days, categories, lines, balance, differenceMinor } = account;
  const digits = digitsOf(currency);
  const numFmt = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`;
  const majors = (some: BookLines) => [...BOOK_LINES.map((line) => some[line]), sumOfLines(some)].map((minor) => minor / 10 ** digits);
  sheet.columns = [
    { header: `Day (${timeZone})`, width: 28 },
    ...[...BOOK_LINES.map(inWords), 'Sum'].map((header) => ({ header: `${header} (${currency})`, width: 20, style: { numFmt } })),
  ];
  for (const day of days) sheet.addRow([day.day, ...majors(day.lines)]);
  sheet.addRow(['All', ...majors(lines)]).font = BOLD;
  sheet.addRow([]);
  for (const { category, lines: own } of categories) sheet.addRow([category ?? 'No category', ...majors(own)]);
  sheet.addRow([]);
  const last = BOOK_LINES.map(() => '');
  for (const [name, minor] of [
    ['Available at the payment provider', balance.availableMinor],
    ['Pending at the payment provider', balance.pendingMinor],
    ['Difference', differenceMinor],
  ] as const)
    sheet.addRow([name, ...last, minor / 10 ** digits]).font = BOLD;
  sheet.getRow(1).font = BOLD;
}
