import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import type { Seating } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import type { Role } from '@concert/contracts/core/roles';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { randomIds } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { collectionOf, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { until } from '@concert/test-kit/until';
import { chainHash, MongoBookingsRepository } from './bookings/mongo-bookings.repository.ts';
import { MongoReportFigures } from './reports/mongo-report-figures.ts';
import { SeatLanes } from './bookings/lane/seat-lanes.ts';
import { PlaceBooking } from './bookings/place-booking.ts';
import { MongoUnpaidHolds } from './unpaid-holds/mongo-unpaid-holds.ts';
import { ReleaseBooking } from './bookings/release-booking.ts';
import { MongoConcertRepository } from './concert/mongo-concert.repository.ts';
import { MongoStockRepository } from './seats/mongo-stock.repository.ts';
import type { StockRepository } from './seats/stock.repository.ts';
import { Schedules } from '@concert/service-kit/process/schedules';
import { RunningBooking, type AskOptions } from './running-booking.harness.ts';
import { concertsCollection } from './concert/concert.schema.ts';

const running = new RunningBooking();
const { clock, lines, payment, notify } = running;
const person = (role?: Role) => running.person(role);
const tell = running.publish.bind(running);

interface Answer<T> {
  status: number;
  body: T & Partial<Pick<ProblemDocument, 'code' | 'errors'>>;
}

const ask = <T>(method: string, path: string, options?: AskOptions): Promise<Answer<T>> => running.ask(method, path, options);

const PRICES: Record<Seating, (tickets: number) => number> = {
  'General Seating': (tickets) => tickets * 2_500,
  'Preferred Seating': () => 50_000,
  'Premium Seating': () => 100_000,
  'VIP Seating': () => 250_000,
};

function order(who: Identity, over: Record<string, unknown> = {}) {
  const seating = (over['seating'] as Seating | undefined) ?? 'General Seating';
  const notickets = (over['notickets'] as number | undefined) ?? 2;
  return {
    firstname: who.name,
    lastname: '',
    email: who.email,
    phoneno: '(555) 123-4567',
    notickets,
    seating,
    amount: PRICES[seating]?.(notickets) ?? 1,
    currency: 'USD',
    status: 'pending',
    // What is typed here is not kept: the site's own address is.
    host: 'https://elsewhere.example',
    ...over,
  };
}

type Placed = { id: string; status: string; notickets: number; amount: number; holdEndsAt: string; moreTimes: number; resumed: boolean };

function reserve(who: Identity, over: Record<string, unknown> = {}, key: string = randomUUID()) {
  return ask<Placed>('POST', '/api/reserve-your-seat', { who, key, body: order(who, over) });
}

async function left(seating: Seating): Promise<number> {
  const { body } = await ask<ConcertView>('GET', '/api/concert');
  return body.categories.find((category) => category.seating === seating)!.left;
}

const own = async (who: Identity, id: string) => (await ask<BookingView>('GET', `/api/ticket-bookings/${id}`, { who })).body;

const settled = (bookingId: string, amountMinor: number) => ({
  bookingId: bookingId as never,
  checkoutSessionId: `cs_test_${bookingId}`,
  paymentIntentId: 'pi_1',
  amount: { amountMinor, currency: 'USD' as const },
  settledAt: clock.now().toISOString(),
  cause: 'webhook' as const,
});

async function setCapacity(seating: Seating, capacity: number): Promise<void> {
  await collectionOf<{ _id: string }>(running.database, 'stock').updateOne({ _id: seating }, { $set: { capacity }, $inc: { version: 1 } });
}

// This tests the outcome, not the speed of a busy machine.
beforeAll(() => running.start({ BOOKING_PATIENCE_MS: '20000' }));
afterAll(() => running.stop());

describe('the concert', () => {
  it('S3-35 S3-36 S3-37 S3-38 S9-01 S9-02 S9-03 S9-04 S9-05 S9-06 S9-07 S9-08 S9-09 shows the seat prices, defaults and maxima of the specification with what is left', async () => {
    const { body } = await ask<ConcertView>('GET', '/api/concert');
    expect(body.state).toBe('open');
    expect(
      body.categories.map(({ seating, priceMinor, pricedPer, defaultTickets, maxTickets, capacity, left }) => [
        seating,
        priceMinor,
        pricedPer,
        defaultTickets,
        maxTickets,
        capacity,
        left,
      ]),
    ).toEqual([
      ['General Seating', 2_500, 'ticket', 1, 6, 500, 500],
      ['Preferred Seating', 50_000, 'booking', 4, 4, 80, 80],
      ['Premium Seating', 100_000, 'booking', 6, 6, 60, 60],
      ['VIP Seating', 250_000, 'booking', 6, 6, 30, 30],
    ]);
  });
});

describe('reserving', () => {
  it('S3-08 S3-09 S3-10 S3-11 S3-20 S3-21 S4-15 S6-05 S7-11 S7-12 S7-20 holds seats and answers the booking', async () => {
    const who = person();
    const before = await left('General Seating');
    const { status, body } = await reserve(who);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'pending', notickets: 2, amount: 5_000, resumed: false, holdEndsAt: '2026-11-21T12:30:00.000Z' });
    expect(await left('General Seating')).toBe(before - 2);
    const booking = {
      id: body.id,
      userbookingid: body.id,
      firstname: who.name,
      lastname: '',
      email: who.email,
      phoneno: '(555) 123-4567',
      notickets: 2,
      amount: 5_000,
      currency: 'USD',
      seating: 'General Seating',
      status: 'pending',
      created_at: { _seconds: clock.now().getTime() / 1_000 },
    };
    expect(await own(who, body.id)).toMatchObject(booking);
    expect((await ask<BookingView[]>('GET', '/api/ticket-bookings', { who })).body).toEqual([expect.objectContaining(booking)]);
    const { id, userbookingid: _, created_at: __, ...kept } = booking;
    expect(await collectionOf<{ _id: string }>(running.database, 'reserve-your-seat').findOne({ _id: id })).toMatchObject(kept);
  });

  it('B1-04 answers one key with one booking, however often and however parallel', async () => {
    const who = person();
    const key = randomUUID();
    const before = await left('General Seating');
    const answers = await Promise.all(Array.from({ length: 50 }, () => reserve(who, {}, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await left('General Seating')).toBe(before - 2);
    const other = await reserve(who, { notickets: 3 }, key);
    expect([other.status, other.body.code]).toEqual([422, 'request.key_reused']);
  });

  it('B1-05 offers the open booking again instead of making a second', async () => {
    const who = person();
    const first = await reserve(who);
    const before = await left('General Seating');
    const second = await reserve(who, { notickets: 3 });
    expect(second.body).toMatchObject({ id: first.body.id, notickets: 2, resumed: true });
    expect(await left('General Seating')).toBe(before);
    const both = await Promise.all([
      reserve(who, { seating: 'Preferred Seating', notickets: 4 }),
      reserve(who, { seating: 'Preferred Seating', notickets: 4 }),
    ]);
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
  });

  it.each([
    ['no key', {}, '', 400, 'request.key_required', undefined],
    ['S6-17 another email', { email: 'somebody@example.org' }, 'k', 403, 'booking.email_mismatch', undefined],
    ['a wrong amount', { amount: 2_500 }, 'k', 422, 'booking.amount_mismatch', 'amount'],
    ['major units', { amount: 50 }, 'k', 422, 'booking.amount_mismatch', 'amount'],
    ['no tickets', { notickets: 0 }, 'k', 422, 'request.invalid', 'notickets'],
    ['text as number', { notickets: '1' }, 'k', 422, 'request.invalid', 'notickets'],
    ['too many tickets', { notickets: 5, seating: 'Preferred Seating' }, 'k', 422, 'request.invalid', 'notickets'],
    ['a category that is not one', { seating: 'HDYC Family' }, 'k', 422, 'request.invalid', 'seating'],
    ['a prototype key', { seating: 'constructor' }, 'k', 422, 'request.invalid', 'seating'],
    ['a foreign currency', { currency: 'usd' }, 'k', 422, 'request.invalid', 'currency'],
    ['a bad phone', { phoneno: '555 12' }, 'k', 422, 'request.invalid', 'phoneno'],
    ['an operator', { phoneno: { $gt: '' } }, 'k', 422, 'request.invalid', 'phoneno'],
    ['a blank name', { firstname: '\u3000' }, 'k', 422, 'request.invalid', 'firstname'],
    ['an unknown field', { role: 'admin' }, 'k', 422, 'request.invalid', 'role'],
    ['a paid status', { status: 'paid' }, 'k', 422, 'request.invalid', 'status'],
  ])('S9-11 refuses %s and stores nothing', async (_, over, key, status, code, field) => {
    const who = person();
    const answer = await ask<Placed>('POST', '/api/reserve-your-seat', {
      who,
      ...(key ? { key: randomUUID() } : {}),
      body: order(who, over),
    });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (field) expect(answer.body.errors?.map((error) => error.field)).toContain(field);
    expect((await ask<BookingView[]>('GET', '/api/ticket-bookings', { who })).body).toEqual([]);
  });

  it('S6-13 needs a session', async () => {
    const answer = await ask<Placed>('POST', '/api/reserve-your-seat', { key: 'k', body: order(person()) });
    expect([answer.status, answer.body.code]).toEqual([401, 'request.session_required']);
  });

  it.each(['disabled', 'cancelled'] as const)('is refused while the concert is %s', async (state) => {
    const concerts = collectionOf<{ _id: string }>(running.database, concertsCollection.name);
    await concerts.updateOne({ _id: 'current' }, { $set: { state } });
    try {
      const answer = await reserve(person());
      expect([answer.status, answer.body.code]).toEqual([409, 'booking.registration_closed']);
    } finally {
      await concerts.updateOne({ _id: 'current' }, { $set: { state: 'open' } });
    }
  });

  it('sells the last seats exactly once to a crowd', async () => {
    await setCapacity('VIP Seating', 20);
    const crowd = Array.from({ length: 60 }, () => person());
    const sizes = crowd.map((_, index) => (index % 6) + 1);
    const answers = await Promise.all(crowd.map((who, index) => reserve(who, { seating: 'VIP Seating', notickets: sizes[index] })));
    const held = answers.reduce((sum, { status, body }) => (status === 201 ? sum + body.notickets : sum), 0);
    expect(
      answers
        .filter(({ status }) => status !== 201)
        .every(({ status, body }) => status === 409 && body.code === 'booking.seats_unavailable'),
    ).toBe(true);
    expect(held).toBe(20);
    expect(await left('VIP Seating')).toBe(0);
    await setCapacity('VIP Seating', 30);
  });

  it('would sell the last seats more than once without the count of what is left: the control of the test above', async () => {
    await setCapacity('VIP Seating', 50);
    const stock = new MongoStockRepository(running.database);
    const blind: StockRepository = {
      all: (now) => stock.all(now),
      claim: async (seating, transaction) => ({ ...(await stock.claim(seating, transaction)), capacity: Number.MAX_SAFE_INTEGER }),
      replace: (before, after, transaction) => stock.replace(before, after, transaction),
    };
    const transactions = new Transactions(running.database);
    const outbox = new Outbox(running.database, 'svc-booking', clock);
    const idempotency = new Idempotency(running.database, clock);
    const lanes = new SeatLanes(
      new MongoBookingsRepository(running.database, new MongoReportFigures(running.database)),
      blind,
      new MongoConcertRepository(running.database),
      transactions,
      outbox,
      idempotency,
      new Inbox(running.database, transactions, clock),
      clock,
      20_000,
    );
    const limits = { account: 999, phone: 999, source: 999, payingOfSource: 999 };
    const unpaid = new MongoUnpaidHolds(running.database, clock, { account: 99, phone: 99, source: 99 }, 'a secret');
    const place = new PlaceBooking(lanes, new ReleaseBooking(outbox, unpaid), unpaid, idempotency, randomIds, 1_800, 20_000, '', limits);
    const crowd = Array.from({ length: 60 }, () => person());
    await Promise.all(
      crowd.map((who, index) =>
        place.place(order(who, { seating: 'VIP Seating', notickets: (index % 6) + 1 }) as never, who, randomUUID(), '203.0.113.7'),
      ),
    );
    const { held, sold, capacity } = (await stock.all(clock.now())).find(({ seating }) => seating === 'VIP Seating')!;
    expect(sold + held).toBeGreaterThan(capacity);
    await collectionOf(running.database, 'reserve-your-seat').updateMany({ seating: 'VIP Seating' }, { $unset: { keptUntil: '' } });
    await collectionOf<{ _id: string }>(running.database, 'stock').updateOne(
      { _id: 'VIP Seating' },
      { $set: { held: 0, capacity: 30 }, $inc: { version: 1 } },
    );
  });
});

describe('money that arrives', () => {
  it('B2-01 makes the booking paid with one code per admission, and tells it once', async () => {
    const who = person();
    const heard: unknown[] = [];
    const listener = await running.channel();
    const { queue } = await listener.assertQueue('', { exclusive: true });
    await listener.bindQueue(queue, running.room.exchange, bookingPaidV1.type);
    await listener.consume(queue, (message) => void heard.push(JSON.parse(message!.content.toString())), { noAck: true });

    const { body } = await reserve(who, { notickets: 3 });
    const before = await left('General Seating');
    await tell(sessionSettledV1, settled(body.id, 7_500), randomUUID(), 10);
    await tell(sessionSettledV1, settled(body.id, 7_500));
    const paid = await until(
      'the booking is paid',
      () => own(who, body.id),
      ({ status }) => status === 'paid',
    );
    expect(paid.tickets).toHaveLength(3);
    expect(new Set(paid.tickets!.map(({ code }) => code)).size).toBe(3);
    expect(await left('General Seating')).toBe(before);
    await until(
      'the fact is out',
      () => heard.length,
      (count) => count >= 1,
    );
    expect(heard).toHaveLength(1);
    expect(JSON.stringify(heard)).not.toContain(who.email);

    const mailOf = (id: string) =>
      ask<{ email: string; ticketUrl: string; tickets: unknown[]; code?: string }>('GET', `/internal/ticket-mails/${id}`, {
        caller: notify,
      });
    expect((await mailOf('bk_00000000000000000000000000')).body.code).toBe('booking.not_found');
    const { body: mail } = await mailOf(body.id);
    expect(mail).toMatchObject({ email: who.email, amount: { amountMinor: 7_500, currency: 'USD' } });
    expect(mail.tickets).toHaveLength(3);
    const link = new URL(mail.ticketUrl);
    const details = await ask<BookingView[]>('POST', '/api/get-booking-details', {
      body: { reference: link.searchParams.get('ref'), reference2: link.searchParams.get('ref2') },
    });
    expect(details.body[0]).toMatchObject({ id: body.id, status: 'paid' });
    await listener.close();
  });

  it('S3-07 S3-12 S3-13 S9-35 is kept in its collection under its id, with a history that shows later edits', async () => {
    const who = person();
    const { body } = await reserve(who);
    await tell(sessionSettledV1, settled(body.id, 5_000));
    await until(
      'the booking is paid',
      () => own(who, body.id),
      ({ status }) => status === 'paid',
    );
    const stored = await collectionOf<{
      _id: string;
      history: { from: null; to: 'pending'; at: Date; actor: 'svc-booking'; cause: string; hash: string }[];
    }>(running.database, 'reserve-your-seat').findOne({ _id: body.id });
    let previous = '';
    for (const entry of stored!.history) {
      previous = chainHash(previous, body.id as never, entry);
      expect(entry.hash).toBe(previous);
    }
    expect(stored).toMatchObject({ _id: body.id, host: 'http://localhost:8080', amount: 5_000, currency: 'USD' });
    expect(stored!.history.map(({ from, to, cause }) => [from, to, cause])).toEqual([
      [null, 'pending', 'reserved'],
      ['pending', 'paid', 'webhook'],
    ]);
  });

  it('of another amount goes back instead of buying seats, and the seats it held are there for others at once', async () => {
    const before = await left('General Seating');
    const who = person();
    const { body } = await reserve(who);
    expect(await left('General Seating')).toBe(before - 2);
    await tell(sessionSettledV1, settled(body.id, 4_999));
    await until(
      'the booking is late paid',
      () => own(who, body.id),
      ({ status }) => status === 'late_paid',
    );
    // The report shows the amount that was really charged.
    expect(await collectionOf<{ _id: string }>(running.database, 'reserve-your-seat').findOne({ _id: body.id })).toMatchObject({
      amount: 5_000,
      charged: 4_999,
    });
    expect(await left('General Seating')).toBe(before);
  });

  it('of a cancelled concert goes back, and its seats are kept for nobody', async () => {
    const before = await left('General Seating');
    const who = person();
    const { body } = await reserve(who);
    await collectionOf<{ _id: string }>(running.database, concertsCollection.name).updateOne(
      { _id: 'current' },
      { $set: { state: 'cancelled' } },
    );
    try {
      await tell(sessionSettledV1, settled(body.id, 5_000));
      await until(
        'the booking is late paid',
        () => own(who, body.id),
        ({ status }) => status === 'late_paid',
      );
    } finally {
      await collectionOf<{ _id: string }>(running.database, concertsCollection.name).updateOne(
        { _id: 'current' },
        { $set: { state: 'open' } },
      );
    }
    expect(await left('General Seating')).toBe(before);
  });

  it('B3-04 after the hold ended is honoured while seats remain and goes back when they are gone', async () => {
    await setCapacity('Premium Seating', 6);
    const [first, second] = [person(), person()];
    const late = await reserve(first, { seating: 'Premium Seating', notickets: 6 });
    clock.advance({ minutes: 31 });
    expect(await left('Premium Seating')).toBe(6);
    const other = await reserve(second, { seating: 'Premium Seating', notickets: 6 });
    expect(other.status).toBe(201);
    await tell(sessionSettledV1, settled(late.body.id, 100_000));
    await until(
      'the late money goes back',
      () => own(first, late.body.id),
      ({ status }) => status === 'late_paid',
    );

    await tell(
      sessionEndedV1,
      { bookingId: other.body.id as never, checkoutSessionId: 'cs', outcome: 'cancelled', endedAt: clock.now().toISOString() },
      randomUUID(),
      5,
    );
    await until(
      'the other gave up',
      () => own(second, other.body.id),
      ({ status }) => status === 'cancelled',
    );
    expect(await left('Premium Seating')).toBe(6);
    await tell(sessionSettledV1, settled(other.body.id, 100_000));
    await until(
      'money after giving up is honoured',
      () => own(second, other.body.id),
      ({ status }) => status === 'paid',
    );
    expect(await left('Premium Seating')).toBe(0);
    await setCapacity('Premium Seating', 60);
  });

  it('for a booking nobody knows waits in the retries, and nothing else waits with it', async () => {
    const who = person();
    const { body } = await reserve(who);
    await tell(sessionSettledV1, settled('bk_00000000000000000000000000', 5_000));
    await tell(sessionSettledV1, settled(body.id, 5_000));
    await until(
      'the known booking is paid',
      () => own(who, body.id),
      ({ status }) => status === 'paid',
    );
  });
});

/** Asks for a payment as svc-payment does. */
async function beginPayment(bookingId: string, { userId }: Identity, prolong = true) {
  const { body } = await ask<{ holdEndsAt: string; amount: unknown }>('POST', '/internal/begin-payment', {
    caller: payment,
    body: { bookingId, userId, prolong },
  });
  return body;
}

describe('a hold', () => {
  it('B1-01 that ended without a payment page is named expired; one with a page waits for word', async () => {
    const [without, asked] = [person(), person()];
    const first = await reserve(without);
    const second = await reserve(asked);
    const begun = await beginPayment(second.body.id, asked);
    expect(begun).toMatchObject({ bookingId: second.body.id, amount: { amountMinor: 5_000, currency: 'USD' } });
    expect(Date.parse(begun.holdEndsAt)).toBe(clock.now().getTime() + 1_830_000);
    clock.advance({ minutes: 5 });
    const again = await beginPayment(second.body.id, asked, false);
    expect(again.holdEndsAt).toBe(begun.holdEndsAt);
    expect(await beginPayment(second.body.id, without)).toMatchObject({ code: 'booking.not_found' });
    clock.advance({ minutes: 26 });
    await running.service.app.get(Schedules).runNow('expire-holds');
    expect((await own(without, first.body.id)).status).toBe('expired');
    expect((await own(asked, second.body.id)).status).toBe('pending');
    expect(await beginPayment(second.body.id, asked)).toMatchObject({ code: 'booking.not_payable' });
    clock.advance({ minutes: 11 });
    await running.service.app.get(Schedules).runNow('expire-holds');
    expect((await own(asked, second.body.id)).status).toBe('expired');
  });

  it('that ended does not keep its buyer from reserving again', async () => {
    const who = person();
    const first = await reserve(who);
    clock.advance({ minutes: 31 });
    const second = await reserve(who);
    expect(second.body.resumed).toBe(false);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await own(who, first.body.id)).status).toBe('expired');
  });
});

describe('more time', () => {
  const more = (who: Identity, id: string, holdEndsAt: string) =>
    ask<{ holdEndsAt: string; moreTimes: number }>('POST', `/api/ticket-bookings/${id}/more-time`, { who, body: { holdEndsAt } });
  const sixMinutesAfter = (end: string) => new Date(Date.parse(end) + 360_000).toISOString();

  it('B3-35 is given once for each end that was seen, ten times, and seats stay kept that long', async () => {
    const who = person();
    const { body: placed } = await reserve(who);
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
    await running.service.app.get(Schedules).runNow('expire-holds');
    expect((await own(who, placed.id)).status).toBe('pending');
    // It can be paid in its last minute.
    expect(await beginPayment(placed.id, who)).toMatchObject({ bookingId: placed.id });
  });

  it('B3-35 goes on when the payment page ends, and the seats can then be given up at once', async () => {
    const [who, other] = [person(), person()];
    const [{ body: kept }, { body: over }] = [await reserve(who), await reserve(other)];
    for (const [id, buyer] of [[kept.id, who] as const, [over.id, other] as const]) await beginPayment(id, buyer);
    const { body: begun } = await more(who, kept.id, (await own(who, kept.id)).holdEndsAt!);
    clock.advance({ minutes: 30, seconds: 31 });
    const ended = (bookingId: string) => ({
      bookingId: bookingId as never,
      checkoutSessionId: `cs_test_${bookingId}`,
      outcome: 'expired' as const,
      endedAt: clock.now().toISOString(),
    });
    await tell(sessionEndedV1, ended(kept.id));
    await tell(sessionEndedV1, ended(over.id));
    await until(
      'the booking without more time has ended',
      () => own(other, over.id),
      ({ status }) => status === 'expired',
    );
    expect(await own(who, kept.id)).toMatchObject({ status: 'pending', holdEndsAt: begun.holdEndsAt });
    const givenUp = () => ask<{ status: string }>('POST', `/api/ticket-bookings/${kept.id}/cancel`, { who });
    await until('it can be given up at once', givenUp, ({ body }) => body.status === 'cancelled');
    expect((await more(who, kept.id, begun.holdEndsAt)).body.code).toBe('booking.not_payable');
  });
});

describe('giving up', () => {
  it('B1-07 frees the seats at once before a payment page, and asks svc-payment to close one that is open', async () => {
    const [quick, asked] = [person(), person()];
    const first = await reserve(quick);
    const before = await left('General Seating');
    const cancelled = await ask<{ status: string }>('POST', `/api/ticket-bookings/${first.body.id}/cancel`, { who: quick });
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect(await left('General Seating')).toBe(before + 2);
    expect((await ask<{ status: string }>('POST', `/api/ticket-bookings/${first.body.id}/cancel`, { who: quick })).body.status).toBe(
      'cancelled',
    );
    expect(await left('General Seating')).toBe(before + 2);

    const second = await reserve(asked);
    await beginPayment(second.body.id, asked);
    expect((await ask<{ status: string }>('POST', `/api/ticket-bookings/${second.body.id}/cancel`, { who: asked })).body.status).toBe(
      'pending',
    );
    expect(
      await collectionOf(running.database, 'outbox').countDocuments({
        'envelope.type': 'booking.booking.cancel-requested.v1',
        'envelope.subject': second.body.id,
      }),
    ).toBe(1);
    const foreign = await ask<ProblemDocument>('POST', `/api/ticket-bookings/${second.body.id}/cancel`, { who: quick });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'booking.not_found']);
  });

  it('B1-08 asks before a second purchase within minutes, and takes an accidental one back by one press', async () => {
    const who = person();
    const first = await reserve(who);
    await tell(sessionSettledV1, settled(first.body.id, 5_000));
    await until(
      'the first is paid',
      () => own(who, first.body.id),
      ({ status }) => status === 'paid',
    );
    const asked = await reserve(who);
    expect([asked.status, asked.body.code]).toEqual([409, 'booking.second_purchase']);
    clock.advance({ seconds: 30 });
    const second = await reserve(who, { second_purchase: true });
    expect(second.status).toBe(201);
    clock.advance({ minutes: 2 });
    await tell(sessionSettledV1, settled(second.body.id, 5_000));
    await until(
      'the second is paid',
      () => own(who, second.body.id),
      ({ status }) => status === 'paid',
    );
    const listed = (await ask<BookingView[]>('GET', '/api/ticket-bookings', { who })).body;
    expect(listed.map(({ id, returnableUntil }) => [id, Boolean(returnableUntil)])).toEqual([
      [second.body.id, true],
      [first.body.id, false],
    ]);
    const ofOne = (await own(who, second.body.id)).returnableUntil;
    expect(ofOne).toBe(listed[0]!.returnableUntil);
    const details = async (reader: Identity | undefined) =>
      (
        await ask<BookingView[]>('POST', '/api/get-booking-details', {
          body: { reference: second.body.id, reference2: listed[0]!.ref2 },
          ...(reader ? { who: reader } : {}),
        })
      ).body[0]!;
    expect([
      (await details(who)).returnableUntil,
      (await details(undefined)).returnableUntil,
      (await details(person('organiser'))).returnableUntil,
    ]).toEqual([ofOne, undefined, undefined]);
    expect((await own(who, first.body.id)).returnableUntil).toBeUndefined();
    const kept = await ask<ProblemDocument>('POST', `/api/ticket-bookings/${first.body.id}/return`, { who });
    expect([kept.status, kept.body.code]).toEqual([409, 'booking.not_returnable']);
    for (let press = 0; press < 3; press += 1) {
      expect((await ask<{ status: string }>('POST', `/api/ticket-bookings/${second.body.id}/return`, { who })).body.status).toBe(
        'refund_requested',
      );
    }
    expect(
      await collectionOf(running.database, 'outbox').countDocuments({
        'envelope.type': 'booking.booking.return-requested.v1',
        'envelope.subject': second.body.id,
      }),
    ).toBe(1);
    expect((await own(who, second.body.id)).tickets).toBeUndefined();
    clock.advance({ minutes: 16 });
    expect((await reserve(who)).status).toBe(201);
  });
});

describe('the state of the concert', () => {
  it('is changed by an admin and by nobody else, and every change is kept', async () => {
    for (const role of ['buyer', 'organiser'] as const) {
      expect((await ask('PUT', '/api/concert/state', { who: person(role), body: { state: 'cancelled' } })).status).toBe(403);
    }
    const admin = person('admin');
    const changed = await ask<{ state: string; stateReason: string }>('PUT', '/api/concert/state', {
      who: admin,
      body: { state: 'disabled', reason: 'A storm is coming.' },
    });
    expect(changed.body).toEqual({ state: 'disabled', stateReason: 'A storm is coming.' });
    expect((await ask<ConcertView>('GET', '/api/concert')).body).toMatchObject({ state: 'disabled', stateReason: 'A storm is coming.' });
    expect((await reserve(person())).body.code).toBe('booking.registration_closed');
    await ask('PUT', '/api/concert/state', { who: admin, body: { state: 'open' } });
    const kept = await collectionOf<{ by: string; before: { state: string }; after: { state: string } }>(
      running.database,
      'concert-changes',
    )
      .find({ by: admin.userId })
      .sort({ _id: 1 })
      .toArray();
    expect(kept.map(({ before, after }) => [before.state, after.state])).toEqual([
      ['open', 'disabled'],
      ['disabled', 'open'],
    ]);
    expect(await collectionOf(running.database, 'outbox').countDocuments({ 'envelope.type': 'booking.concert.state-changed.v1' })).toBe(2);
    const wrong = await ask<ProblemDocument>('PUT', '/api/concert/state', { who: admin, body: { state: 'postponed' } });
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([422, 'state']);
  });

  it('B2-66 cancelled ends at once what waits to be paid, and says of each that it was for that', async () => {
    const [early, without, paying, late] = [person(), person(), person(), person()];
    const placed = async (who: Identity) => (await reserve(who)).body.id;
    const [gaveUp, noPage, open, pays] = [await placed(early), await placed(without), await placed(paying), await placed(late)];
    for (const [id, buyer] of [[open, paying] as const, [pays, late] as const]) await beginPayment(id, buyer);
    await ask('POST', `/api/ticket-bookings/${gaveUp}/cancel`, { who: early });
    const admin = person('admin');
    await ask('PUT', '/api/concert/state', { who: admin, body: { state: 'cancelled' } });
    await running.service.app.get(Schedules).runNow('expire-holds');
    const endedAt = clock.now().toISOString();
    await tell(sessionEndedV1, { bookingId: open as never, checkoutSessionId: `cs_test_${open}`, outcome: 'expired', endedAt });
    await tell(sessionSettledV1, settled(pays, 5_000));
    const statuses = await until(
      'all are over',
      () => Promise.all([own(early, gaveUp), own(without, noPage), own(paying, open), own(late, pays)]),
      (found) => found.every(({ status }) => status !== 'pending'),
    );
    expect(statuses.map(({ status }) => status)).toEqual(['cancelled', 'expired', 'expired', 'late_paid']);
    const released = async (id: string) =>
      (
        await collectionOf<{ envelope: { data: object } }>(running.database, 'outbox')
          .find({ 'envelope.type': 'booking.booking.released.v1', 'envelope.subject': id })
          .toArray()
      ).map(({ envelope }) => envelope.data);
    expect(await released(gaveUp)).toMatchObject([expect.not.objectContaining({ concertCancelled: true })]);
    expect(await released(noPage)).toMatchObject([{ outcome: 'expired', paymentPageOpened: false, concertCancelled: true }]);
    expect(await released(open)).toMatchObject([{ outcome: 'expired', paymentPageOpened: true, concertCancelled: true }]);
    const { body: mail } = await ask<object>('GET', `/internal/ticket-mails/${open}`, { caller: notify });
    expect(mail).toMatchObject({ concert: { closed: 'cancelled' } });
    await ask('PUT', '/api/concert/state', { who: admin, body: { state: 'open' } });
  });
});

describe('the PDF', () => {
  it('B2-03 B9-53 has a page for each ticket, for those who may see them; the secret of a link opens nothing out of an address', async () => {
    const who = person();
    const { body } = await reserve(who, { notickets: 3 });
    const path = `/api/ticket-bookings/${body.id}/tickets.pdf`;
    expect((await ask<ProblemDocument>('POST', path, { who, body: {} })).body.code).toBe('booking.no_tickets');
    await tell(sessionSettledV1, settled(body.id, 7_500));
    const { ref2 } = await until(
      'it is paid',
      () => own(who, body.id),
      ({ status }) => status === 'paid',
    );
    const { bytes, ...answer } = await running.ask('POST', path, { body: { ref2 } });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="tickets-${body.id}.pdf"`,
    ]);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
    expect((await running.ask('POST', path, { body: {} })).status).toBe(404);
    // A secret in the address opens nothing: it would stand in the logs of whatever lies between.
    expect((await running.ask('POST', `${path}?ref2=${ref2}`, { body: {} })).status).toBe(404);
    expect((await running.ask('GET', `${path}?ref2=${ref2}`)).status).toBe(404);
  });
});

describe('reading', () => {
  it('S3-22 S3-23 S7-22 shows a booking to its owner and to an organiser; to others it does not exist', async () => {
    const who = person();
    const { body } = await reserve(who);
    const record = {
      id: body.id,
      firstname: who.name,
      lastname: '',
      email: who.email,
      seating: 'General Seating',
      amount: 5_000,
      currency: 'USD',
      notickets: 2,
      status: 'pending',
    };
    expect(await own(who, body.id)).toMatchObject(record);
    expect(
      (await ask<BookingView[]>('POST', '/api/get-booking-details', { who, body: { reference: body.id, reference2: null } })).body,
    ).toEqual([expect.objectContaining(record)]);
    expect((await own(person('organiser'), body.id)).id).toBe(body.id);
    const foreign = await ask<ProblemDocument>('GET', `/api/ticket-bookings/${body.id}`, { who: person() });
    const absent = await ask<ProblemDocument>('GET', '/api/ticket-bookings/bk_00000000000000000000000000', { who });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'booking.not_found']);
    expect({ ...foreign.body, instance: '', traceId: '' }).toEqual({ ...absent.body, instance: '', traceId: '' });
  });

  it('opens ticket details to the owner, an organiser or the signed link of that booking, and to nobody else', async () => {
    const [who, other] = [person(), person()];
    const [mine, theirs] = await Promise.all([reserve(who), reserve(other)]);
    for (const each of [mine, theirs]) await tell(sessionSettledV1, settled(each.body.id, 5_000));
    const [own1, own2] = await Promise.all(
      [[who, mine] as const, [other, theirs] as const].map(([owner, placed]) =>
        until(
          'it is paid',
          () => own(owner, placed.body.id),
          ({ status }) => status === 'paid',
        ),
      ),
    );
    const details = (reference2: string | null | undefined, identity?: Identity) =>
      ask<BookingView[]>('POST', '/api/get-booking-details', {
        body: { reference: mine.body.id, reference2 },
        ...(identity ? { who: identity } : {}),
      });
    for (const answer of [
      await details(own1!.ref2),
      await details(null, who),
      await details(undefined, person('organiser')),
      await details('null', who),
    ]) {
      expect([answer.status, answer.body[0]?.id]).toEqual([200, mine.body.id]);
    }
    const flipped = own1!.ref2!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const answer of [
      await details(null),
      await details(own2!.ref2),
      await details(own2!.ref2, other),
      await details(flipped),
      await details(`${own1!.ref2} `),
      await details(''),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'booking.not_found']);
    }
  });

  it.each(['', 'null', '-1', '*', '__proto__', 'bk_', 'bk_00000000000000000000000000', '../bookings', 'bk_%00', '😀'])(
    'answers the reference %j like one that does not exist',
    async (reference) => {
      const answer = await ask<ProblemDocument>('POST', '/api/get-booking-details', { body: { reference, reference2: 'C1.0000.x' } });
      expect([answer.status, answer.body.code]).toEqual([404, 'booking.not_found']);
    },
  );

  it('S7-23 knows no complimentary entry while none is issued, and takes only its own categories', async () => {
    const complimentary = (over: object) =>
      ask<ProblemDocument>('POST', '/api/get-booking-details-2', {
        who: person('organiser'),
        body: { reference: 'cp_00000000000000000000000000', reference2: 'C1.0000.x', ...over },
      });
    for (const over of [{ catg: 'h' }, { catg: 'v' }, { catg: 'f' }, {}])
      expect((await complimentary(over)).body.code).toBe('booking.not_found');
    for (const catg of ['hh', '', { $ne: 'h' }, 'constructor', null]) {
      const refused = await complimentary({ catg });
      expect([refused.status, refused.body.code, refused.body.errors?.[0]?.field]).toEqual([422, 'request.invalid', 'catg']);
    }
  });

  it('refuses internal routes to people and to the wrong caller', async () => {
    const { body } = await reserve(person());
    for (const options of [{}, { who: person('admin') }, { caller: payment }]) {
      expect((await ask('GET', `/internal/ticket-mails/${body.id}`, options)).status).toBe(404);
    }
  });
});

describe('the log', () => {
  it('never carries a person', () => {
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join('')).not.toMatch(/@example\.org|555\) 123|Person \d/);
  });
});
