import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { priceMinor } from '@concert/contracts/booking/seating';
import { disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { refundIssuedV1 } from '@concert/contracts/payment/refunds';
import { until } from '@concert/test-kit/until';
import type Stripe from 'stripe';
import { RunningPayment, SECRETS, type OpenPage } from '../running-payment.harness.ts';

const payment = new RunningPayment();
const PRICE = priceMinor('General Seating', 2);
const NOW = () => Math.floor(payment.now() / 1_000);
const typesOf = payment.factTypes.bind(payment);

interface Sent {
  readonly status: number;
  readonly body: { readonly code?: string };
}

/** Posts a message, as the provider or an attacker would send it. */
function post(payload: string | Uint8Array, signature?: string, headers: Record<string, string> = {}): Promise<Sent> {
  return fetch(`${payment.service.url}/api/stripe-webhook`, {
    method: 'POST',
    body: payload as string,
    headers: { 'content-type': 'application/json', ...(signature === undefined ? {} : { 'stripe-signature': signature }), ...headers },
  }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as Sent['body'] }));
}

/** The event's object without the union of all its possible types: spreading that union costs the type check minutes. */
const objectOf = (event: Stripe.Event): object => event.data.object;

const sign = (payload: string, over: { secret?: string; timestamp?: number } = {}) =>
  payment.stripe.webhooks.generateTestHeaderString({ payload, secret: SECRETS[0], timestamp: NOW(), ...over });
const send = (message: object | string, over: Parameters<typeof sign>[1] = {}) => {
  const payload = typeof message === 'string' ? message : JSON.stringify(message);
  return post(payload, sign(payload, over));
};

/** The message that a page was completed, which never reached us. */
async function lost(page: OpenPage): Promise<Stripe.Event> {
  payment.standin.faults.dropWebhooks = 10_000;
  await payment.press(page);
  payment.standin.faults.dropWebhooks = 0;
  const { data } = await payment.stripe.events.list({ type: 'checkout.session.completed', limit: 20 });
  return data.find(({ data: { object } }) => (object as { id: string }).id === page.checkoutSessionId)!;
}

const stored = () => payment.rows('provider-notices').countDocuments();
let number = 0;
const fresh = (event: object, over: object = {}) => ({ ...event, id: `evt_made${(number += 1)}`, ...over });

beforeAll(() => payment.open(), 60_000);
afterAll(() => payment.close());
afterEach(() => payment.faults({ reset: true }));

describe('list 9: a webhook is refused', () => {
  let event: Stripe.Event;
  let page: OpenPage;
  beforeAll(async () => {
    page = await payment.page();
    event = await lost(page);
  });

  const text = () => JSON.stringify(event);
  const signed = (payload: string, over: Parameters<typeof sign>[1] = {}) => post(payload, sign(payload, over));
  // What else has these faults is refused in the unit spec of the signature.
  const REFUSED: [string, string, () => Promise<Sent>][] = [
    ['no signature', 'unsigned', () => post(text())],
    ['301 s old', 'stale', () => signed(text(), { timestamp: NOW() - 302 })],
    ['305 s ahead', 'future', () => signed(text(), { timestamp: NOW() + 305 })],
    ['re-indented', 'signature', () => post(JSON.stringify(event, null, 1), sign(text()))],
    ["another endpoint's secret", 'signature', () => signed(text(), { secret: 'whsec_another_endpoint' })],
    ['no JSON, signed', 'shape', () => signed('{')],
    ['no JSON, and not signed: it is not even read', 'signature', () => signed('{', { secret: 'whsec_another_endpoint' })],
    ['another account', 'account', () => send(fresh(event, { account: 'acct_somebody' }))],
    ['live mode on a test key', 'mode', () => send(fresh(event, { livemode: true }))],
  ];

  it.each(REFUSED)('B3-503 %s, as %s, with 400 and nothing stored', async (_, reason, attempt) => {
    const before = { rows: await stored(), refused: await count(reason) };
    const { status, body } = await attempt();
    expect([status, body.code]).toEqual([400, 'payment.signature_refused']);
    expect({ rows: await stored(), refused: await count(reason) }).toEqual({ ...before, refused: before.refused + 1 });
    expect(await typesOf(page.id)).toEqual([]);
  });

  it.each<[string, number, () => Promise<Sent>]>([
    ['5 MB', 413, () => signed(JSON.stringify({ ...event, padding: 'x'.repeat(5_000_000) }))],
    ['gzip, said so', 400, () => post(gzipSync(text()), sign(text()), { 'content-encoding': 'gzip' })],
    ['another media type', 415, () => post(text(), sign(text()), { 'content-type': 'text/plain' })],
    ['GET', 404, () => payment.call('GET', '/api/stripe-webhook')],
  ])('%s with %i', async (_, status, attempt) => {
    const before = await stored();
    expect((await attempt()).status).toBe(status);
    expect(await stored()).toBe(before);
  });
});

async function count(reason: string): Promise<number> {
  const line = (await payment.metric('webhooks_refused_total')).find((one) => one.includes(`reason="${reason}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('list 9: a webhook is taken', () => {
  it.each<[string, (event: Stripe.Event) => object]>([
    ['two signatures, one right', (event) => event],
    ['created 1970', (event) => ({ ...event, created: 0 })],
    ['created 2099', (event) => ({ ...event, created: 4_070_908_800 })],
    [
      'markup in the customer name',
      (event) => ({ ...event, data: { object: { ...objectOf(event), customer_details: { name: '<img src=x onerror=alert(1)>' } } } }),
    ],
    [
      'another amount and currency than the provider has',
      (event) => ({ ...event, data: { object: { ...objectOf(event), amount_total: 1, currency: 'jpy' } } }),
    ],
    ['said to be unpaid', (event) => ({ ...event, data: { object: { ...objectOf(event), payment_status: 'unpaid' } } })],
    ['without metadata', (event) => ({ ...event, data: { object: { ...objectOf(event), metadata: {} } } })],
    [
      'a thousand deep beside what is right',
      (event) => ({ ...event, extra: JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`) as object }),
    ],
  ])('%s: the provider is read, and what it says is stored', async (what, change) => {
    const page = await payment.page();
    const event = change(await lost(page));
    const payload = JSON.stringify(event);
    const signature = what === 'two signatures, one right' ? sign(payload).replace(',v1=', `,v1=${'0'.repeat(64)},v1=`) : sign(payload);
    expect((await post(payload, signature)).status).toBe(200);
    await payment.followed();
    expect(await typesOf(page.id)).toEqual([sessionSettledV1.type]);
    expect(await payment.ledger(page.id)).toEqual([['captured', PRICE]]);
  });

  it('of an unknown type, about an unknown booking, about a page that does not exist: nothing changes', async () => {
    const page = await payment.page();
    const event = await lost(page);
    const ledger = () => payment.rows('money-ledger').countDocuments();
    const before = await ledger();
    const object = { ...objectOf(event), id: 'cs_test_nothing_at_all' };
    for (const message of [
      fresh(event, { type: 'invoice.paid' }),
      fresh(event, { type: 'constructor' }),
      fresh(event, { data: { object } }),
      fresh(event, { data: { object: { ...object, id: { $gt: '' } } } }),
    ]) {
      expect((await send(message)).status).toBe(200);
    }
    const ofAnotherShop = await payment.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Other shop' } } }],
      success_url: 'https://other.test/',
    });
    await payment.pay({ ...page, checkoutSessionId: ofAnotherShop.id });
    expect(await ledger()).toBe(before);
    expect(await typesOf(page.id)).toEqual([]);
    expect(await payment.rows('payment-sessions').countDocuments({ checkoutSessionId: ofAnotherShop.id })).toBe(0);
  });

  it('amount 0: a page somebody made free sells nothing and takes no money', async () => {
    const { id, who } = await payment.page();
    await payment.pay(await payment.foreignPage({ id, who }, 2, { unit_amount: 0 }));
    expect(await typesOf(id)).toEqual([sessionEndedV1.type]);
    expect(await payment.ledger(id)).toEqual([]);
  });
});

describe('what is done in the provider’s dashboard', () => {
  it('B3-508 a refund, twice in part: both are counted, and the last ends the booking', async () => {
    const { id, charge } = await payment.paid();
    await payment.dashboard('refunds', { charge, amount: 2_000 });
    expect(await payment.ledger(id)).toEqual([
      ['captured', PRICE],
      ['refunded', 2_000],
    ]);
    const issued = async () =>
      (await payment.facts(id)).filter(({ type }) => type === refundIssuedV1.type).map(({ data }) => [data['amount'], data['part']]);
    const part = [
      { amountMinor: 2_000, currency: 'USD' },
      { returnId: expect.any(String), tickets: [] },
    ];
    expect(await issued()).toEqual([part]);
    await payment.dashboard('refunds', { charge, amount: PRICE - 2_000 });
    expect(await payment.ledger(id)).toEqual([
      ['captured', PRICE],
      ['refunded', 2_000],
      ['refunded', PRICE - 2_000],
    ]);
    expect(await issued()).toEqual([part, [{ amountMinor: PRICE - 2_000, currency: 'USD' }, undefined]]);
  });
});

describe('a dispute that can be answered', () => {
  it('B6-546 is told with its reason and last day, and anew when an inquiry becomes a dispute', async () => {
    const { id, charge } = await payment.paid();
    const told = async () =>
      (await payment.facts(id)).filter(({ type }) => type === disputeOpenedV1.type).map(({ data }) => [data['reason'], data['answerBy']]);
    await payment.dashboard('disputes', { charge, action: 'inquire', reason: 'product_not_received' });
    const dueBy = async () => (await payment.stripe.disputes.list({ charge })).data[0]!.evidence_details.due_by! * 1_000;
    const first = ['product_not_received', new Date(await dueBy()).toISOString()];
    expect(await told()).toEqual([first]);
    await payment.dashboard('clock', { advanceMs: 2_000 });
    await payment.dashboard('disputes', { charge, action: 'open' });
    const second = ['product_not_received', new Date(await dueBy()).toISOString()];
    expect(second).not.toEqual(first);
    expect(await told()).toEqual([first, second]);
    await payment.dashboard('disputes', { charge, action: 'won' });
    expect(await told()).toHaveLength(2);
  });
});

describe('F34 an older copy of the database came back', () => {
  it('B8-506 brings back what was paid since: session, ledger, and the booking that svc-booking lost as well', async () => {
    const page = await payment.paid({ seating: 'Preferred Seating', tickets: 4 });
    const open = await payment.page();
    payment.held.delete(page.id);
    for (const [name, filter] of [
      ['payment-sessions', { userbookingid: page.id }],
      ['money-ledger', { bookingId: page.id }],
      ['outbox', { 'envelope.data.bookingId': page.id }],
      ['provider-notices', {}],
      ['checkpoints', {}],
    ] as const)
      await payment.rows(name).deleteMany(filter);
    await payment.run('catch-up');
    await payment.run('sweep');
    expect(payment.neighbours.restored.filter(({ bookingId }) => bookingId === page.id)).toContainEqual({
      bookingId: page.id,
      userId: page.who.userId,
      email: page.who.email,
      seating: 'Preferred Seating',
      tickets: 4,
      amountMinor: priceMinor('Preferred Seating', 4),
    });
    expect(await typesOf(page.id)).toEqual([sessionSettledV1.type]);
    expect(await payment.ledger(page.id)).toEqual([['captured', priceMinor('Preferred Seating', 4)]]);
    expect(await typesOf(open.id)).not.toContain(sessionEndedV1.type);
  }, 60_000);
});

describe('the provider is slow', () => {
  it('B3-514 and everything that needs nothing of it goes on: webhooks are stored, other pages answer, nothing is locked', async () => {
    const settled = await payment.paid();
    const page = await payment.page();
    const event = await lost(page);
    // An hour: calls wait for it until the others are done.
    Object.assign(payment.standin.faults, { delayMs: 3_600_000, only: 'POST /v1/checkout/sessions' });
    let slow = 0;
    const pressed = Array.from({ length: 4 }, () => payment.create(payment.booked().id).finally(() => (slow += 1)));
    const creating = () =>
      payment.rows<{ _id: string; status: string; version: number }>('payment-sessions').find({ status: 'creating' }).toArray();
    const rows = await until('they are asked for', creating, (found) => found.length === 4, { withinMs: 4_000, everyMs: 10 });
    expect((await send(event)).status).toBe(200);
    expect((await payment.returned(settled, 'success')).status).toBe(200);
    const touched = await payment
      .rows<{ _id: string }>('payment-sessions')
      .updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { $set: { host: 'http://touched.example' } }, { maxTimeMS: 3_000 });
    expect(touched.matchedCount).toBe(4);
    expect(slow).toBe(0);
    Object.assign(payment.standin.faults, { delayMs: 0, only: '' });
    await Promise.all(pressed);
  });

  it('and is then given a rest, which the metrics show', async () => {
    Object.assign(payment.standin.faults, { failNext: 1_000 });
    await until(
      'calls are spared',
      async () => {
        await payment.create(payment.booked().id);
        return payment.metric('payment_provider_circuit_open');
      },
      ([line]) => line?.endsWith(' 1') === true,
      { withinMs: 20_000 },
    );
    expect(await payment.metric('payment_provider_calls_spared_total')).toHaveLength(1);
    for (const outcome of ['answered', 'unavailable'])
      expect(
        (await payment.metric('payment_provider_call_duration_seconds_count')).some((line) => line.includes(`outcome="${outcome}"`)),
      ).toBe(true);
    expect(
      (await payment.metric('webhooks_taken_total')).some((line) => line.includes('about="session"') && line.includes('outcome="stored"')),
    ).toBe(true);
  });
});
