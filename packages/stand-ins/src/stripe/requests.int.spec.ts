import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { admin, clientOf, paidSession, sessionParams, standin, start, stripe, useStandin } from './running-standin.harness.ts';

useStandin();

describe('idempotency keys', () => {
  it('answer a repeat with the first answer', async () => {
    const params = sessionParams();
    const first = await stripe.checkout.sessions.create(params, { idempotencyKey: 'k1' });
    const again = await stripe.checkout.sessions.create(params, { idempotencyKey: 'k1' });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it('refuse other parameters', async () => {
    const params = sessionParams();
    await stripe.checkout.sessions.create(params, { idempotencyKey: 'k2' });
    const refused = await stripe.checkout.sessions
      .create({ ...params, client_reference_id: 'other' }, { idempotencyKey: 'k2' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(refused).toMatchObject({ statusCode: 400 });
  });

  it('are forgotten after 24 hours', async () => {
    const { charge } = await paidSession();
    const params = { charge: charge.id, amount: 100 };
    const first = await stripe.refunds.create(params, { idempotencyKey: 'k3' });
    standin.advance(23 * 3_600_000);
    expect((await stripe.refunds.create(params, { idempotencyKey: 'k3' })).id).toBe(first.id);
    standin.advance(2 * 3_600_000);
    expect((await stripe.refunds.create(params, { idempotencyKey: 'k3' })).id).not.toBe(first.id);
  });

  it('make one session of a call that ran but was cut off, and was sent again', async () => {
    standin.faults.cutNext = 1;
    const patient = clientOf(standin, { maxNetworkRetries: 2 });
    const session = await patient.checkout.sessions.create(sessionParams(), { idempotencyKey: 'k4' });
    expect((await stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([session.id]);
  });

  it('make one session of a call that ran but was never answered', async () => {
    standin.faults.silentNext = 1;
    const params = sessionParams();
    await expect(clientOf(standin, { timeout: 200 }).checkout.sessions.create(params, { idempotencyKey: 'k5' })).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    await stripe.checkout.sessions.create(params, { idempotencyKey: 'k5' });
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
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
});

describe('what the provider refuses', () => {
  const one = { quantity: 1, price_data: { currency: 'usd', unit_amount: 5_000, product_data: { name: 'General Seating' } } };
  const withPrice = (change: object) => ({ line_items: [{ ...one, price_data: { ...one.price_data, ...change } }] });

  it.each([
    ['a field of a line item', { line_items: [{ ...one, colour: 'red' }] }, 'line_items[0][colour]'],
    ['a field of a price', withPrice({ vat: 1 }), 'line_items[0][price_data][vat]'],
    [
      'a field of a product',
      withPrice({ product_data: { name: 'General Seating', seats: 2 } }),
      'line_items[0][price_data][product_data][seats]',
    ],
    ['a field about the payment', { payment_intent_data: { note: 'x' } }, 'payment_intent_data[note]'],
    ['a field about local currencies', { adaptive_pricing: { off: true } }, 'adaptive_pricing[off]'],
  ])('is %s that it does not know', async (_what, change, param) => {
    await expect(stripe.checkout.sessions.create(sessionParams(change as never))).rejects.toMatchObject({
      code: 'parameter_unknown',
      param,
    });
  });

  it.each([
    ['a currency that is none', withPrice({ currency: 'qqq' }), 'line_items[0][price_data][currency]'],
    ['two currencies on one page', { line_items: [one, { ...one, price_data: { ...one.price_data, currency: 'eur' } }] }, 'line_items'],
    ['more than a hundred lines', { line_items: Array.from({ length: 101 }, () => one) }, 'line_items'],
  ])('is %s', async (_what, change, param) => {
    await expect(stripe.checkout.sessions.create(sessionParams(change as never))).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param,
    });
  });

  it('is a filter that a list does not have, and a body that is no form', async () => {
    await expect(stripe.refunds.list({ status: 'pending' } as never)).rejects.toMatchObject({ code: 'parameter_unknown', param: 'status' });
    await expect(stripe.charges.list({ created: { since: 1 } } as never)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'created[since]',
    });
    const answer = await fetch(`http://${standin.host}:${standin.port}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/json' },
      body: '{"charge":"ch_1"}',
    });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('application/x-www-form-urlencoded')]);
  });
});

describe('access, limits and faults', () => {
  it('refuses a key that is not a test key', async () => {
    const stranger = new Stripe('sk_live_x', { host: standin.host, port: standin.port, protocol: 'http', maxNetworkRetries: 0 });
    await expect(stranger.events.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });

  it('answers 429 with Retry-After above its rate', async () => {
    await start({ requestsPerSecond: 3 });
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => stripe.events.list()));
    const refused = answers
      .filter((answer) => answer.status === 'rejected')
      .map((answer) => answer.reason as Stripe.errors.StripeRateLimitError);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    expect(refused[0]?.headers?.['retry-after']).toBe('1');
  });

  it('fails and slows only what it is told to', async () => {
    await admin('/faults', { failNext: 1, only: 'POST /v1/refunds' });
    await stripe.checkout.sessions.create(sessionParams());
    await expect(stripe.refunds.create({ charge: 'ch_x' })).rejects.toMatchObject({ statusCode: 500 });
    await expect(stripe.refunds.create({ charge: 'ch_x' })).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it("answers an unknown address in Stripe's shape", async () => {
    const answer = await fetch(`${standin.url}/v1/unicorns`, { headers: { authorization: 'Bearer sk_test_x' } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('shows its dashboard to a browser', async () => {
    await paidSession();
    const html = await (await fetch(`${standin.url}/_admin`, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain('50.00 USD');
  });
});
