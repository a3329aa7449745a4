import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { startStripeStandin, type StripeStandin } from '@concert/stand-ins/stripe/standin';
import { idFromBytes } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { ALL_PAYMENT_METHODS } from '@concert/stand-ins/stripe/account-options';
import type { NoticeFilter, ProviderSession } from './payment-provider.ts';
import { StripeProvider } from './stripe-provider.ts';

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

const SITE = 'http://localhost:8080';
const PRICE = 5_000;
describe('at an account whose dashboard offers local currencies and methods that settle after days', () => {
  let standin: StripeStandin;
  let provider: StripeProvider;
  let stripe: Stripe;

  beforeAll(async () => {
    standin = await startStripeStandin({ dashboard: ALL_PAYMENT_METHODS, requestsPerSecond: 100_000 });
    provider = new StripeProvider({ secretKey: 'sk_test_offers', apiUrl: standin.url });
    stripe = new Stripe('sk_test_offers', { host: standin.host, port: standin.port, protocol: 'http', telemetry: false });
  });
  afterAll(() => standin.close());

  /** A buyer who uses every offer of the page other than a card in dollars: by `turn`, a bank debit, another currency or both. */
  async function buy(checkoutSessionId: string, turn: number): Promise<{ readonly offered: string[] }> {
    const url = `${standin.url}/c/pay/${checkoutSessionId}`;
    const page = await (await fetch(url)).text();
    const bank = page.includes('value="us_bank_account"');
    const abroad = page.includes('value="eur"');
    const form = new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' });
    if (bank && turn % 2 === 0) form.set('method', 'us_bank_account');
    if (abroad && turn % 3 === 0) form.set('currency', 'eur');
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: form });
    expect(answer.status).toBe(303);
    return { offered: [...(bank ? ['bank debit'] : []), ...(abroad ? ['local currency'] : [])] };
  }

  /** Runs this many purchases concurrently, and returns how they ended. */
  async function purchases(
    count: number,
    open: (turn: number) => Promise<string>,
  ): Promise<{ readonly offered: Set<string>; readonly ends: readonly ProviderSession[]; readonly abroad: number }> {
    const offered = new Set<string>();
    const ends: ProviderSession[] = [];
    let abroad = 0;
    let next = 0;
    const buyer = async () => {
      for (let turn = next++; turn < count; turn = next++) {
        const id = await open(turn);
        for (const what of (await buy(id, turn)).offered) offered.add(what);
        ends.push((await provider.readSession(id))!);
        if (turn % 100 === 0 && (await stripe.checkout.sessions.retrieve(id)).presentment_details) abroad += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, buyer));
    return { offered, ends, abroad };
  }

  it('1,000 purchases are offered neither: each is a card, paid at once, in the currency we ask in', async () => {
    const { offered, ends, abroad } = await purchases(1_000, async (turn) => {
      const bytes = new Uint8Array(17);
      new DataView(bytes.buffer).setUint32(0, turn + 1);
      const bookingId = idFromBytes('booking', bytes);
      const page = await provider.openSession({
        key: `checkout:${bookingId}:1:1`,
        reference: { bookingId, userId: idFromBytes('user', bytes), attempt: 1 },
        email: 'buyer@example.org',
        item: 'Seats',
        price: money(PRICE),
        expiresAt: new Date(Date.now() + 31 * 60_000),
        successUrl: `${SITE}/payment-successful`,
        cancelUrl: `${SITE}/payment-cancelled`,
      });
      return page.checkoutSessionId;
    });
    expect([...offered]).toEqual([]);
    expect(abroad).toBe(0);
    expect(ends.filter(({ state, amount }) => state !== 'paid' || amount.amountMinor !== PRICE || amount.currency !== 'USD')).toEqual([]);
    expect(ends).toHaveLength(1_000);
  });

  it('pages that pin neither are offered both, and half of the buyers have not paid when they come back', async () => {
    const { offered, ends, abroad } = await purchases(101, async () => {
      const { id } = await stripe.checkout.sessions.create({
        mode: 'payment',
        success_url: `${SITE}/payment-successful`,
        customer_email: 'buyer@example.org',
        line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: PRICE, product_data: { name: 'Seats' } } }],
      });
      return id;
    });
    expect([...offered].sort()).toEqual(['bank debit', 'local currency']);
    expect(ends.filter(({ state }) => state === 'processing').length).toBe(51);
    expect(abroad).toBeGreaterThan(0);
  });
});
