import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Report, ReportRow } from '@concert/contracts/booking/reports';
import { SEATINGS, priceMinor, type Seating } from '@concert/contracts/booking/seating';
import { refundIssuedV1 } from '@concert/contracts/payment/refunds';
import { collectionOf } from '@concert/service-kit/store/mongo';
import { ofLength, until } from '@concert/test-kit/until';
import { toBooking } from '../bookings/mongo-booking-documents.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { chargedFor, type Booking } from '../bookings/booking.ts';
import { newEntry } from '../complimentary/entry.ts';
import { MongoEntries } from '../complimentary/mongo-entries.ts';
import { RunningBooking } from '../running-booking.harness.ts';
import { StoredBookings } from './stored-bookings.harness.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';

const general = (tickets: number) => priceMinor('General Seating', tickets);
const booking = new RunningBooking();
const organiser = booking.person('organiser');
const bookings = new StoredBookings(booking);
const stored = bookings.add.bind(bookings);
const id = bookings.id.bind(bookings);
const list = (body: object = {}, who = organiser) => booking.ask('POST', '/api/get-bookings', { who, body: { email: who.email, ...body } });
const rows = async (body: object = {}): Promise<ReportRow[]> => {
  const answer = await list(body);
  if (answer.status !== 200) throw new Error(`the list answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as ReportRow[];
};
const report = async (): Promise<Report> => (await booking.ask('GET', '/api/bookings-report', { who: organiser })).body as Report;
/** All pages of a list. */
async function paged(body: object, limit: number): Promise<ReportRow[]> {
  const listed: ReportRow[] = [];
  for (let cursor: string | undefined; ; cursor = listed.at(-1)!.cursor) {
    const page = await rows({ ...body, limit, ...(cursor ? { cursor } : {}) });
    listed.push(...page);
    if (page.length < limit) return listed;
  }
}

beforeAll(() => booking.start());
afterAll(() => booking.stop());

describe('the list', () => {
  it('S7-24 is empty while there is nothing', async () => {
    expect(await rows()).toEqual([]);
    expect((await report()).categories.map(({ count, tickets, chargedMinor }) => count + tickets + chargedMinor)).toEqual([
      0, 0, 0, 0, 0, 0, 0,
    ]);
  });

  it('B4-502 pages through rows with equal values in every order, each once, while rows are added and removed', async () => {
    const start = booking.clock.now().getTime();
    await Promise.all(
      Array.from({ length: 23 }, (_, index) =>
        stored({
          firstname: ['Ångström', 'anna', 'Anna', 'Öz', 'Zoë', '李', '\u{1F3B5}'][index % 7]!,
          lastname: '',
          seating: SEATINGS[index % 4]!,
          tickets: 1,
          createdAt: new Date(start + Math.floor(index / 5) * 1_000),
          path: index % 3 === 0 ? ['paid'] : index % 3 === 1 ? ['expired'] : [],
        }),
      ),
    );
    const entries = new MongoEntries(booking.database);
    const guest = { name: 'Gäst', email2: 'guest@example.org', phoneno: '', notickets: 3 };
    await bookings.inTransaction((transaction) =>
      entries.add(
        Array.from({ length: 6 }, (_, index) =>
          newEntry(
            id('complimentary'),
            (['h', 'v', 'f'] as const)[index % 3]!,
            guest,
            [id('ticket'), id('ticket'), id('ticket')],
            organiser.userId,
            new Date(start + index * 1_000),
          ),
        ),
        transaction,
      ),
    );
    const all = await rows();
    expect(all).toHaveLength(29);
    for (const sort of ['-created', 'created', 'name', '-name', 'amount', '-amount']) {
      const whole = (await rows({ sort })).map((row) => row.id);
      expect(new Set(whole).size).toBe(29);
      expect([sort, (await paged({ sort }, 4)).map((row) => row.id)]).toEqual([sort, whole]);
    }
    const amounts = (await rows({ sort: 'amount' })).map(({ amount }) => amount);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    const created = (await rows({ sort: 'created' })).map((row) => row.created_at._seconds);
    expect(created).toEqual([...created].sort((a, b) => a - b));
    expect(
      (await rows({ sort: 'name' }))
        .map(({ firstname }) => firstname)
        .filter((name, index, names) => names[index - 1] !== name)
        .join(' '),
    ).toMatch(/^Ångström (Anna|anna)/);

    // The last row of the page was removed and another one inserted before it: no row may be repeated or missed.
    const first = await rows({ limit: 10 });
    const gone = first.at(-1)!;
    await collectionOf<{ _id: string }>(
      booking.database,
      gone.id.startsWith('cp_') ? 'complimentary-entries' : BOOKINGS_COLLECTION,
    ).deleteOne({ _id: gone.id });
    const later = await stored({ createdAt: new Date(start + 900_000) });
    const rest = await rows({ cursor: gone.cursor });
    expect([...first, ...rest].map((row) => row.id)).toEqual(all.map((row) => row.id));
    expect((await rows({ limit: 1 }))[0]!.id).toBe(later.id);
  });

  it('keeps to the statuses and categories that are asked for', async () => {
    const paid = await rows({ status: ['paid'] });
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set(['paid']));
    const both = await rows({ status: ['paid', 'expired', 'Submitted'], seating: ['VIP Seating', 'VIP Tickets'] });
    expect(new Set(both.map(({ seating }) => seating))).toEqual(new Set(['VIP Seating', 'VIP Tickets']));
    expect(await rows({ status: ['Revoked'], seating: ['General Seating'] })).toEqual([]);
    const { cells } = await report();
    expect(paid).toHaveLength(cells.filter(({ status }) => status === 'paid').reduce((sum, { bookings }) => sum + bookings, 0));
  });
});

describe('one search', () => {
  let found: Booking;
  beforeAll(async () => {
    found = await stored({
      firstname: 'Thérèse',
      lastname: "O'Kelly-Sanz",
      email: 'tess.okelly+vip@Mail.Example.com',
      phoneno: '(415) 867-5309',
      ticketIds: [id('ticket'), id('ticket')],
    });
    await booking.publish(refundIssuedV1, {
      bookingId: found.id,
      checkoutSessionId: 'cs_x',
      refundId: 're_1Qx7TestRefund',
      amount: { amountMinor: general(2), currency: 'USD' },
      issuedAt: booking.clock.now().toISOString(),
    });
    await until('the refund is remembered', () => rows({ search: 're_1Qx7' }), ofLength(1));
  });
  it('B4-501 finds a booking by part of a name, email, phone number, reference, ticket code or the id the provider gave', async () => {
    const [first] = found.ticketIds;
    const ways = [
      'Ther',
      'THÉRÈSE',
      "o'kel",
      'therese kelly',
      'okelly',
      'example.com',
      'tess.okelly+vip@mail.example.com',
      '415.867.5309',
      '+1 415 867 5309',
      '5309',
      '4158',
      found.id,
      found.id.slice(3),
      found.id.slice(0, 22),
      first!,
      first!.slice(3),
      `T1.abcd.${first!.slice(3)}.c2lnbmF0dXJl`,
      `https://concert.example/get-details?ref=${found.id}&ref2=C1.abcd.xyz`,
      're_1Qx7TestRefund',
      're_1qx7',
      'Therese 5309',
      'eres',
      'kelly-sa',
      'okelly+v',
    ];
    for (const search of ways) expect([search, (await rows({ search })).map((row) => row.id)]).toEqual([search, [found.id]]);
  });
  it.each([
    '%',
    '\\',
    '.*',
    '\u{1F3B5}\u{1F3B5}',
    ' , ; ',
    'Therese Nobody',
    '\u0000',
    '{"$gt":""}',
    're_unknown',
    '999',
    'T2.abcd',
    "';--",
  ])('finds nothing for %j, and does not break', async (search) => {
    expect(await rows({ search })).toEqual([]);
  });
});

describe('the totals', () => {
  it('S1-14 are what the bookings add up to, also when many change at once and by the real ways', async () => {
    const people = Array.from({ length: 12 }, () => booking.person());
    const ids = await Promise.all(
      people.map((who, index) =>
        booking.reserved(who, { seating: (['General Seating', 'Preferred Seating'] as Seating[])[index % 2]!, notickets: 1 + (index % 3) }),
      ),
    );
    await Promise.all([
      ...people.slice(0, 4).map((who, index) => booking.ask('POST', `/api/ticket-bookings/${ids[index]}/cancel`, { who })),
      ...ids.slice(4, 8).map((bookingId) => booking.pageEnded(bookingId, 'expired', 3)),
      ...Array.from({ length: 10 }, (_, index) => stored({ seating: SEATINGS[index % 4]!, tickets: 1, path: ['paid', 'refunded'] })),
    ]);
    await booking.paid(booking.person(), { notickets: 5 });
    const ended = () =>
      collectionOf(booking.database, BOOKINGS_COLLECTION).countDocuments({ _id: { $in: ids as never[] }, status: 'pending' });
    await until('the bookings have ended', ended, 4);
    const seen = await report();
    const all = (await collectionOf<BookingDocument>(booking.database, BOOKINGS_COLLECTION).find().toArray()).map(toBooking);
    for (const { category, status, bookings: count, tickets, amountMinor } of seen.cells.filter((cell) =>
      (SEATINGS as readonly string[]).includes(cell.category),
    )) {
      const own = all.filter((one) => one.seating === category && one.status === status);
      expect([category, status, count, tickets, amountMinor]).toEqual([
        category,
        status,
        own.length,
        own.reduce((sum, one) => sum + one.tickets, 0),
        own.reduce((sum, one) => sum + chargedFor(one).amountMinor, 0),
      ]);
    }
    expect(seen.timeZone).toBe('America/New_York');
  });
});

describe('who may read it', () => {
  it('B9-573 read 500 people in an hour by an old proof, whichever lists name them, and more by a fresh one', async () => {
    const old = booking.person('organiser', { signedInAt: '2024-01-01T00:00:00.000Z' });
    const opened = async () => (await list({ limit: 50, sort: 'created' }, old)).status;
    // The same people again count once.
    for (let page = 0; page < 11; page += 1) expect(await opened()).toBe(200);
    const named = booking.database.collection<{ _id: string; people: string[] }>('named-people');
    const [row] = await named.find({ _id: new RegExp(`^${old.userId}`) }).toArray();
    expect(row!.people).toHaveLength(50);
    const others = Array.from({ length: 450 }, (_, index) => `bk_${index}`);
    await named.updateOne({ _id: row!._id }, { $push: { people: { $each: others } } });
    const beyond = await list({ limit: 1 }, old);
    expect([beyond.status, beyond.body.code]).toEqual([403, 'request.sign_in_again']);
    expect(beyond.body.detail).toBe('You have looked at the details of 500 people in an hour.');
    expect(await opened()).toBe(200);
    await Promise.all([booking.invited(), booking.reserved(booking.person())]);
    for (const path of ['/api/complimentary-entries?group=v', '/api/held-seats'])
      expect([path, (await booking.ask('GET', path, { who: old })).body.code]).toEqual([path, 'request.sign_in_again']);
    expect((await list({ limit: 1 }, { ...old, signedInAt: booking.clock.now().toISOString() })).status).toBe(200);
    booking.clock.advance({ minutes: 60 });
    expect((await list({ limit: 1 }, old)).status).toBe(200);
  });

  it('S6-15 are organisers and admins, under their own address', async () => {
    expect((await list({}, booking.person('admin'))).status).toBe(200);
    expect((await list({}, booking.person('buyer'))).status).toBe(403);
    expect((await list({ email: 'Somebody@example.org' })).body.code).toBe('booking.email_mismatch');
    expect((await list({ email: organiser.email.toUpperCase() })).status).toBe(200);
  });
});
