import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  bookingCancelRequestedV1,
  bookingLatePaidV1,
  bookingPaidV1,
  bookingReturnRequestedV1,
  concertStateChangedV1,
} from '@concert/contracts/booking/events';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { refundIssuedV1, refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { MONGO } from '@concert/service-kit/store/mongo';
import { until } from '@concert/test-kit/until';
import type { Connection } from 'mongoose';
import type Stripe from 'stripe';

import { ORIGIN, RunningPayment, SECRETS, type Answer, type Held } from './running-payment.harness.ts';

const payment = new RunningPayment();
const { held, lines } = payment;
const booked = (over?: Partial<Held>) => payment.booked(over);
const create = (id: BookingId, over: object = {}, options: { who?: Identity; key?: string } = {}) =>
  payment.create(id, { over, ...options });

const post = <T>(path: string, body: unknown, options: { who?: Identity; headers?: Record<string, string> } = {}): Promise<Answer<T>> =>
  payment.call('POST', path, { body, ...options });

interface Page {
  readonly checkoutSessionId: string;
}

async function opened(over: Partial<Held> = {}): Promise<Page & { id: BookingId; who: Identity }> {
  const booking = booked(over);
  const { status, body } = await create(booking.id);
  expect(status).toBe(200);
  return { ...body, ...booking };
}

function returned(
  page: { id: BookingId; who: Identity; checkoutSessionId: string },
  action: string,
  over: Record<string, unknown> = {},
  who?: Identity,
) {
  return post<{ outcome: string }>(
    '/api/process-details',
    { email: page.who.email, reference: page.id, reference2: page.checkoutSessionId, ticketid: page.id, action, ...over },
    who ? { who } : {},
  );
}

const press = (checkoutSessionId: string, card?: string) => payment.press({ checkoutSessionId }, card);

/** Pays, and waits until the notices about it are followed. */
async function pay(checkoutSessionId: string, card?: string): Promise<Response> {
  const answer = await press(checkoutSessionId, card);
  await allFollowed();
  return answer;
}

const allFollowed = () =>
  until(
    'no notice is owed',
    () => rows('provider-notices').countDocuments({ doneAt: null }),
    (owed) => owed === 0,
    { withinMs: 15_000 },
  );

const rows = payment.rows.bind(payment);
const stored = (checkoutSessionId: string) => rows<Record<string, unknown>>('payment-sessions').findOne({ checkoutSessionId });
const ledger = (bookingId: string) =>
  rows<{ kind: string; amountMinor: number }>('money-ledger').find({ bookingId }).sort({ at: 1 }).toArray();

// Facts without the requests for refund mails, which the refund specs test.
const facts = async (bookingId: string) => (await payment.facts(bookingId)).filter(({ type }) => type !== refundMailRequestedV1.type);
const factTypes = async (bookingId: string) => (await facts(bookingId)).map(({ type }) => type);
/** Sends due refunds until the expected state is seen. */
const goneBack = <T>(what: string, look: () => Promise<T>, accept: (seen: T) => boolean): Promise<T> =>
  until(
    what,
    async () => {
      await run('return-money');
      return look();
    },
    accept,
    { withinMs: 15_000 },
  );
const run = (task: string) => payment.run(task);
const tell = payment.publish.bind(payment);

const bookingData = (id: BookingId) => {
  const { who, seating, tickets } = held.get(id)!;
  return {
    bookingId: id,
    userId: who.userId,
    seating,
    tickets,
    amount: { amountMinor: priceMinor(seating, tickets), currency: 'USD' as const },
  };
};

beforeAll(() => payment.open(), 60_000);

afterEach(async () => {
  await fetch(`${payment.standin.url}/_admin/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"reset":true}',
  });
});

afterAll(() => payment.close());

describe('create-payment', () => {
  it('S7-13 S7-17 opens a page and answers href, createdTime, expirationTime, checkoutSessionId', async () => {
    const { id } = booked();
    const { status, body } = await create(id);
    expect(status).toBe(200);
    const session = await payment.stripe.checkout.sessions.retrieve(body.checkoutSessionId);
    expect(body).toEqual({
      href: session.url,
      createdTime: session.created,
      expirationTime: session.expires_at,
      checkoutSessionId: session.id,
    });
    expect(session).toMatchObject({
      status: 'open',
      amount_total: 5_000,
      currency: 'usd',
      client_reference_id: id,
      customer_email: held.get(id)!.who.email,
    });
    expect(session.success_url).toBe(`${ORIGIN}/payment-successful?ref=${id}&ref2={CHECKOUT_SESSION_ID}`);
    expect(session.cancel_url).toBe(`${ORIGIN}/payment-cancelled?ref=${id}&ref2={CHECKOUT_SESSION_ID}`);
  });

  it('tells the provider ids and seats, and nothing of the person but the address', async () => {
    const { id, who, checkoutSessionId } = await opened();
    const session = await payment.stripe.checkout.sessions.retrieve(checkoutSessionId);
    expect(session.metadata).toEqual({ bookingId: id, userId: who.userId, attempt: '1', seating: 'General Seating', tickets: '2' });
  });

  it('S3-14 S3-15 S3-16 S3-17 S3-18 S3-19 S4-16 S4-24 S7-18 S9-36 stores the session in payment-sessions with the fields of the specification', async () => {
    const { id, who, checkoutSessionId } = await opened();
    const session = await payment.stripe.checkout.sessions.retrieve(checkoutSessionId);
    expect(await stored(checkoutSessionId)).toMatchObject({
      userbookingid: id,
      paymenturl: session.url,
      status: 'pending',
      email: who.email,
      host: ORIGIN,
      checkoutSessionId,
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
    expect((await payment.stripe.checkout.sessions.retrieve(body.checkoutSessionId)).amount_total).toBe(total);
  });

  it('B3-25 charges nothing for a companion who is free', async () => {
    const { id } = booked({ tickets: 2, freeTickets: 1 });
    const { status, body } = await create(id, { amount: 2_500 });
    expect(status).toBe(200);
    expect((await payment.stripe.checkout.sessions.retrieve(body.checkoutSessionId)).amount_total).toBe(2_500);
  });

  it.each([
    ['another amount', { amount: 2_400 }, 422, 'payment.amount_mismatch'],
    ['the total where the price of one is meant', { amount: 5_000 }, 422, 'payment.amount_mismatch'],
    ['more tickets than were booked', { notickets: 3 }, 422, 'payment.amount_mismatch'],
    ['another category', { seating: 'VIP Seating', amount: 250_000 }, 422, 'payment.amount_mismatch'],
    ['another currency', { currency: 'EUR' }, 422, 'request.invalid'],
    ["S6-17 somebody else's email", { email: 'other@example.org' }, 403, 'booking.email_mismatch'],
    ['a field nobody asked for', { status: 'paid' }, 422, 'request.invalid'],
    ['an image that is no PNG', { qrCode: 'data:image/svg+xml;base64,AAAA' }, 422, 'request.invalid'],
  ])('refuses %s and opens nothing', async (_what, over, status, code) => {
    const { id } = booked();
    expect(await create(id, over)).toMatchObject({ status, body: { code } });
    expect(await rows('payment-sessions').countDocuments({ userbookingid: id })).toBe(0);
  });

  it.each(['successfulUrl', 'cancelUrl', 'failureUrl'])('S7-15 takes only the exact return pages of this site as %s', async (field) => {
    const path = { successfulUrl: '/payment-successful', cancelUrl: '/payment-cancelled', failureUrl: '/payment-failed' }[field] ?? '';
    const { id } = booked();
    const foreign = [
      `http://evil.test${path}`,
      `//localhost:8080${path}`,
      `${ORIGIN}@evil.test${path}`,
      `${ORIGIN.toUpperCase()}${path}`,
      `${ORIGIN}${path}/`,
      `${ORIGIN}${path}?x=1`,
      `${ORIGIN}${path}#x`,
      `${ORIGIN}/../evil`,
      `https://localhost:8080${path}`,
      `javascript:alert(1)`,
      ` ${ORIGIN}${path}`,
      `${ORIGIN}\\@evil.test${path}`,
      path,
    ];
    for (const address of foreign) {
      expect(await create(id, { [field]: address })).toMatchObject({
        status: 422,
        body: { code: 'payment.foreign_return_url', errors: [{ field }] },
      });
    }
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
    const all = await payment.stripe.checkout.sessions.list({ limit: 100 });
    expect(all.data.filter(({ client_reference_id }) => client_reference_id === id)).toHaveLength(1);
  });

  it('answers a repeat under one key alike, and refuses the key with another body', async () => {
    const { id } = booked();
    const key = randomUUID();
    const first = await create(id, {}, { key });
    expect((await create(id, {}, { key })).body).toEqual(first.body);
    expect(await create(id, { phoneno: '555-999-1234' }, { key })).toMatchObject({ status: 422, body: { code: 'request.key_reused' } });
  });

  it.each([
    ['that was paid', async (page: Page) => void (await pay(page.checkoutSessionId)), 409],
    [
      'that was paid and nobody has heard of it',
      async (page: Page) => {
        payment.standin.faults.dropWebhooks = 10_000;
        await press(page.checkoutSessionId);
      },
      409,
    ],
    ['that the buyer closed', async (page: Page & { id: BookingId; who: Identity }) => void (await returned(page, 'cancelled')), 200],
    ['that the provider closed', async (page: Page) => void (await payment.stripe.checkout.sessions.expire(page.checkoutSessionId)), 200],
  ])('never leads to a page %s by the key that opened it', async (_what, close, status) => {
    const { id, who } = booked();
    const key = randomUUID();
    const first = await create(id, {}, { key });
    await close({ ...first.body, id, who });
    const again = await create(id, {}, { key });
    expect(again.status).toBe(status);
    if (status === 409) return void expect(again.body.code).toBe('booking.not_payable');
    expect(again.body.checkoutSessionId).not.toBe(first.body.checkoutSessionId);
    expect((await payment.stripe.checkout.sessions.retrieve(again.body.checkoutSessionId)).status).toBe('open');
    expect((await create(id, {}, { key })).body).toEqual(again.body);
  });

  it('makes one page of a call that ran at the provider but whose answer was lost', async () => {
    const { id } = booked();
    Object.assign(payment.standin.faults, { cutNext: 4 });
    expect(await create(id)).toMatchObject({ status: 503, body: { code: 'payment.provider_unavailable' } });
    expect(await rows('payment-sessions').countDocuments({ userbookingid: id, status: 'creating' })).toBe(1);
    const { status, body } = await create(id);
    expect(status).toBe(200);
    const all = await payment.stripe.checkout.sessions.list({ limit: 100 });
    expect(all.data.filter(({ client_reference_id }) => client_reference_id === id).map((session) => session.id)).toEqual([
      body.checkoutSessionId,
    ]);
  });

  it('replaces a page that has little time left, without giving the seats back', async () => {
    const first = await opened();
    payment.aheadMs += 27 * 60_000;
    const { status, body } = await create(first.id);
    expect(status).toBe(200);
    expect(body.checkoutSessionId).not.toBe(first.checkoutSessionId);
    await until(
      'the old page is ended',
      () => stored(first.checkoutSessionId),
      (row) => row?.['status'] === 'expired',
    );
    expect((await payment.stripe.checkout.sessions.retrieve(first.checkoutSessionId)).status).toBe('expired');
    expect(await factTypes(first.id)).toEqual([]);
  });

  it('refuses to open a second page for a booking whose money is there', async () => {
    const page = await opened();
    payment.standin.faults.dropWebhooks = 10_000;
    await pay(page.checkoutSessionId);
    expect(await create(page.id)).toMatchObject({ status: 409, body: { code: 'booking.not_payable' } });
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
  });

  it('F39 cuts a slow provider short, keeps what was asked for, and the next press opens the page', async () => {
    const { id } = booked();
    // An hour: a request that gets an answer at all did not wait for the provider.
    Object.assign(payment.standin.faults, { delayMs: 3_600_000, only: 'POST /v1/checkout/sessions' });
    expect(await create(id)).toMatchObject({ status: 503, body: { code: 'payment.provider_unavailable' } });
    const pagesOf = async () =>
      (await payment.stripe.checkout.sessions.list({ limit: 100 })).data.filter(({ client_reference_id }) => client_reference_id === id);
    expect(await pagesOf()).toHaveLength(0);
    expect(await rows('payment-sessions').countDocuments({ userbookingid: id, status: 'creating' })).toBe(1);
    Object.assign(payment.standin.faults, { delayMs: 0, only: '' });
    expect(
      (
        await until(
          'a page',
          () => create(id),
          ({ status }) => status !== 503,
          { withinMs: 20_000, everyMs: 100 },
        )
      ).status,
    ).toBe(200);
    expect(await pagesOf()).toHaveLength(1);
  });

  it('F37 waits a moment when the provider limits its rate', async () => {
    const { id } = booked();
    await fetch(`${payment.standin.url}/_admin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rateLimitSeconds: 1, only: 'POST /v1/checkout/sessions' }),
    });
    expect((await create(id)).status).toBe(200);
  });
});

describe('webhook', () => {
  /** The provider's record of delivering the message that a page was completed. */
  async function deliveryOf(checkoutSessionId: string) {
    const { data } = await payment.stripe.events.list({ type: 'checkout.session.completed', limit: 20 });
    const event = data.find((candidate) => (candidate.data.object as { id: string }).id === checkoutSessionId);
    const { deliveries } = (await (await fetch(`${payment.standin.url}/_admin`)).json()) as {
      deliveries: { eventId: string; attempts: number; state: string; lastStatus: number }[];
    };
    return deliveries.find(({ eventId }) => eventId === event?.id);
  }

  it('B3-01 settles a paid session before the buyer is sent back: fact, ledger and session say the same', async () => {
    const page = await opened();
    expect((await pay(page.checkoutSessionId)).headers.get('location')).toBe(
      `${ORIGIN}/payment-successful?ref=${page.id}&ref2=${page.checkoutSessionId}`,
    );
    const [fact, ...more] = await facts(page.id);
    expect(more).toEqual([]);
    expect(fact).toMatchObject({
      type: sessionSettledV1.type,
      data: {
        bookingId: page.id,
        checkoutSessionId: page.checkoutSessionId,
        amount: { amountMinor: 5_000, currency: 'USD' },
        cause: 'webhook',
      },
    });
    expect(await ledger(page.id)).toMatchObject([{ kind: 'captured', amountMinor: 5_000 }]);
    expect(await stored(page.checkoutSessionId)).toMatchObject({ status: 'settled', standing: 'kept' });
  });

  it('has one effect however often and in whatever order it comes', async () => {
    payment.standin.faults.holdWebhooks = true;
    const page = await opened();
    await pay(page.checkoutSessionId);
    const events = (await payment.stripe.events.list({ type: 'checkout.session.completed', limit: 1 })).data;
    expect((events[0]?.data.object as Stripe.Checkout.Session).id).toBe(page.checkoutSessionId);
    const payload = JSON.stringify(events[0]);
    const signature = payment.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: SECRETS[1],
      timestamp: Math.floor(payment.now() / 1_000),
    });
    const parallel = await Promise.all(
      Array.from({ length: 3 }, () => post('/api/stripe-webhook', payload, { headers: { 'stripe-signature': signature } })),
    );
    expect(parallel.map(({ status }) => status)).toEqual([200, 200, 200]);
    await fetch(`${payment.standin.url}/_admin/webhooks/release`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"order":"reversed"}',
    });
    await allFollowed();
    await returned(page, 'success');
    await run('catch-up');
    await run('sweep');
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
    expect(await ledger(page.id)).toHaveLength(1);
  });

  it('is taken days late', async () => {
    payment.standin.faults.dropWebhooks = 10_000;
    const page = await opened();
    await pay(page.checkoutSessionId);
    const event = (await payment.stripe.events.list({ type: 'checkout.session.completed', limit: 1 })).data[0]!;
    payment.aheadMs += 3 * 24 * 3_600_000;
    await fetch(`${payment.standin.url}/_admin/events/${event.id}/resend`, { method: 'POST' });
    await allFollowed();
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
  });

  it("B3-02 lost for ever, is made up for by reading the provider's notices", async () => {
    payment.standin.faults.dropWebhooks = 10_000;
    const page = await opened();
    await pay(page.checkoutSessionId);
    expect(await factTypes(page.id)).toEqual([]);
    await run('catch-up');
    expect(await facts(page.id)).toMatchObject([{ type: sessionSettledV1.type, data: { cause: 'reconciler' } }]);
  });

  it('B3-01 is stored before its 2xx and carried out once the provider can be read again', async () => {
    const page = await opened();
    // Pages are read in a list when the notice of another one comes along.
    Object.assign(payment.standin.faults, { failNext: 1_000, only: 'GET /v1/checkout/' });
    const owed = () =>
      rows<{ objectId: string; tries: number; doneAt: Date | null }>('provider-notices').findOne({ objectId: page.checkoutSessionId });
    // The provider sends the buyer back when its notice was answered.
    await press(page.checkoutSessionId);
    expect(await owed()).toMatchObject({ doneAt: null });
    expect(await until('it was tried', owed, (row) => (row?.tries ?? 0) >= 1, { withinMs: 15_000 })).toMatchObject({ doneAt: null });
    expect(await deliveryOf(page.checkoutSessionId)).toMatchObject({ state: 'delivered', lastStatus: 200 });
    expect(await factTypes(page.id)).toEqual([]);
    payment.standin.faults.failNext = 0;
    // After enough failures the circuit stays open for five seconds.
    await payment.followed();
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
    expect(await owed()).toMatchObject({ tries: expect.any(Number), doneAt: expect.any(Date) });
  });

  it('is answered with a 5xx while it cannot be stored, and comes again', async () => {
    const page = await opened();
    const away = payment.service.app.get<Connection>(MONGO);
    // A validator that no document fulfils, so nothing can be inserted.
    await away.db!.command({ collMod: 'provider-notices', validator: { nothing: { $exists: true } } });
    await press(page.checkoutSessionId);
    expect(
      await until(
        'it was refused',
        () => deliveryOf(page.checkoutSessionId),
        (delivery) => delivery !== undefined && delivery.attempts >= 1,
      ),
    ).toMatchObject({ state: 'waiting', lastStatus: 500 });
    await away.db!.command({ collMod: 'provider-notices', validator: {} });
    await until(
      'it is delivered',
      () => deliveryOf(page.checkoutSessionId),
      (delivery) => delivery?.state === 'delivered',
      { withinMs: 15_000 },
    );
    await allFollowed();
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
  });

  it('B3-03 is refused with 400, and nothing is stored, unless it was signed by the provider for us just now', async () => {
    payment.standin.faults.dropWebhooks = 10_000;
    const page = await opened();
    await pay(page.checkoutSessionId);
    const event = (await payment.stripe.events.list({ type: 'checkout.session.completed', limit: 1 })).data[0]!;
    const payload = JSON.stringify(event);
    const now = Math.floor(payment.now() / 1_000);
    const sign = (over: { payload?: string; secret?: string; timestamp?: number } = {}) =>
      payment.stripe.webhooks.generateTestHeaderString({ payload, secret: SECRETS[0], timestamp: now, ...over });
    const live = JSON.stringify({ ...event, livemode: true });
    const shapeless = [
      '[]',
      '{}',
      'null',
      '0',
      JSON.stringify({ id: 'evt_1' }),
      JSON.stringify({ ...event, id: '' }),
      JSON.stringify({ ...event, data: null }),
    ];
    const forged: [string, string, string | undefined][] = [
      ['unsigned', payload, undefined],
      ['empty', payload, ''],
      ['no timestamp', payload, sign().replace(/t=[0-9]+,/, '')],
      ['negative time', payload, sign({ timestamp: -5 })],
      ['301 s old', payload, sign({ timestamp: now - 301 })],
      ['305 s ahead', payload, sign({ timestamp: now + 305 })],
      ['other secret', payload, sign({ secret: 'whsec_another_endpoint' })],
      ['re-indented', JSON.stringify(event, null, 1), sign()],
      ['upper-case signature', payload, sign().replace(/v1=.*/, (value) => `v1=${value.slice(3).toUpperCase()}`)],
      ['old scheme', payload, sign().replace('v1=', 'v0=')],
      ['live event on a test key', live, sign({ payload: live })],
      ...shapeless.map((text): [string, string, string] => [`shape ${text.slice(0, 20)}`, text, sign({ payload: text })]),
    ];
    for (const [what, text, signature] of forged) {
      const { status, body } = await post(
        '/api/stripe-webhook',
        text,
        signature === undefined ? {} : { headers: { 'stripe-signature': signature } },
      );
      expect([what, status, body.code]).toEqual([what, 400, 'payment.signature_refused']);
    }
    expect(await factTypes(page.id)).toEqual([]);
    expect((await post('/api/stripe-webhook', payload, { headers: { 'stripe-signature': sign() } })).status).toBe(200);
    await allFollowed();
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
  });

  it('of an unknown type, or about nothing of ours, is taken and changes nothing', async () => {
    const before = await rows('payment-sessions').countDocuments();
    const foreign = await payment.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Other shop' } } }],
      success_url: 'https://other.test/',
    });
    await pay(foreign.id);
    expect(await rows('payment-sessions').countDocuments()).toBe(before);
  });

  it('logs no body, no signature and no personal data', async () => {
    const page = await opened();
    await pay(page.checkoutSessionId);
    const log = lines.join('\n');
    for (const secret of [page.who.email, 'whsec_', 'sk_test_room', '4242424242424242', 'v1=', '"checkout.session"'])
      expect(log).not.toContain(secret);
  });
});

describe('a card that is declined, or pays late', () => {
  it('leaves the page open for another card', async () => {
    const page = await opened();
    await pay(page.checkoutSessionId, '4000000000000002');
    expect(await stored(page.checkoutSessionId)).toMatchObject({ status: 'pending' });
    await pay(page.checkoutSessionId);
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
  });

  it('F43 stays checking until the money comes, or ends when it never does', async () => {
    const late = await opened();
    const never = await opened();
    await pay(late.checkoutSessionId, '4000000000001117');
    await pay(never.checkoutSessionId, '4000000000002222');
    expect((await returned(late, 'success')).body.outcome).toBe('checking');
    expect(await factTypes(late.id)).toEqual([]);
    payment.aheadMs += 60_000;
    await until(
      'both have ended',
      async () => [...(await factTypes(late.id)), ...(await factTypes(never.id))],
      (types) => types.length === 2,
    );
    expect(await facts(late.id)).toMatchObject([{ type: sessionSettledV1.type }]);
    expect(await facts(never.id)).toMatchObject([{ type: sessionEndedV1.type, data: { outcome: 'failed' } }]);
    expect((await returned(never, 'success')).body.outcome).toBe('not_taken');
  });
});

describe('process-details', () => {
  it('S7-19 answers that nothing is paid yet and until when the seats are kept, then checking, and confirmed once the seats are sold', async () => {
    const page = await opened();
    const { keptUntil } = (await stored(page.checkoutSessionId))!;
    expect((await returned(page, 'success')).body).toEqual({ outcome: 'not_paid', seatsKeptUntil: (keptUntil as Date).toISOString() });
    await pay(page.checkoutSessionId);
    expect((await returned(page, 'success')).body).toEqual({ outcome: 'checking' });
    await tell(bookingPaidV1, { ...bookingData(page.id), paidAt: new Date().toISOString() });
    await until(
      'it is confirmed',
      async () => (await returned(page, 'success')).body.outcome,
      (outcome) => outcome === 'confirmed',
    );
    expect((await returned(page, 'cancelled')).body).toEqual({ outcome: 'confirmed' });
    expect((await returned(page, 'failed')).body).toEqual({ outcome: 'confirmed' });
  });

  it('changes nothing on a hand-made success', async () => {
    const page = await opened();
    for (let n = 0; n < 3; n += 1) expect((await returned(page, 'success')).body.outcome).toBe('not_paid');
    expect(await factTypes(page.id)).toEqual([]);
    expect((await payment.stripe.checkout.sessions.retrieve(page.checkoutSessionId)).status).toBe('open');
  });

  it('answers checking where the provider cannot be asked, or the end of the page was asked for', async () => {
    const [unread, ending] = [await opened(), await opened()];
    Object.assign(payment.standin.faults, { failNext: 2, only: 'GET /v1/checkout/sessions/' });
    expect((await returned(unread, 'success')).body).toEqual({ outcome: 'checking' });
    await tell(bookingCancelRequestedV1, { bookingId: ending.id });
    await until(
      'its end is asked for',
      async () => (await stored(ending.checkoutSessionId))?.['endAsked'],
      (asked) => asked !== null,
    );
    expect((await returned(ending, 'success')).body.outcome).not.toBe('not_paid');
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['failed', 'failed'],
  ])('ends the page at once on %s', async (action, outcome) => {
    const page = await opened();
    expect((await returned(page, action)).body).toEqual({ outcome: 'not_taken' });
    expect((await payment.stripe.checkout.sessions.retrieve(page.checkoutSessionId)).status).toBe('expired');
    expect(await facts(page.id)).toMatchObject([
      { type: sessionEndedV1.type, data: { outcome, checkoutSessionId: page.checkoutSessionId } },
    ]);
    await returned(page, action);
    expect(await factTypes(page.id)).toHaveLength(1);
  });

  it('settles without any webhook when the buyer comes back', async () => {
    payment.standin.faults.dropWebhooks = 10_000;
    const page = await opened();
    await pay(page.checkoutSessionId);
    await returned(page, 'success');
    expect(await facts(page.id)).toMatchObject([{ type: sessionSettledV1.type, data: { cause: 'return-page' } }]);
  });

  it('believes the provider, not a cancelled action, when both come at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const page = await opened();
      const [, cancelled] = await Promise.all([pay(page.checkoutSessionId), returned(page, 'cancelled')]);
      expect(cancelled.status).toBe(200);
      const { status } = await payment.stripe.checkout.sessions.retrieve(page.checkoutSessionId);
      const [type, ...more] = await until(
        'one outcome',
        () => factTypes(page.id),
        (types) => types.length > 0,
      );
      expect(more).toEqual([]);
      expect(type).toBe(status === 'complete' ? sessionSettledV1.type : sessionEndedV1.type);
    }
  });

  it('carries a cancellation through later when the provider is away', async () => {
    const page = await opened();
    Object.assign(payment.standin.faults, { failNext: 2, only: 'POST /v1/checkout/sessions/' });
    expect((await returned(page, 'cancelled')).body.outcome).toBe('checking');
    await run('end-sessions');
    expect(await facts(page.id)).toMatchObject([{ type: sessionEndedV1.type, data: { outcome: 'cancelled' } }]);
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
    expect((await payment.stripe.checkout.sessions.retrieve(mine.checkoutSessionId)).status).toBe('open');
    expect((await returned(mine, 'success', {}, mine.who)).status).toBe(200);
    expect((await returned(mine, 'success', { email: 'any@example.org' }, payment.person('organiser'))).status).toBe(200);
  });

  it.each([{ action: 'refunded' }, { action: undefined }, { reference: { $gt: '' } }, { reference2: '' }, { email: 'x' }, { extra: 1 }])(
    'refuses the malformed %p',
    async (over) => {
      const page = await opened();
      expect(await returned(page, 'success', over)).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
    },
  );
});

describe('what svc-booking asks for', () => {
  it('B1-07 a booking given up has its page closed at the provider, and the end is told', async () => {
    const page = await opened();
    const id = randomUUID();
    for (let n = 0; n < 3; n += 1) await tell(bookingCancelRequestedV1, { bookingId: page.id }, { id });
    await until(
      'the end is told',
      () => factTypes(page.id),
      (types) => types.includes(sessionEndedV1.type),
    );
    expect((await payment.stripe.checkout.sessions.retrieve(page.checkoutSessionId)).status).toBe('expired');
    expect((await facts(page.id)).filter(({ type }) => type === sessionEndedV1.type).map(({ data }) => data['outcome'])).toEqual([
      'cancelled',
    ]);
  });

  it('a second purchase sent back returns all of its money once', async () => {
    const page = await opened();
    await pay(page.checkoutSessionId);
    await tell(bookingPaidV1, { ...bookingData(page.id), paidAt: new Date().toISOString() });
    await until(
      'the seats are sold',
      () => returned(page, 'success'),
      ({ body }) => body.outcome === 'confirmed',
    );
    for (let n = 0; n < 3; n += 1) await tell(bookingReturnRequestedV1, bookingData(page.id));
    await goneBack(
      'the refund is told',
      () => factTypes(page.id),
      (types) => types.includes(refundIssuedV1.type),
    );
    expect((await ledger(page.id)).map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['captured', 5_000],
      ['refunded', 5_000],
    ]);
  });

  it('a cancelled concert leaves no page payable, those opened a moment later included', async () => {
    const change = (to: 'open' | 'cancelled') =>
      tell(concertStateChangedV1, { from: to === 'open' ? 'cancelled' : 'open', to, changedBy: payment.person().userId });
    const first = await opened();
    await change('cancelled');
    await until('the mark is set', () => rows<{ _id: string }>('checkpoints').findOne({ _id: 'concert-cancelled' }));
    const second = await opened();
    await run('end-sessions');
    for (const page of [first, second]) {
      expect((await payment.stripe.checkout.sessions.retrieve(page.checkoutSessionId)).status).toBe('expired');
      expect(await factTypes(page.id)).toContain(sessionEndedV1.type);
    }
    await change('open');
    const mark = () => rows<{ _id: string; at: Date | null; version: number }>('checkpoints').findOne({ _id: 'concert-cancelled' });
    const { version } = (await until('the mark is gone', mark, (row) => row?.at === null))!;
    // The fact is published again, as a lost one is. It is older than what is known.
    const late = randomUUID();
    await tell(
      concertStateChangedV1,
      { from: 'open', to: 'cancelled', changedBy: payment.person().userId },
      { id: late, version: version - 1 },
    );
    await until(
      'the old news was heard',
      () =>
        rows<{ _id: string; handledAt?: Date }>('inbox').countDocuments({ _id: `follow-bookings:${late}`, handledAt: { $exists: true } }),
      (count) => count === 1,
      { withinMs: 20_000 },
    );
    expect((await mark())?.at).toBeNull();
    const third = await opened();
    await run('end-sessions');
    expect((await payment.stripe.checkout.sessions.retrieve(third.checkoutSessionId)).status).toBe('open');
  });
});

describe('the reconciler', () => {
  it('ends a page whose hold is over, at the provider first', async () => {
    const page = await opened();
    payment.aheadMs += 31 * 60_000;
    await run('end-sessions');
    expect((await payment.stripe.checkout.sessions.retrieve(page.checkoutSessionId)).status).toBe('expired');
    expect(await facts(page.id)).toMatchObject([{ type: sessionEndedV1.type, data: { outcome: 'expired' } }]);
  });

  it('ends a page that outlives a short hold, and nobody can pay it any more', async () => {
    const page = await opened({ holdSeconds: 120 });
    payment.aheadMs += 121_000;
    await run('end-sessions');
    expect((await pay(page.checkoutSessionId)).status).toBe(200);
    expect(await factTypes(page.id)).toEqual([sessionEndedV1.type]);
    expect(await ledger(page.id)).toEqual([]);
  });

  it('F40 keeps what was paid in the second the hold ended', async () => {
    payment.standin.faults.dropWebhooks = 10_000;
    const page = await opened();
    await pay(page.checkoutSessionId);
    payment.aheadMs += 31 * 60_000;
    await Promise.all([run('end-sessions'), run('end-sessions'), run('catch-up')]);
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
  });

  it('finds out what became of a page it asked for without an answer', async () => {
    const { id } = booked();
    Object.assign(payment.standin.faults, { cutNext: 4 });
    await create(id);
    payment.aheadMs += 30_000;
    await run('end-sessions');
    expect(await rows('payment-sessions').findOne({ userbookingid: id })).toMatchObject({ status: 'pending', attempt: 1 });
    const all = await payment.stripe.checkout.sessions.list({ limit: 100 });
    expect(all.data.filter(({ client_reference_id }) => client_reference_id === id)).toHaveLength(1);
  });

  it('takes in the webhook of a page it asked for without an answer', async () => {
    const { id } = booked();
    Object.assign(payment.standin.faults, { cutNext: 4 });
    await create(id);
    const session = (await payment.stripe.checkout.sessions.list({ limit: 1 })).data[0]!;
    expect(session.client_reference_id).toBe(id);
    await pay(session.id);
    expect(await factTypes(id)).toEqual([sessionSettledV1.type]);
    expect(await rows('payment-sessions').countDocuments({ userbookingid: id })).toBe(1);
  });

  it('rebuilds paid sessions from the provider after an older copy of the database came back', async () => {
    const page = await opened();
    await pay(page.checkoutSessionId);
    for (const name of ['payment-sessions', 'money-ledger', 'outbox', 'inbox']) {
      await rows(name).deleteMany(
        name === 'outbox'
          ? { 'envelope.data.bookingId': page.id }
          : name === 'inbox'
            ? {}
            : { $or: [{ bookingId: page.id }, { userbookingid: page.id }] },
      );
    }
    await run('sweep');
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
    expect(await ledger(page.id)).toMatchObject([{ kind: 'captured', amountMinor: 5_000 }]);
  });
});

describe('money that cannot be honoured', () => {
  const rogue = (id: BookingId, over: { unit_amount?: number; currency?: string; attempt?: string } = {}) =>
    payment.stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: `${ORIGIN}/payment-successful`,
      client_reference_id: id,
      customer_email: held.get(id)!.who.email,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: over.currency ?? 'usd', unit_amount: over.unit_amount ?? 5_000, product_data: { name: 'x' } },
        },
      ],
      metadata: { bookingId: id, userId: held.get(id)!.who.userId, attempt: over.attempt ?? '7' },
    });
  const refundsOf = async (checkoutSessionId: string) => {
    const session = await payment.stripe.checkout.sessions.retrieve(checkoutSessionId);
    return (await payment.stripe.refunds.list({ payment_intent: session.payment_intent as string })).data;
  };

  it('B3-04 F41 goes back once when the seats are gone, and svc-booking is told', async () => {
    const page = await opened();
    await pay(page.checkoutSessionId);
    const fact = { ...bookingData(page.id), checkoutSessionId: page.checkoutSessionId };
    const id = randomUUID();
    for (let n = 0; n < 3; n += 1) await tell(bookingLatePaidV1, fact, { id });
    await tell(bookingLatePaidV1, fact);
    await goneBack(
      'the refund is told',
      () => factTypes(page.id),
      (types) => types.includes(refundIssuedV1.type),
    );
    await run('return-money');
    expect(await refundsOf(page.checkoutSessionId)).toHaveLength(1);
    expect((await factTypes(page.id)).filter((type) => type === refundIssuedV1.type)).toHaveLength(1);
    expect((await ledger(page.id)).map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['captured', 5_000],
      ['refunded', 5_000],
    ]);
    expect((await returned(page, 'success')).body).toEqual({ outcome: 'not_taken' });
  });

  it("F11 goes back once although the provider's answer is lost", async () => {
    const page = await opened();
    await pay(page.checkoutSessionId);
    Object.assign(payment.standin.faults, { cutNext: 2, only: 'POST /v1/refunds', holdWebhooks: true });
    await tell(bookingLatePaidV1, { ...bookingData(page.id), checkoutSessionId: page.checkoutSessionId });
    await goneBack(
      'a first try was made',
      () => refundsOf(page.checkoutSessionId),
      (refunds) => refunds.length === 1,
    );
    // By then the provider has forgotten the key: only reading it first prevents a second refund.
    payment.aheadMs += 25 * 3_600_000;
    await goneBack(
      'the outcome was read',
      () => factTypes(page.id),
      (types) => types.includes(refundIssuedV1.type),
    );
    expect(await refundsOf(page.checkoutSessionId)).toHaveLength(1);
  });

  it('is told as returned only when the provider says so', async () => {
    const page = await opened();
    await pay(page.checkoutSessionId, '4000000000007726');
    await tell(bookingLatePaidV1, { ...bookingData(page.id), checkoutSessionId: page.checkoutSessionId });
    await goneBack(
      'the refund is pending',
      () => rows<{ status: string; bookingId: string }>('refunds').findOne({ bookingId: page.id }),
      (row) => row?.status === 'pending',
    );
    expect(await factTypes(page.id)).not.toContain(refundIssuedV1.type);
    payment.aheadMs += 60_000;
    await until(
      'it is told',
      () => factTypes(page.id),
      (types) => types.includes(refundIssuedV1.type),
      { withinMs: 10_000 },
    );
  });

  it('F62 a refund that fails later is reversed in the ledger', async () => {
    const page = await opened();
    await pay(page.checkoutSessionId, '4000000000005126');
    await tell(bookingLatePaidV1, { ...bookingData(page.id), checkoutSessionId: page.checkoutSessionId });
    await goneBack(
      'it went out',
      () => ledger(page.id),
      (entries) => entries.length === 2,
    );
    payment.aheadMs += 60_000;
    await until(
      'it came back',
      () => ledger(page.id),
      (entries) => entries.length === 3,
      { withinMs: 10_000 },
    );
    expect((await ledger(page.id)).map(({ kind }) => kind)).toEqual(['captured', 'refunded', 'refund_reversed']);
    expect(await rows('refunds').findOne({ bookingId: page.id })).toMatchObject({ status: 'failed' });
  });

  it('I5 goes back when the booking was paid already, and the booking keeps its seats', async () => {
    const page = await opened();
    const second = await rogue(page.id);
    await Promise.all([pay(page.checkoutSessionId), pay(second.id)]);
    await until(
      'both are settled',
      () => rows('payment-sessions').countDocuments({ userbookingid: page.id, status: 'settled' }),
      (n) => n === 2,
    );
    await goneBack(
      'one went back',
      () => ledger(page.id),
      (entries) => entries.length === 3,
    );
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
    const refunds = [...(await refundsOf(page.checkoutSessionId)), ...(await refundsOf(second.id))];
    expect(refunds).toHaveLength(1);
    expect(await rows('payment-sessions').countDocuments({ userbookingid: page.id, standing: 'kept' })).toBe(1);
  });

  it('is reported with the amount that was really received', async () => {
    const { id } = booked();
    const wrong = await rogue(id, { unit_amount: 100, attempt: '1' });
    await pay(wrong.id);
    expect(await facts(id)).toMatchObject([{ type: sessionSettledV1.type, data: { amount: { amountMinor: 100 } } }]);
  });

  it('goes back at once in another currency, and the booking ends', async () => {
    const { id } = booked();
    const wrong = await rogue(id, { currency: 'eur', attempt: '1' });
    await pay(wrong.id);
    expect(await facts(id)).toMatchObject([{ type: sessionEndedV1.type, data: { outcome: 'failed' } }]);
    await goneBack(
      'it went back',
      () => refundsOf(wrong.id),
      (refunds) => refunds.length === 1,
    );
  });
});

describe('the books', () => {
  it('B3-05 I6 the ledger is what the provider holds, to the cent', async () => {
    await run('return-money');
    await run('catch-up');
    const ours = await rows<{ kind: string; amountMinor: number }>('money-ledger').find({}).toArray();
    const sum = ours.reduce((total, { kind, amountMinor }) => total + (kind === 'refunded' ? -amountMinor : amountMinor), 0);
    const state = (await (await fetch(`${payment.standin.url}/_admin`)).json()) as {
      totals: { netMinor: number };
      sessions: { metadata: Record<string, string>; amount_total: number; payment_status: string }[];
    };
    const foreign = state.sessions
      .filter(({ metadata, payment_status }) => !metadata['bookingId'] && payment_status === 'paid')
      .reduce((total, session) => total + session.amount_total, 0);
    expect(sum).toBe(state.totals.netMinor - foreign);
  });
});

describe('a stop in the middle', () => {
  it('loses nothing: a service that starts again goes on', async () => {
    const page = await opened();
    await payment.service.stop();
    await pay(page.checkoutSessionId);
    await payment.start(true);
    await until(
      'it is settled',
      () => factTypes(page.id),
      (types) => types.includes(sessionSettledV1.type),
      { withinMs: 10_000 },
    );
  });
});
