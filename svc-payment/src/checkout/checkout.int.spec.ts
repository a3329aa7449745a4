import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { until, untilAnswered } from '@concert/test-kit/until';
import { secretOf } from '../neighbours-of-payment.harness.ts';
import { ORIGIN, RunningPayment, type OpenPage } from '../running-payment.harness.ts';

const payment = new RunningPayment();
const booked = payment.booked.bind(payment);
const opened = payment.page.bind(payment);
const pay = payment.pay.bind(payment);
const rows = payment.rows.bind(payment);
const factTypes = payment.factTypes.bind(payment);
const create = (id: BookingId, over: object = {}, options: { who?: Identity; key?: string } = {}) =>
  payment.create(id, { over, ...options });
const returned = payment.returned.bind(payment);
const stored = (checkoutSessionId: string) => rows<Record<string, unknown>>('payment-sessions').findOne({ checkoutSessionId });
const pagesOf = payment.pagesOf.bind(payment);
const atProvider = (checkoutSessionId: string) => payment.stripe.checkout.sessions.retrieve(checkoutSessionId);
const fail = (faults: Partial<RunningPayment['standin']['faults']>) => Object.assign(payment.standin.faults, faults);

beforeAll(() => payment.open(), 60_000);
afterEach(() => payment.faults({ reset: true }));
afterAll(() => payment.close());

describe('create-payment', () => {
  it('S3-14 S3-15 S3-16 S3-17 S3-18 S3-19 S4-16 S4-24 S7-13 S7-17 S7-18 S9-36 opens a page, answers where and how long it is, stores it in payment-sessions, and tells the provider nothing of the person but the address', async () => {
    const { id } = booked();
    const { status, body } = await create(id);
    expect(status).toBe(200);
    const session = await atProvider(body.checkoutSessionId);
    expect(body).toEqual({
      href: session.url,
      createdTime: session.created,
      expirationTime: session.expires_at,
      checkoutSessionId: session.id,
    });
    expect(session).toMatchObject({
      status: 'open',
      amount_total: priceMinor('General Seating', 2),
      currency: 'usd',
      client_reference_id: id,
      customer_email: payment.held.get(id)!.who.email,
    });
    expect(session.success_url).toBe(`${ORIGIN}/payment-successful?ref=${id}&ref2={CHECKOUT_SESSION_ID}`);
    expect(session.cancel_url).toBe(`${ORIGIN}/payment-cancelled?ref=${id}&ref2={CHECKOUT_SESSION_ID}`);
    const { userId, email } = payment.held.get(id)!.who;
    expect(session.metadata).toEqual({ bookingId: id, userId, attempt: '1', seating: 'General Seating', tickets: '2' });
    expect(await stored(session.id)).toMatchObject({
      userbookingid: id,
      paymenturl: session.url,
      status: 'pending',
      email,
      host: ORIGIN,
      checkoutSessionId: session.id,
      created_at: new Date(session.created * 1_000).toISOString(),
      expiration: new Date(session.expires_at * 1_000).toISOString(),
    });
  });

  it.each([
    ['General Seating', 3, 2_500, 7_500],
    ['Preferred Seating', 4, 50_000, 50_000],
    ['Premium Seating', 6, 100_000, 100_000],
    ['VIP Seating', 6, 250_000, 250_000],
  ] as const)('S7-14 takes %s x %i at %i and charges %i', async (seating, tickets, amount, total) => {
    const { id } = booked({ seating, tickets });
    const { status, body } = await create(id, { amount });
    expect(status).toBe(200);
    expect((await atProvider(body.checkoutSessionId)).amount_total).toBe(total);
  });

  it('B3-582 charges nothing for a companion who is free', async () => {
    const { checkoutSessionId } = await opened({ tickets: 2, freeTickets: 1 });
    expect((await atProvider(checkoutSessionId)).amount_total).toBe(priceMinor('General Seating', 1));
  });

  it.each([
    ['another amount', { amount: priceMinor('General Seating', 1) - 1 }, 422, 'payment.amount_mismatch'],
    ['the total where the price of one is meant', { amount: priceMinor('General Seating', 2) }, 422, 'payment.amount_mismatch'],
    ['more tickets than were booked', { notickets: 3 }, 422, 'payment.amount_mismatch'],
    ['another category', { seating: 'VIP Seating', amount: priceMinor('VIP Seating', 6) }, 422, 'payment.amount_mismatch'],
    ['another currency', { currency: 'EUR' }, 422, 'request.invalid'],
    ["S6-17 someone else's email", { email: 'other@example.org' }, 403, 'booking.email_mismatch'],
    ['a field nobody asked for', { status: 'paid' }, 422, 'request.invalid'],
    ['a return to another site', { cancelUrl: 'http://evil.test/payment-cancelled' }, 422, 'payment.foreign_return_url'],
    ['an image that is no PNG', { qrCode: 'data:image/svg+xml;base64,AAAA' }, 422, 'request.invalid'],
  ])('refuses %s and opens nothing', async (_what, over, status, code) => {
    const { id } = booked();
    expect(await create(id, over)).toMatchObject({ status, body: { code } });
    expect(await rows('payment-sessions').countDocuments({ userbookingid: id })).toBe(0);
  });

  it('S7-16 takes a PNG code and keeps nothing of it', async () => {
    const { id } = booked();
    const { status, body } = await create(id, {
      qrCode: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABkAAAAZAQAAAADskrjOAAAAD0lEQVR42mNYBQQMA0QAADfRQmm/74XEAAAAAElFTkSuQmCC',
    });
    expect(status).toBe(200);
    expect(JSON.stringify(await stored(body.checkoutSessionId))).not.toContain('iVBOR');
  });

  it('hands on what svc-booking refuses, and says so when it is away', async () => {
    const closed = booked({ refusal: { status: 409, code: 'booking.registration_closed' } });
    expect(await create(closed.id)).toMatchObject({ status: 409, body: { code: 'booking.registration_closed' } });
    const foreign = booked();
    const other = payment.person();
    expect(await create(foreign.id, { email: other.email }, { who: other })).toMatchObject({
      status: 404,
      body: { code: 'booking.not_found' },
    });
    const broken = booked({ refusal: { status: 500, code: 'request.failed' } });
    expect(await create(broken.id)).toMatchObject({ status: 503, body: { code: 'request.unavailable' } });
  });

  it('pressed ten times at once, leads to one page', async () => {
    const { id } = booked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.checkoutSessionId)).size).toBe(1);
    expect(await pagesOf(id)).toHaveLength(1);
  });

  it.each([
    ['that was paid', pay, 409],
    ['that was paid and nobody has heard of it', (page) => (fail({ dropWebhooks: 10_000 }), payment.press(page)), 409],
    ['that the buyer closed', (page) => returned(page, 'cancelled'), 200],
    ['that the provider closed', (page) => payment.stripe.checkout.sessions.expire(page.checkoutSessionId), 200],
  ] as [string, (page: OpenPage) => Promise<unknown>, number][])(
    'never leads to a page %s by the key that opened it',
    async (_what, close, status) => {
      const { id, who } = booked();
      const key = randomUUID();
      const first = await create(id, {}, { key });
      await close({ checkoutSessionId: first.body.checkoutSessionId, id, who });
      const again = await create(id, {}, { key });
      expect(again.status).toBe(status);
      if (status === 409) return void expect(again.body.code).toBe('booking.not_payable');
      expect(again.body.checkoutSessionId).not.toBe(first.body.checkoutSessionId);
      expect((await atProvider(again.body.checkoutSessionId)).status).toBe('open');
      expect((await create(id, {}, { key })).body).toEqual(again.body);
    },
  );

  it('is opened for the buyer by whoever holds the link of an offer, signed in or not, and by no other secret', async () => {
    const { id, who } = booked();
    const payOffer = (ref2: string, by?: Identity) =>
      payment.call<{ checkoutSessionId: string }>('POST', '/api/pay-offer', { body: { bookingId: id, ref2 }, ...(by && { who: by }) });
    for (const by of [undefined, who]) expect((await payOffer(secretOf(booked().id), by)).body.code).toBe('booking.not_found');
    const pages = await Promise.all([payOffer(secretOf(id)), payOffer(secretOf(id), payment.person()), create(id)]);
    expect(new Set(pages.map(({ body }) => body.checkoutSessionId)).size).toBe(1);
    const page = { id, who, checkoutSessionId: pages[0].body.checkoutSessionId };
    expect(await stored(page.checkoutSessionId)).toMatchObject({ userId: who.userId, email: who.email });
    await pay(page);
    expect((await returned(page, 'success')).body).toEqual({ outcome: 'checking' });
  });

  it('replaces a page that has little time left, without giving the seats back', async () => {
    const first = await opened();
    payment.aheadMs += 27 * 60_000;
    const { status, body } = await create(first.id);
    expect(status).toBe(200);
    expect(body.checkoutSessionId).not.toBe(first.checkoutSessionId);
    await until('the old page is ended', async () => (await stored(first.checkoutSessionId))?.['status'] === 'expired');
    expect((await atProvider(first.checkoutSessionId)).status).toBe('expired');
    expect(await factTypes(first.id)).toEqual([]);
  });

  it('F39 cuts a slow provider short, keeps what was asked for, and the next press opens the page', async () => {
    const { id } = booked();
    // An hour: a request that gets an answer at all did not wait for the provider.
    fail({ delayMs: 3_600_000, only: 'POST /v1/checkout/sessions' });
    expect(await create(id)).toMatchObject({ status: 503, body: { code: 'payment.provider_unavailable' } });
    expect(await pagesOf(id)).toEqual([]);
    expect(await rows('payment-sessions').countDocuments({ userbookingid: id, status: 'creating' })).toBe(1);
    fail({ delayMs: 0, only: '' });
    expect((await untilAnswered(() => create(id), { withinMs: 20_000, everyMs: 100 })).status).toBe(200);
    expect(await pagesOf(id)).toHaveLength(1);
  });

  it('F37 waits a moment when the provider limits its rate', async () => {
    const { id } = booked();
    await payment.faults({ rateLimitSeconds: 1, only: 'POST /v1/checkout/sessions' });
    expect((await create(id)).status).toBe(200);
  });
});
describe('process-details', () => {
  it('S7-19 answers that nothing is paid yet and until when the seats are kept, then checking, and confirmed once the seats are sold', async () => {
    const page = await opened();
    const { keptUntil } = (await stored(page.checkoutSessionId))!;
    expect((await returned(page, 'success')).body).toEqual({ outcome: 'not_paid', seatsKeptUntil: (keptUntil as Date).toISOString() });
    await pay(page);
    expect((await returned(page, 'success')).body).toEqual({ outcome: 'checking' });
    await payment.tellSold(page.id);
    await payment.untilStanding(page.id, 'booked');
    expect((await returned(page, 'success')).body).toEqual({ outcome: 'confirmed' });
    expect((await returned(page, 'cancelled')).body).toEqual({ outcome: 'confirmed' });
    expect((await returned(page, 'failed')).body).toEqual({ outcome: 'confirmed' });
  });

  it.each(['cancelled', 'failed'])('ends the page at once on %s', async (action) => {
    const page = await opened();
    expect((await returned(page, action)).body).toEqual({ outcome: 'not_taken' });
    expect((await atProvider(page.checkoutSessionId)).status).toBe('expired');
    expect(await payment.facts(page.id)).toMatchObject([
      { type: sessionEndedV1.type, data: { outcome: action, checkoutSessionId: page.checkoutSessionId } },
    ]);
    await returned(page, action);
    expect(await factTypes(page.id)).toHaveLength(1);
  });

  it('settles without any webhook when the buyer comes back', async () => {
    fail({ dropWebhooks: 10_000 });
    const page = await opened();
    await pay(page);
    await returned(page, 'success');
    expect(await payment.facts(page.id)).toMatchObject([{ type: sessionSettledV1.type, data: { cause: 'return-page' } }]);
  });

  it('believes the provider, not a cancelled action, when both come at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const page = await opened();
      const [, cancelled] = await Promise.all([pay(page), returned(page, 'cancelled')]);
      expect(cancelled.status).toBe(200);
      const { status } = await atProvider(page.checkoutSessionId);
      await payment.followed();
      expect(await factTypes(page.id)).toEqual([status === 'complete' ? sessionSettledV1.type : sessionEndedV1.type]);
    }
  });

  it("gives the same 404 for what does not exist, does not belong together, or is somebody else's", async () => {
    const mine = await opened();
    const other = await opened();
    const stranger = payment.person();
    const asked = [
      returned(mine, 'cancelled', { reference: other.id, ticketid: other.id }),
      returned(mine, 'cancelled', { reference2: other.checkoutSessionId }),
      returned(mine, 'cancelled', { reference2: 'cs_test_nothing_at_all' }),
      returned(mine, 'cancelled', { reference: 'null' }),
      returned(mine, 'cancelled', { reference: mine.checkoutSessionId, reference2: mine.id }),
      returned(mine, 'cancelled', { email: 'other@example.org' }),
      returned(mine, 'cancelled', { reference: `${mine.id} ` }),
      returned(mine, 'cancelled', {}, stranger),
      returned(mine, 'cancelled', { ticketid: other.id }),
    ];
    for (const { status, body } of await Promise.all(asked)) expect([status, body.code]).toEqual([404, 'payment.not_found']);
    expect((await atProvider(mine.checkoutSessionId)).status).toBe('open');
    expect((await returned(mine, 'success', {}, mine.who)).status).toBe(200);
    expect((await returned(mine, 'success', { email: 'any@example.org' }, payment.person('organiser'))).status).toBe(200);
  });
});
