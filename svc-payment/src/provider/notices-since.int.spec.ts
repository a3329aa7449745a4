import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { startStripeStandin, type StripeStandin } from '@concert/stand-ins/stripe/standin';
import type { NoticeFilter } from './payment-provider.ts';
import { StripeProvider } from './stripe-provider.ts';

const NOBODY = 'http://127.0.0.1:9/nobody';
const BEGINNING = new Date(Date.now() - 60_000);

let standin: StripeStandin;
let provider: StripeProvider;
let stripe: Stripe;

beforeAll(async () => {
  // Only the end of a page is told to the webhook, and nobody answers it. Whatever else happens counts as delivered.
  standin = await startStripeStandin({
    webhookUrl: NOBODY,
    webhookSecret: 'whsec_nobody',
    webhookTypes: ['checkout.session.expired'],
    redirectWaitMs: 0,
  });
  provider = new StripeProvider({ secretKey: 'sk_test_notices', apiUrl: standin.url });
  stripe = new Stripe('sk_test_notices', { host: standin.host, port: standin.port, protocol: 'http', telemetry: false });
});
afterAll(() => standin.close());

function makePage() {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost:8080/payment-successful',
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 5_000, product_data: { name: 'Seats' } } }],
  });
}

async function typesSince(which?: NoticeFilter): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of provider.noticesSince(BEGINNING, which)) types.push(type);
  return types;
}

describe('notices since a moment', () => {
  it('B3-44 are all that we follow, or only those that were not delivered', async () => {
    const paid = await makePage();
    await fetch(`${standin.url}/_admin/sessions/${paid.id}/pay`, { method: 'POST' });
    await stripe.checkout.sessions.expire((await makePage()).id);
    expect(await typesSince()).toEqual(['checkout.session.expired', 'checkout.session.completed']);
    expect(await typesSince({ undeliveredOnly: false })).toHaveLength(2);
    expect(await typesSince({ until: new Date() })).toHaveLength(2);
    expect(await typesSince({ until: BEGINNING })).toEqual([]);
    expect(await typesSince({ undeliveredOnly: true })).toEqual(['checkout.session.expired']);
  });
});
