import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPORT_STATUS_WORDS, type ReportRow } from '@concert/contracts/booking/reports';
import { priceMinor, SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { collectionOf, Transactions } from '@concert/service-kit/store/mongo';
import Excel from 'exceljs';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { newEntry } from '../complimentary/entry.ts';
import { MongoEntries } from '../complimentary/mongo-entries.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { RunningBooking } from '../running-booking.harness.ts';
import { MongoReport } from './mongo-report.ts';
import { Reports } from './reports.ts';
import { StoredBookings } from './stored-bookings.harness.ts';

const booking = new RunningBooking();
const stored = new StoredBookings(booking);
const organiser = booking.person('organiser');
const take = (who = organiser, email = who.email) => booking.ask('POST', '/api/export-bookings', { who, body: { email } });

/** Texts that must not be evaluated or read as another type. They are names, which people type; sheet-text.unit.spec.ts knows them all. */
const EVIL = ['=1+1', '=HYPERLINK("https://evil.example","x")', "'=1", 'two\nlines', ']]>', 'Tom & <b>Co</b>', '00123', '#REF!'];
const textOf = (cell: Excel.Cell): unknown => {
  const value = cell.value as { richText?: { text: string }[] } | null;
  return value && typeof value === 'object' && value.richText ? value.richText.map(({ text }) => text).join('') : (cell.value ?? '');
};

beforeAll(async () => {
  await booking.start();
  const start = booking.clock.now().getTime();
  for (const [index, name] of EVIL.entries())
    await stored.add({
      firstname: name,
      email: index % 2 ? name.slice(0, 60) : 'anna@example.org',
      phoneno: index === 3 ? '=5551234567' : '(555) 123-4567',
      seating: SEATINGS[index % 4]!,
      tickets: 1,
      createdAt: new Date(start + index * 60_000),
      path: index % 3 === 0 ? ['paid'] : [],
    });
  const guest = { name: '=cmd|calc', email2: 'guest@example.org', phoneno: '', notickets: 4 };
  const tickets = Array.from({ length: 4 }, () => stored.id('ticket'));
  const entry = newEntry(stored.id('complimentary'), 'f', guest, tickets, organiser.userId, new Date(start + 90_000));
  await stored.inTransaction((transaction) => new MongoEntries(booking.database).add([entry], transaction));
});
afterAll(() => booking.stop());

describe('the export', () => {
  it('B4-511 S1-15 S7-25 holds every row in the nine columns and the price, newest first, each text as it is and none as a formula; then the totals of these rows', async () => {
    const answer = await take();
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
      answer.headers.get('cache-control'),
    ]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="concert_bookings.xlsx"',
      'private, no-store',
    ]);

    const workbook = new Excel.Workbook();
    await workbook.xlsx.load(answer.bytes as never);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Concert Bookings', 'Totals']);
    const sheet = workbook.worksheets[0]!;
    const listed = (await booking.ask('POST', '/api/get-bookings', { who: organiser, body: { email: organiser.email } }))
      .body as ReportRow[];
    expect([listed.length, sheet.rowCount]).toEqual([EVIL.length + 1, listed.length + 1]);
    const heading = Array.from({ length: 10 }, (_, index) => sheet.getRow(1).getCell(index + 1).value);
    expect(heading).toEqual([
      'Full Name',
      'Email',
      'Phone Number',
      'Booking ID',
      'No. of Tickets',
      'Amount (USD)',
      'Seating',
      'Date and Time (America/New_York)',
      'Status',
      'Price (USD)',
    ]);
    listed.forEach((row, index) => {
      const cells = Array.from({ length: 10 }, (_, column) => sheet.getRow(index + 2).getCell(column + 1));
      expect([...cells.slice(0, 7).map(textOf), ...cells.slice(8).map(textOf)]).toEqual([
        `${row.firstname} ${row.lastname}`.trim(),
        row.email,
        row.phoneno,
        row.id,
        row.notickets,
        row.amount / 100,
        row.seating,
        REPORT_STATUS_WORDS[row.status],
        row.price / 100,
      ]);
      // 12:00 UTC is 7 in the morning in New York in November.
      expect((cells[7]!.value as Date).getTime()).toBe(row.created_at._seconds * 1_000 - 5 * 3_600_000);
      expect([cells[7]!.numFmt, cells[0]!.numFmt, cells[5]!.numFmt]).toEqual(['mm/dd/yyyy hh:mm:ss "EST"', '@', '#,##0.00']);
      for (const cell of cells)
        expect([Excel.ValueType.Formula, Excel.ValueType.Hyperlink, Excel.ValueType.Error]).not.toContain(cell.type);
    });
    expect(sheet.columns.slice(0, 9).every(({ width }) => Number(width) >= 14)).toBe(true);

    const totals = workbook.worksheets[1]!;
    const shown = Array.from({ length: 8 }, (_, row) => [1, 3, 5, 6].map((column) => totals.getRow(row + 2).getCell(column).value));
    const paid = (seating: Seating) => EVIL.filter((_, index) => index % 3 === 0 && SEATINGS[index % 4] === seating).length;
    expect(shown).toEqual([
      ...SEATINGS.map((seating) => [seating, paid(seating), paid(seating), (paid(seating) * priceMinor(seating, 1)) / 100]),
      ['HDYC Family', 0, 0, 0],
      ['VIP Tickets', 0, 0, 0],
      ['Friends and Family', 1, 4, 0],
      [
        'All',
        null,
        SEATINGS.reduce((sum, seating) => sum + paid(seating), 0) + 4,
        SEATINGS.reduce((sum, seating) => sum + (paid(seating) * priceMinor(seating, 1)) / 100, 0),
      ],
    ]);
    expect((await booking.ask('GET', '/api/audit-log?act=report.exported', { who: organiser })).body.items[0]).toMatchObject({
      act: 'report.exported',
      detail: { rows: listed.length },
      by: { id: organiser.userId },
    });
  });

  it('B5-577 holds only the bookings and entries whose ids were sent, and the totals of these', async () => {
    const listed = (await booking.ask('POST', '/api/get-bookings', { who: organiser, body: { email: organiser.email } }))
      .body as ReportRow[];
    const chosen = [listed.find(({ status }) => status === 'paid')!, listed.find(({ seating }) => seating === 'Friends and Family')!];
    const ids = chosen.map(({ id }) => id);
    const answer = await booking.ask('POST', '/api/export-bookings', { who: organiser, body: { email: organiser.email, ids } });
    const workbook = new Excel.Workbook();
    await workbook.xlsx.load(answer.bytes as never);
    const [rows, totals] = workbook.worksheets as [Excel.Worksheet, Excel.Worksheet];
    expect([2, 3].map((row) => rows.getRow(row).getCell(4).value).sort()).toEqual([...ids].sort());
    expect([rows.rowCount, totals.getRow(9).getCell(4).value]).toEqual([3, 2]);
    const refused = await booking.ask('POST', '/api/export-bookings', { who: organiser, body: { email: organiser.email, ids: [] } });
    expect(refused.status).toBe(422);
  });

  it('B4-511 is written for two at a time, and gives way to whoever reserves', async () => {
    const transactions = new Transactions(booking.database);
    const report = new MongoReport(booking.database, transactions);
    const some = await report.rows();
    const rows = Array.from({ length: 1_000 }, () => some).flat();
    const exports = new Reports(
      Object.assign(report, { rows: () => Promise.resolve(rows) }),
      new MongoConcert(booking.database, false, '', undefined),
      booking.service.app.get(NamedPeopleLimit),
      new AuditLog(new MongoAudit(booking.database)),
      transactions,
      booking.clock,
    );
    const written = Promise.all([exports.write(organiser), exports.write(organiser)]);
    await expect(exports.write(organiser)).rejects.toMatchObject({ code: 'booking.export_busy' });
    const first = await Promise.race([written, booking.reserved(booking.person())]);
    expect(first).toMatch(/^bk_/);
    for (const file of await written) expect(file.length).toBeGreaterThan(1_000);
    rows.length = 1;
    expect((await exports.write(organiser)).length).toBeGreaterThan(1_000);
  });

  it('B4-511 is of one moment, while people go on booking', async () => {
    const transactions = new Transactions(booking.database);
    const before = await new MongoReport(booking.database, transactions).rows();
    const meanwhile = new MongoReport(booking.database, {
      run: (read) =>
        transactions.run(async (transaction) => {
          await collectionOf(booking.database, BOOKINGS_COLLECTION).findOne({}, { session: transaction });
          await booking.reserved(booking.person());
          return read(transaction);
        }),
    });
    expect(await meanwhile.rows()).toEqual(before);
  });

  it('S6-11 is given to organisers under their own address', async () => {
    expect((await take(organiser, 'other@example.org')).body.code).toBe('booking.email_mismatch');
    expect((await take(booking.person('buyer'))).status).toBe(403);
    expect(await collectionOf(booking.database, BOOKINGS_COLLECTION).countDocuments()).toBeGreaterThan(0);
  });
});
