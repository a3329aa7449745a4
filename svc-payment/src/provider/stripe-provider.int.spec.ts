import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { startStripeStandin, type StripeStandin } from '@concert/stand-ins/stripe/standin';
import { GOOD_CARD } from '@concert/test-kit/site-client';
import { idFromBytes } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { ALL_PAYMENT_METHODS } from '@concert/stand-ins/stripe/account-options';
import type { NoticeFilter } from './payment-provider.ts';
import { StripeProvider } from './stripe-provider.ts';

/** A page that says nothing of currencies and methods. */
const makePage = (stripe: Stripe) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost:8080/payment-successful',
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 5_000, product_data: { name: 'Seats' } } }],
  });

describe('notices since a moment', () => {
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

  async function typesSince(which?: NoticeFilter): Promise<string[]> {
    const types: string[] = [];
    for await (const { type } of provider.noticesSince(BEGINNING, which)) types.push(type);
    return types;
  }

  it('B3-543 are all that we follow, or only those that were not delivered', async () => {
    const paid = await makePage(stripe);
    const card = { email: 'buyer@example.com', cardNumber: GOOD_CARD, cardExpiry: '12 / 40', cardCvc: '123' };
    await fetch(`${standin.url}/c/pay/${paid.id}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(card) });
    await stripe.checkout.sessions.expire((await makePage(stripe)).id);
    expect(await typesSince()).toEqual(['checkout.session.expired', 'checkout.session.completed']);
    expect(await typesSince({ undeliveredOnly: false })).toHaveLength(2);
    expect(await typesSince({ until: new Date() })).toHaveLength(2);
    expect(await typesSince({ until: BEGINNING })).toEqual([]);
    expect(await typesSince({ undeliveredOnly: true })).toEqual(['checkout.session.expired']);
  });
});

describe('at an account whose dashboard offers local currencies and methods that settle after days', () => {
  let standin: StripeStandin;
  beforeAll(async () => {
    standin = await startStripeStandin({ dashboard: ALL_PAYMENT_METHODS });
  });
  afterAll(() => standin.close());

  /** What a page offers beside a card in dollars. */
  const offers = async (checkoutSessionId: string) => {
    const page = await (await fetch(`${standin.url}/c/pay/${checkoutSessionId}`)).text();
    return ['us_bank_account', 'eur'].filter((what) => page.includes(`value="${what}"`));
  };

  it('our pages offer neither, so each is paid at once in the currency we ask in; pages that pin neither offer both', async () => {
    const bookingId = idFromBytes('booking', new Uint8Array(17));
    const { checkoutSessionId } = await new StripeProvider({ secretKey: 'sk_test_offers', apiUrl: standin.url }).openSession({
      key: `checkout:${bookingId}:1:1`,
      reference: { bookingId, userId: idFromBytes('user', new Uint8Array(17)), attempt: 1 },
      email: 'buyer@example.org',
      item: 'Seats',
      price: money(5_000),
      expiresAt: new Date(Date.now() + 31 * 60_000),
      successUrl: 'http://localhost:8080/payment-successful',
      cancelUrl: 'http://localhost:8080/payment-cancelled',
    });
    expect(await offers(checkoutSessionId)).toEqual([]);
    const { host, port } = standin;
    const { id } = await makePage(new Stripe('sk_test_offers', { host, port, protocol: 'http', telemetry: false }));
    expect(await offers(id)).toEqual(['us_bank_account', 'eur']);
  });
});
