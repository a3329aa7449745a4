import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect } from '@jest/globals';
import Stripe from 'stripe';
import { startStripeStandin, type StripeStandin, type StripeStandinOptions } from './standin.ts';

export const SECRET = 'whsec_test_one';

/** What runs now: `start` replaces it. */
export let standin: StripeStandin;
export let stripe: Stripe;
/** What a test opened, closed when it ends. */
export const closing: (() => Promise<void> | void)[] = [];

/** The provider's own client. */
export function clientOf(running: StripeStandin, config: Stripe.StripeConfig = {}): Stripe {
  return new Stripe('sk_test_anything', {
    host: running.host,
    port: running.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  });
}

/** Starts it in place of the one that runs, with `options` besides those of every test. */
export async function start(options: StripeStandinOptions = {}): Promise<void> {
  await standin?.close();
  standin = await startStripeStandin({ retryDelaysMs: [20], redirectWaitMs: 3_000, lateMs: 60_000, requestsPerSecond: 1_000, ...options });
  stripe = clientOf(standin);
}

/** A stand-in of its own for each test of a file. */
export function useStandin(): void {
  beforeEach(() => start());
  afterEach(async () => {
    await standin.close();
    for (const close of closing.splice(0)) await close();
  });
}

/** Creates a page and lets it expire. @returns its id */
export async function expireOne(over: object = {}): Promise<string> {
  const { id } = await stripe.checkout.sessions.create(sessionParams(over));
  await stripe.checkout.sessions.expire(id);
  return id;
}

/** Takes webhooks; `answer` decides each status. */
export async function listen(answer: (type: string, count: number) => number | Promise<number> = () => 200) {
  const taken: { type: string; id: string; signature: string; payload: string; status: number }[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const payload = Buffer.concat(chunks).toString();
        const event = JSON.parse(payload) as { type: string; id: string };
        const status = await answer(event.type, taken.filter(({ id }) => id === event.id).length);
        taken.push({ type: event.type, id: event.id, signature: String(request.headers['stripe-signature']), payload, status });
        response.writeHead(status).end('{}');
      })();
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
export function sessionParams(over: object = {}): Stripe.Checkout.SessionCreateParams {
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

/** Presses Pay on the hosted page, as a browser would. */
export function submit(session: { url: string | null }, fields: Record<string, string> = {}): Promise<Response> {
  return fetch(session.url ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 34', cardCvc: '123', ...fields }),
  });
}

/** A page that was paid with a card, what it took and from where. */
export async function paidSession(cardNumber = '4242424242424242') {
  const session = await stripe.checkout.sessions.create(sessionParams());
  expect((await submit(session, { cardNumber })).status).toBe(303);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] });
  const intent = paid.payment_intent as Stripe.PaymentIntent;
  return { session: paid, intent, charge: intent.latest_charge as Stripe.Charge };
}

/** Asks for what a person does in the dashboard. */
export function admin(path: string, body: unknown): Promise<Response> {
  return fetch(`${standin.url}/_admin${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
