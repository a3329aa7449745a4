import { until } from '@concert/test-kit/until';
import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { admin, listen, SECRET, sessionParams, standin, stripe, submit, useStandin } from './running-standin.harness.ts';

useStandin();

describe('checkout sessions', () => {
  it('are created open and unpaid with the sum of their items', async () => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 5_000,
      currency: 'usd',
      payment_intent: null,
      client_reference_id: 'bk_1',
      customer_email: 'anna@example.com',
      metadata: { bookingId: 'bk_1' },
      livemode: false,
    });
    expect(session.url).toBe(`${standin.url}/c/pay/${session.id}`);
    expect(session.lastResponse.requestId).toMatch(/^req_/);
    expect(session.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
    const items = await stripe.checkout.sessions.listLineItems(session.id);
    expect(items.data[0]).toMatchObject({ quantity: 2, amount_total: 5_000, description: 'General Seating' });
  });

  it('answer with their line items when asked to expand them', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
    expect(session.line_items?.data).toHaveLength(1);
  });

  it.each([
    [
      'an end too near',
      { expires_at: Math.floor(Date.now() / 1000) + 29 * 60 },
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    ],
    [
      'an end too far',
      { expires_at: Math.floor(Date.now() / 1000) + 25 * 3600 },
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    ],
    ['a long metadata value', { metadata: { name: 'x'.repeat(501) } }, 'Metadata values can have up to 500 characters'],
    ['a bad email', { customer_email: 'nobody' }, 'Invalid email address: nobody'],
    ['a bad address', { success_url: 'javascript:alert(1)' }, 'Not a valid URL'],
    ['no items', { line_items: undefined }, 'Missing required param: line_items.'],
    ['an unknown field', { colour: 'red' }, 'Received unknown parameter: colour'],
  ])('are refused with %s', async (_what, over, message) => {
    const refused = await stripe.checkout.sessions.create(sessionParams(over)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect((refused as Error).message).toContain(message);
  });

  it('expire once, and an expired one cannot be paid', async () => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired');
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow('status of `expired`');
    const page = await submit(session);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('This payment page has expired');
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  it.each([600_000, -600_000])('tells its own time in answers and signatures: its clock moved by %i ms', async (advanceMs) => {
    const { taken, url } = await listen();
    standin.setWebhook(url, SECRET);
    expect((await admin('/clock', { advanceMs })).status).toBe(200);
    const session = await stripe.checkout.sessions.create(
      sessionParams({ expires_at: Math.floor((Date.now() + advanceMs) / 1_000) + 31 * 60 }),
    );
    await submit(session);
    await until('the webhook', () => taken.length > 0);
    const { lastResponse } = await stripe.checkout.sessions.list({ limit: 1 });
    const signedAt = Number(/t=(\d+)/.exec(taken[0]!.signature)?.[1]) * 1_000;
    for (const told of [Date.parse(lastResponse.headers['date'] ?? ''), signedAt])
      expect(Math.abs(told - Date.now() - advanceMs)).toBeLessThan(5_000);
  });

  it('expire by time', async () => {
    const { taken, url } = await listen();
    standin.setWebhook(url, SECRET);
    const session = await stripe.checkout.sessions.create(sessionParams());
    standin.advance(32 * 60_000);
    await until('checkout.session.expired', () => taken.some(({ type }) => type === 'checkout.session.expired'));
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });

  it('are listed newest first, by pages', async () => {
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push((await stripe.checkout.sessions.create(sessionParams())).id);
    const listed: string[] = [];
    for await (const session of stripe.checkout.sessions.list({ limit: 2 })) listed.push(session.id);
    expect(listed).toEqual(made.reverse());
  });

  it('are listed from a cursor in either direction, by their state at this moment', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await stripe.checkout.sessions.create(sessionParams())).id);
    const listed = async (params: Stripe.Checkout.SessionListParams) => {
      const { data, has_more } = await stripe.checkout.sessions.list(params);
      return { data: data.map(({ id }) => id), has_more };
    };
    expect(await listed({ limit: 2, starting_after: ids[1]! })).toEqual({ data: ids.slice(2, 4), has_more: true });
    expect(await listed({ limit: 2, starting_after: ids[2]! })).toEqual({ data: ids.slice(3), has_more: false });
    expect(await listed({ limit: 2, ending_before: ids[3]! })).toEqual({ data: ids.slice(1, 3), has_more: true });
    expect(await listed({ limit: 9, starting_after: ids[0]!, ending_before: ids[4]! })).toEqual({ data: ids.slice(1, 4), has_more: false });
    await stripe.checkout.sessions.expire(ids[1]!);
    expect(await listed({ status: 'expired' })).toEqual({ data: [ids[1]], has_more: false });
    expect(await listed({ status: 'open', starting_after: ids[1]! })).toEqual({ data: ids.slice(2), has_more: false });
    await expect(stripe.checkout.sessions.list({ starting_after: 'cs_test_nothing' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'starting_after',
    });
  });

  it('are listed by when they were made, even if the clock was set back', async () => {
    const made: Stripe.Checkout.Session[] = [];
    for (const step of [0, 40_000, -60_000, 30_000]) {
      standin.advance(step);
      made.unshift(await stripe.checkout.sessions.create(sessionParams({ expires_at: Math.floor(Date.now() / 1_000) + 40 * 60 })));
    }
    const [, , second] = made.map(({ created }) => created);
    const within = async (created: Stripe.RangeQueryParam | number) =>
      (await stripe.checkout.sessions.list({ created })).data.map(({ id }) => made.findIndex((session) => session.id === id));
    expect(await within({ gte: second! })).toEqual([2]);
    expect(await within({ gt: second! - 60, lt: second! })).toEqual([0, 3]);
    expect(await within({ lte: second! })).toEqual([0, 1, 2, 3]);
    expect(await within(second!)).toEqual([2]);
  });

  it('that do not exist are a 404 with code resource_missing', async () => {
    await expect(stripe.checkout.sessions.retrieve('cs_test_nothing')).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });
});
