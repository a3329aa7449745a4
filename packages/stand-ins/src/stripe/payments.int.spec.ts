import { until } from '@concert/test-kit/until';
import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { admin, listen, paidSession, SECRET, sessionParams, standin, stripe, submit, useStandin } from './running-standin.harness.ts';

useStandin();

describe('the hosted page', () => {
  it('shows item, amount, email and a way back, and runs no script', async () => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    const page = await fetch(session.url ?? '');
    const html = await page.text();
    for (const text of ['General Seating × 2', 'Pay 50.00 USD', 'anna@example.com', 'Test payment page', `ref2=${session.id}`])
      expect(html).toContain(text);
    expect(html).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('waits for the 2xx of checkout.session.completed before it sends the buyer back', async () => {
    let answerHook: (status: number) => void = () => undefined;
    const { taken, url } = await listen((type) =>
      type === 'checkout.session.completed'
        ? new Promise((resolve) => {
            answerHook = resolve;
          })
        : 200,
    );
    standin.setWebhook(url, SECRET);
    const session = await stripe.checkout.sessions.create(sessionParams());
    let back = false;
    const going = submit(session).then(() => {
      back = true;
    });
    await until('the other messages', () => taken.length >= 2);
    expect(back).toBe(false);
    answerHook(200);
    await going;
    expect(taken.some(({ type }) => type === 'checkout.session.completed')).toBe(true);
  });
});

describe('refunds', () => {
  it('are made whole or in parts and never exceed the charge', async () => {
    const { charge, intent } = await paidSession();
    await stripe.refunds.create({ payment_intent: intent.id, amount: 2_000 });
    await expect(stripe.refunds.create({ charge: charge.id, amount: 3_001 })).rejects.toThrow(
      'greater than unrefunded amount on charge ($30.00)',
    );
    const rest = await stripe.refunds.create({ charge: charge.id });
    expect(rest).toMatchObject({ amount: 3_000, status: 'succeeded', charge: charge.id });
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 5_000, refunded: true });
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2);
  });

  it('fail later with 5126, and the money counts as not refunded again', async () => {
    const { charge } = await paidSession('4000000000005126');
    const refund = await stripe.refunds.create({ charge: charge.id });
    expect(refund.status).toBe('succeeded');
    standin.advance(60_000);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(0);
    expect((await stripe.events.list({ type: 'refund.failed' })).data).toHaveLength(1);
  });

  it('can be made in the dashboard, and are refused while a dispute is open and when it was lost', async () => {
    const { charge } = await paidSession();
    expect((await admin('/refunds', { charge: charge.id, amount: 1_000 })).status).toBe(200);
    expect((await admin('/disputes', { charge: charge.id, action: 'open' })).status).toBe(200);
    const refusal = {
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    };
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject(refusal);
    const { charge: other } = await paidSession();
    for (const action of ['open', 'lost']) expect((await admin('/disputes', { charge: other.id, action })).status).toBe(200);
    for (const amount of [1, 5_000])
      await expect(stripe.refunds.create({ charge: other.id, amount })).rejects.toMatchObject({ code: 'charge_disputed', statusCode: 400 });
    expect((await stripe.disputes.list({ charge: other.id })).data).toMatchObject([
      { status: 'lost', is_charge_refundable: false, balance_transactions: [{ amount: -5_000 }] },
    ]);
    await admin('/disputes', { charge: charge.id, action: 'won' });
    await stripe.refunds.create({ charge: charge.id });
    const state = (await (await fetch(`${standin.url}/_admin/state`)).json()) as { totals: unknown };
    expect(state.totals).toMatchObject({ capturedMinor: 10_000, refundedMinor: 5_000, disputedMinor: 5_000, netMinor: 0, charges: 2 });
  });
});

describe('idempotency keys', () => {
  it('refuse other parameters', async () => {
    const params = sessionParams();
    await stripe.checkout.sessions.create(params, { idempotencyKey: 'k2' });
    const refused = await stripe.checkout.sessions
      .create({ ...params, client_reference_id: 'other' }, { idempotencyKey: 'k2' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(refused).toMatchObject({ statusCode: 400 });
  });
});

describe('idempotency keys, when the provider itself fails', () => {
  const told = async (key: string) => {
    const answer = await fetch(`${standin.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x', 'idempotency-key': key },
      body: new URLSearchParams({
        mode: 'payment',
        success_url: 'http://localhost/',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '900',
        'line_items[0][price_data][product_data][name]': 'x',
      }),
    });
    return { status: answer.status, replayed: answer.headers.get('idempotent-replayed'), retry: answer.headers.get('stripe-should-retry') };
  };

  it.each([
    ['failKeptNext', 0],
    ['failMadeNext', 1],
  ] as const)('keep its 500 for ever under %s, with %i made', async (fault, made) => {
    standin.faults[fault] = 1;
    expect(await told('k1')).toEqual({ status: 500, replayed: null, retry: 'false' });
    for (let n = 0; n < 3; n += 1) expect(await told('k1')).toEqual({ status: 500, replayed: 'true', retry: 'false' });
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(made);
    expect((await told('k2')).status).toBe(200);
  });

  it('keep what was done for a request whose answer became a page of HTML on the way', async () => {
    standin.faults.htmlNext = 1;
    const create = () => stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: 'k3' });
    await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
    const { id } = await create();
    expect((await stripe.checkout.sessions.list()).data.map((session) => session.id)).toEqual([id]);
  });
});
