import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { until } from '@concert/test-kit/until';
import { afterEach, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { startStripeStandin } from './standin.ts';

const SECRETS = ['whsec_test_one', 'whsec_test_two'];
/** What the test opened, closed when it ends. */
const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Takes webhooks. */
async function listen() {
  const taken: { type: string; id: string; signature: string; payload: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((payload) => {
      const { type, id } = JSON.parse(payload) as { type: string; id: string };
      taken.push({ type, id, signature: String(request.headers['stripe-signature']), payload });
      response.end('{}');
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

it('B8-515 webhooks are signed so that the SDK accepts them, with every secret while one is rotated', async () => {
  const { taken, url } = await listen();
  const standin = await startStripeStandin({ redirectWaitMs: 3_000, webhookUrl: url, webhookSecret: SECRETS });
  closing.push(() => standin.close());
  const { host, port } = standin;
  const stripe = new Stripe('sk_test_anything', { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  const { url: page } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 2, price_data: { currency: 'usd', unit_amount: 2_500, product_data: { name: 'General Seating' } } }],
    success_url: 'http://localhost:8080/payment-successful',
  });
  const body = new URLSearchParams({ email: 'anna@example.com', cardNumber: '4242424242424242', cardExpiry: '12 / 34', cardCvc: '123' });
  expect((await fetch(page!, { method: 'POST', redirect: 'manual', body })).status).toBe(303);
  await until('four messages', () => taken.length >= 4);
  for (const { payload, signature, id } of taken) {
    for (const secret of SECRETS) expect(stripe.webhooks.constructEvent(payload, signature, secret).id).toBe(id);
    expect(() => stripe.webhooks.constructEvent(payload, signature, 'whsec_other')).toThrow(Stripe.errors.StripeSignatureVerificationError);
    expect(() => stripe.webhooks.constructEvent(`${payload} `, signature, SECRETS[0]!)).toThrow();
  }
  expect(taken.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['checkout.session.completed', 'payment_intent.succeeded', 'charge.succeeded']),
  );
});
