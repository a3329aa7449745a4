import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { BookingView } from '@concert/contracts/booking/http';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import { MONGO } from '@concert/service-kit/store/mongo';
import { until } from '@concert/test-kit/until';
import { MongoDisk } from './mongo-disk.ts';
import { RunningBooking } from '../running-booking.harness.ts';

const PRICE = priceMinor('General Seating', 2);
const booking = new RunningBooking();
const { clock } = booking;
const person = booking.person.bind(booking);
const details = (reference: string, reference2?: string | null, who?: Identity) =>
  booking.ask('POST', '/api/get-booking-details', { body: { reference, reference2 }, ...(who ? { who } : {}) });
const own = async (who: Identity, id: string) => (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body as BookingView;

// This tests the outcome, not the speed of a busy machine.
beforeAll(() => booking.start({ BOOKING_PATIENCE_MS: '20000' }));
afterAll(() => booking.stop());

describe('reserving', () => {
  it('S3-08 S3-09 S3-10 S3-11 S3-20 S3-21 S4-15 S6-05 S7-11 S7-12 S7-20 holds seats and answers the booking', async () => {
    const who = person();
    const before = await booking.left('General Seating');
    const { status, body } = await booking.reserve(who);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'pending', notickets: 2, amount: PRICE, resumed: false, holdEndsAt: '2026-11-21T12:30:00.000Z' });
    expect(await booking.left('General Seating')).toBe(before - 2);
    const placed = {
      id: body.id,
      userbookingid: body.id,
      firstname: who.name,
      lastname: '',
      email: who.email,
      phoneno: '(555) 123-4567',
      notickets: 2,
      amount: PRICE,
      currency: 'USD',
      seating: 'General Seating',
      status: 'pending',
      created_at: { _seconds: clock.now().getTime() / 1_000 },
    };
    expect(await own(who, body.id)).toMatchObject(placed);
    expect((await booking.ask('GET', '/api/ticket-bookings', { who })).body).toEqual([expect.objectContaining(placed)]);
    const { id, userbookingid: _, created_at: __, ...kept } = placed;
    expect(await booking.database.collection<{ _id: string }>('reserve-your-seat').findOne({ _id: id })).toMatchObject(kept);
  });

  it('B1-504 answers one key with one booking, however often and however parallel', async () => {
    const who = person();
    const key = randomUUID();
    const before = await booking.left('General Seating');
    const answers = await Promise.all(Array.from({ length: 50 }, () => booking.reserve(who, {}, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await booking.left('General Seating')).toBe(before - 2);
    const other = await booking.reserve(who, { notickets: 3 }, key);
    expect([other.status, other.body.code]).toEqual([422, 'request.key_reused']);
    // A copy that comes late takes no seats for whoever has given them up; once their time was over it is a new reservation.
    await booking.ask('POST', `/api/ticket-bookings/${answers[0]!.body.id}/cancel`, { who });
    expect((await booking.reserve(who, {}, key)).body.code).toBe('request.key_reused');
    expect(await booking.left('General Seating')).toBe(before);
    clock.advance({ minutes: 31 });
    expect((await booking.reserve(who, {}, key)).status).toBe(201);
  });

  it("S6-17 is refused under somebody else's address", async () => {
    const { status, body } = await booking.reserve(person(), { email: 'somebody@example.org' });
    expect([status, body.code]).toEqual([403, 'booking.email_mismatch']);
  });

  it('S6-13 needs a session', async () => {
    const answer = await booking.ask('POST', '/api/reserve-your-seat', { key: 'k', body: booking.order(person()) });
    expect([answer.status, answer.body.code]).toEqual([401, 'request.session_required']);
  });

  it('B3-601 is refused for a while, politely, where the disk of the database is nearly full; what is reserved can be paid', async () => {
    const [before, after] = [person(), person()];
    const reserved = await booking.reserve(before);
    const { app } = booking.service;
    const [disk, db] = [app.get(MongoDisk), app.get(MONGO).db!];
    const told = async (stats: object, who: Identity) => {
      db.command = () => Promise.resolve(stats);
      await disk.look();
      delete (db as Partial<typeof db>).command;
      return booking.reserve(who);
    };
    const refused = await told({ fsUsedSize: 95, fsTotalSize: 100 }, after);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'request.unavailable', '30']);
    expect((await booking.reserve(before)).body).toMatchObject({ id: reserved.body.id, resumed: true });
    expect(await booking.beginPayment(reserved.body.id, before)).toMatchObject({ bookingId: reserved.body.id });
    for (const stats of [{ fsUsedSize: 94, fsTotalSize: 100 }, {}]) expect((await told(stats, person())).status).toBe(201);
  });
});

describe('a hold', () => {
  it('B1-501 that was made while the clock was two days ahead ends once the clock is right', async () => {
    const buyer = person();
    clock.advance({ days: 2 });
    const { body } = await booking.reserve(buyer);
    clock.advance({ days: -2 });
    await booking.run('expire-holds');
    expect((await own(buyer, body.id)).status).toBe('expired');
  });

  it('B1-501 that ended without a payment page is named expired; one with a page waits for word', async () => {
    const [without, asked] = [person(), person()];
    const first = await booking.reserve(without);
    const second = await booking.reserve(asked);
    const begun = await booking.beginPayment(second.body.id, asked);
    expect(begun).toMatchObject({ bookingId: second.body.id, amount: { amountMinor: PRICE, currency: 'USD' } });
    expect(Date.parse(begun.holdEndsAt)).toBe(clock.now().getTime() + 1_830_000);
    clock.advance({ minutes: 5 });
    const again = await booking.beginPayment(second.body.id, asked, false);
    expect(again.holdEndsAt).toBe(begun.holdEndsAt);
    expect(await booking.beginPayment(second.body.id, without)).toMatchObject({ code: 'booking.not_found' });
    clock.advance({ minutes: 26 });
    await booking.run('expire-holds');
    expect((await own(without, first.body.id)).status).toBe('expired');
    expect((await own(asked, second.body.id)).status).toBe('pending');
    expect(await booking.beginPayment(second.body.id, asked)).toMatchObject({ code: 'booking.not_payable' });
    clock.advance({ minutes: 11 });
    await booking.run('expire-holds');
    expect((await own(asked, second.body.id)).status).toBe('expired');
  });
});

describe('more time', () => {
  const more = (who: Identity, id: string, holdEndsAt: string) =>
    booking.ask('POST', `/api/ticket-bookings/${id}/more-time`, { who, body: { holdEndsAt } });
  const sixMinutesAfter = (end: string) => new Date(Date.parse(end) + 360_000).toISOString();

  it('B3-534 is given once for each end that was seen, ten times, and seats stay kept that long', async () => {
    const who = person();
    const { body: placed } = await booking.reserve(who);
    expect(placed.moreTimes).toBe(10);
    const twice = await Promise.all([more(who, placed.id, placed.holdEndsAt), more(who, placed.id, placed.holdEndsAt)]);
    const first = { holdEndsAt: sixMinutesAfter(placed.holdEndsAt), moreTimes: 9 };
    expect(twice.map(({ status, body }) => [status, body])).toEqual([
      [200, first],
      [200, first],
    ]);
    expect(await own(who, placed.id)).toMatchObject(first);
    expect((await more(person(), placed.id, first.holdEndsAt)).body.code).toBe('booking.not_found');
    let end = first.holdEndsAt;
    for (let left = 8; left >= 0; left -= 1) {
      const { body } = await more(who, placed.id, end);
      expect(body).toEqual({ holdEndsAt: sixMinutesAfter(end), moreTimes: left });
      end = body.holdEndsAt;
    }
    const refused = await more(who, placed.id, end);
    expect([refused.status, refused.body.code]).toEqual([409, 'booking.no_more_time']);
    clock.advance({ minutes: 89 });
    await booking.run('expire-holds');
    expect((await own(who, placed.id)).status).toBe('pending');
    // It can be paid in its last minute.
    expect(await booking.beginPayment(placed.id, who)).toMatchObject({ bookingId: placed.id });
  });
});

describe('giving up', () => {
  const asks = async (type: string, id: string) => (await booking.told(type, id)).length;

  it('B1-507 frees the seats at once before a payment page, and asks svc-payment to close one that is open', async () => {
    const [quick, asked] = [person(), person()];
    const first = await booking.reserve(quick);
    const before = await booking.left('General Seating');
    const cancelled = await booking.ask('POST', `/api/ticket-bookings/${first.body.id}/cancel`, { who: quick });
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect(await booking.left('General Seating')).toBe(before + 2);
    expect((await booking.ask('POST', `/api/ticket-bookings/${first.body.id}/cancel`, { who: quick })).body.status).toBe('cancelled');
    expect(await booking.left('General Seating')).toBe(before + 2);

    const second = await booking.reserve(asked);
    await booking.beginPayment(second.body.id, asked);
    expect((await booking.ask('POST', `/api/ticket-bookings/${second.body.id}/cancel`, { who: asked })).body.status).toBe('pending');
    expect(await asks('booking.booking.cancel-requested.v1', second.body.id)).toBe(1);
    const foreign = await booking.ask('POST', `/api/ticket-bookings/${second.body.id}/cancel`, { who: quick });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'booking.not_found']);
  });

  it('B1-508 asks before a second purchase within minutes, and takes an accidental one back by one press', async () => {
    const who = person();
    const first = await booking.reserve(who);
    await booking.settled(first.body.id, PRICE);
    await booking.becomes(who, first.body.id, 'paid');
    const asked = await booking.reserve(who);
    expect([asked.status, asked.body.code]).toEqual([409, 'booking.second_purchase']);
    clock.advance({ seconds: 30 });
    const second = await booking.reserve(who, { second_purchase: true });
    expect(second.status).toBe(201);
    clock.advance({ minutes: 2 });
    await booking.settled(second.body.id, PRICE);
    await booking.becomes(who, second.body.id, 'paid');
    const listed = (await booking.ask('GET', '/api/ticket-bookings', { who })).body as BookingView[];
    expect(listed.map(({ id, returnableUntil }) => [id, Boolean(returnableUntil)])).toEqual([
      [second.body.id, true],
      [first.body.id, false],
    ]);
    const ofOne = (await own(who, second.body.id)).returnableUntil;
    expect(ofOne).toBe(listed[0]!.returnableUntil);
    const untilWhen = async (reader?: Identity) =>
      (await details(second.body.id, listed[0]!.ref2, reader)).body[0].returnableUntil as string;
    expect([await untilWhen(who), await untilWhen(), await untilWhen(person('organiser'))]).toEqual([ofOne, undefined, undefined]);
    expect((await own(who, first.body.id)).returnableUntil).toBeUndefined();
    const kept = await booking.ask('POST', `/api/ticket-bookings/${first.body.id}/return`, { who });
    expect([kept.status, kept.body.code]).toEqual([409, 'booking.not_returnable']);
    for (let press = 0; press < 3; press += 1) {
      expect((await booking.ask('POST', `/api/ticket-bookings/${second.body.id}/return`, { who })).body.status).toBe('refund_requested');
    }
    expect(await asks('booking.booking.return-requested.v1', second.body.id)).toBe(1);
    expect((await own(who, second.body.id)).tickets).toBeUndefined();
    clock.advance({ minutes: 16 });
    expect((await booking.reserve(who)).status).toBe(201);
  });
});

describe('the PDF', () => {
  it('B2-503 B5-563 B9-552 has all tickets on one sheet, for those who may see them; the secret of a link opens nothing out of an address', async () => {
    const who = person();
    const { body } = await booking.reserve(who, { notickets: 3 });
    const path = `/api/ticket-bookings/${body.id}/tickets.pdf`;
    expect((await booking.ask('POST', path, { who, body: {} })).body.code).toBe('booking.no_tickets');
    await booking.settled(body.id, priceMinor('General Seating', 3));
    const { ref2 } = await booking.becomes(who, body.id, 'paid');
    const { bytes, ...answer } = await booking.ask('POST', path, { body: { ref2 } });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="tickets-${body.id}.pdf"`,
    ]);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect((await booking.ask('POST', path, { body: {} })).status).toBe(404);
    // A secret in the address opens nothing: it would stand in the logs of whatever lies between.
    expect((await booking.ask('POST', `${path}?ref2=${ref2}`, { body: {} })).status).toBe(404);
    expect((await booking.ask('GET', `${path}?ref2=${ref2}`)).status).toBe(404);
  });
});

describe('reading', () => {
  it('S3-22 S3-23 S7-22 shows a booking to its owner and to an organiser; to others it does not exist', async () => {
    const who = person();
    const { body } = await booking.reserve(who);
    const record = {
      id: body.id,
      firstname: who.name,
      lastname: '',
      email: who.email,
      seating: 'General Seating',
      amount: PRICE,
      currency: 'USD',
      notickets: 2,
      status: 'pending',
    };
    expect(await own(who, body.id)).toMatchObject(record);
    expect((await details(body.id, null, who)).body).toEqual([expect.objectContaining(record)]);
    expect((await own(person('organiser'), body.id)).id).toBe(body.id);
    const foreign = await booking.ask('GET', `/api/ticket-bookings/${body.id}`, { who: person() });
    const absent = await booking.ask('GET', '/api/ticket-bookings/bk_00000000000000000000000000', { who });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'booking.not_found']);
    expect({ ...foreign.body, instance: '', traceId: '' }).toEqual({ ...absent.body, instance: '', traceId: '' });
  });

  it('opens ticket details to the owner, an organiser or the signed link of that booking, and to nobody else', async () => {
    const [who, other] = [person(), person()];
    const [mine, theirs] = await Promise.all([booking.paid(who), booking.paid(other)]);
    const [{ ref2 }, { ref2: link }] = [await own(who, mine), await own(other, theirs)];
    for (const answer of [
      await details(mine, ref2),
      await details(mine, null, who),
      await details(mine, undefined, person('organiser')),
      await details(mine, 'null', who),
    ]) {
      expect([answer.status, answer.body[0]?.id]).toEqual([200, mine]);
    }
    for (const answer of [await details(mine, null), await details(mine, link), await details(mine, link, other), await details(mine, '')])
      expect([answer.status, answer.body.code]).toEqual([404, 'booking.not_found']);
  });
});

describe("a booking's timeline", () => {
  const organiser = person('organiser');
  const timeline = (reference: string) => booking.ask('GET', `/api/ticket-bookings/${reference}/timeline`, { who: organiser });

  it('B4-503 tells its states, its money and what organisers did, oldest first', async () => {
    const who = booking.person();
    const bookingId = await booking.paid(who, { notickets: 2 });
    const { body } = await until(
      'the money is told',
      () => timeline(bookingId),
      (told) => told.body.entries?.length === 3,
    );
    expect(body.booking).toMatchObject({
      id: bookingId,
      firstname: who.name,
      status: 'paid',
      amount: { amountMinor: PRICE, currency: 'USD' },
      price: { amountMinor: PRICE, currency: 'USD' },
      providerIds: [`pi_test_${bookingId.slice(3)}`, `cs_test_${bookingId.slice(3)}`],
    });
    expect(body.booking.ref2).toMatch(/^C1\./);
    expect((await timeline('bk_00000000000000000000000000')).body.code).toBe('booking.not_found');
    const open = await booking.reserved(who, { seating: 'VIP Seating', notickets: 6 });
    expect((await timeline(open)).body.booking).toMatchObject({
      status: 'pending',
      amount: { amountMinor: 0 },
      price: { amountMinor: priceMinor('VIP Seating', 6) },
    });
    expect(body.entries.map((entry: { kind: string; to?: string; what?: string }) => [entry.kind, entry.to ?? entry.what])).toEqual(
      expect.arrayContaining([
        ['status', 'pending'],
        ['status', 'paid'],
        ['money', 'settled'],
      ]),
    );
    expect(body.entries[0]).toMatchObject({
      kind: 'status',
      from: null,
      to: 'pending',
      by: { id: who.userId, name: who.name, email: who.email },
      cause: 'reserved',
    });
    const search = { email: organiser.email, search: `pi_test_${bookingId.slice(3)}` };
    expect((await booking.ask('POST', '/api/get-bookings', { who: organiser, body: search })).body).toMatchObject([{ id: bookingId }]);
  });
});

describe('the log', () => {
  it('never carries a person', () => {
    expect(booking.lines.length).toBeGreaterThan(10);
    expect(booking.lines.join('')).not.toMatch(/@example\.org|555\) 123|Person \d/);
  });
});
