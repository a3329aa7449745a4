import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { until } from '@concert/test-kit/until';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { startStripeStandin, type StripeStandin, type StripeStandinOptions } from './standin.ts';

const SECRET = 'whsec_test_one';

/** What runs now: `start` replaces it. */
let standin: StripeStandin;
let stripe: Stripe;
/** What a test opened, closed when it ends. */
const closing: (() => Promise<void> | void)[] = [];

/** Starts it in place of the one that runs, with `options` besides those of every test. */
async function start(options: StripeStandinOptions = {}): Promise<void> {
  await standin?.close();
  standin = await startStripeStandin({ retryDelaysMs: [20], redirectWaitMs: 3_000, lateMs: 60_000, requestsPerSecond: 1_000, ...options });
  const { host, port } = standin;
  stripe = new Stripe('sk_test_anything', { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

beforeEach(() => start());
afterEach(async () => {
  await standin.close();
  for (const close of closing.splice(0)) await close();
});

/** Creates a page and lets it expire. @returns its id */
async function expireOne(): Promise<string> {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await stripe.checkout.sessions.expire(id);
  return id;
}

/** Takes webhooks; `answer` decides each status. */
async function listen(answer: () => number = () => 200) {
  const taken: { type: string; id: string; signature: string; payload: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((payload) => {
      const { type, id } = JSON.parse(payload) as { type: string; id: string };
      taken.push({ type, id, signature: String(request.headers['stripe-signature']), payload });
      response.writeHead(answer()).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as { port: number };
  return { taken, url: `http://127.0.0.1:${port}/hook` };
}

/** Two seats for 50.00, but for what a test says otherwise. */
function sessionParams(over: object = {}): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [{ quantity: 2, price_data: { currency: 'usd', unit_amount: 2_500, product_data: { name: 'General Seating' } } }],
    success_url: 'http://localhost:8080/payment-successful?ref=bk_1&ref2={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:8080/payment-cancelled?ref=bk_1&ref2={CHECKOUT_SESSION_ID}',
    customer_email: 'anna@example.com',
    client_reference_id: 'bk_1',
    metadata: { bookingId: 'bk_1' },
    expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
    ...over,
  };
}

/** Pays a page with a card, as a browser does. @returns what it took */
async function paidWith(cardNumber: string): Promise<Stripe.Charge> {
  const session = await stripe.checkout.sessions.create(sessionParams());
  const body = new URLSearchParams({ cardNumber, cardExpiry: '12 / 34', cardCvc: '123' });
  expect((await fetch(session.url!, { method: 'POST', redirect: 'manual', body })).status).toBe(303);
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] });
  return (intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
}

/** Asks for what a person does in the dashboard. */
function admin(path: string, body: unknown): Promise<Response> {
  return fetch(`${standin.url}/_admin${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('checkout sessions', () => {
  it.each([
    [
      'an end too near',
      { expires_at: Math.floor(Date.now() / 1000) + 29 * 60 },
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    ],
    ['a long metadata value', { metadata: { name: 'x'.repeat(501) } }, 'Metadata values can have up to 500 characters'],
    ['no items', { line_items: undefined }, 'Missing required param: line_items.'],
    ['an unknown field', { colour: 'red' }, 'Received unknown parameter: colour'],
    ['an unknown field of a line', { line_items: [{ colour: 'red' }] }, 'Received unknown parameter: line_items[0][colour]'],
    ['an unknown field of the payment', { payment_intent_data: { note: 'x' } }, 'Received unknown parameter: payment_intent_data[note]'],
  ])('are refused with %s', async (_what, over, message) => {
    const refused = await stripe.checkout.sessions.create(sessionParams(over)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect((refused as Error).message).toContain(message);
  });

  it('are listed from a cursor, by their state at this moment', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await stripe.checkout.sessions.create(sessionParams())).id);
    const listed = async (params: Stripe.Checkout.SessionListParams) => {
      const { data, has_more } = await stripe.checkout.sessions.list(params);
      return { data: data.map(({ id }) => id), has_more };
    };
    expect(await listed({ limit: 2, starting_after: ids[1]! })).toEqual({ data: ids.slice(2, 4), has_more: true });
    expect(await listed({ limit: 2, starting_after: ids[2]! })).toEqual({ data: ids.slice(3), has_more: false });
    await stripe.checkout.sessions.expire(ids[1]!);
    expect(await listed({ status: 'expired' })).toEqual({ data: [ids[1]], has_more: false });
    expect(await listed({ status: 'open', starting_after: ids[1]! })).toEqual({ data: ids.slice(2), has_more: false });
    await expect(stripe.checkout.sessions.list({ starting_after: 'cs_test_nothing' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'starting_after',
    });
  });
});

describe('webhooks', () => {
  it('B8-515 are signed so that the SDK accepts them, with every secret while one is rotated', async () => {
    const { taken, url } = await listen();
    standin.setWebhook(url, [SECRET, 'whsec_test_two']);
    await paidWith('4242424242424242');
    await until('three messages', () => taken.length >= 4);
    for (const { payload, signature, id } of taken) {
      for (const secret of [SECRET, 'whsec_test_two']) expect(stripe.webhooks.constructEvent(payload, signature, secret).id).toBe(id);
      expect(() => stripe.webhooks.constructEvent(payload, signature, 'whsec_other')).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      );
      expect(() => stripe.webhooks.constructEvent(`${payload} `, signature, SECRET)).toThrow();
    }
    expect(taken.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['checkout.session.completed', 'payment_intent.succeeded', 'charge.succeeded']),
    );
  });

  it('leave their event undelivered while they are pending, held, lost or given up', async () => {
    let answer = 500;
    const { url } = await listen(() => answer);
    const listed = async (delivery_success: boolean, more: Stripe.EventListParams = {}) =>
      (await stripe.events.list({ type: 'checkout.session.*', delivery_success, ...more })).data.map(
        ({ data }) => (data.object as { id: string }).id,
      );
    const unwanted = await expireOne();
    standin.setWebhook(url, SECRET);
    const pending = await expireOne();
    await admin('/faults', { dropWebhooks: 1 });
    const lost = await expireOne();
    await admin('/faults', { holdWebhooks: true });
    const held = await expireOne();
    expect(await listed(false)).toEqual([held, lost, pending]);
    expect(await listed(true)).toEqual([unwanted]);
    answer = 200;
    await until('the pending one is delivered', async () => (await listed(true)).includes(pending));
    expect(await listed(false)).toEqual([held, lost]);
    expect(await listed(true)).toEqual([pending, unwanted]);
    answer = 500;
    standin.advance(4 * 24 * 3_600_000);
    await admin('/webhooks/release', {});
    expect(await listed(false)).toEqual([held, lost]);
    expect(await listed(false, { created: { gte: Math.floor(Date.now() / 1_000) + 60 } })).toEqual([]);
    await expect(stripe.events.list({ delivery_success: 'maybe' as never })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'delivery_success',
    });
  });
});
