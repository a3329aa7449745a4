import { until } from '@concert/test-kit/until';
import { describe, expect, it } from '@jest/globals';
import { PAID_AT_HEADER } from './checkout-page.ts';
import { listen, paidSession, SECRET, sessionParams, standin, start, stripe, submit, useStandin } from './running-standin.harness.ts';

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

  it('shows what was typed as text, never as markup', async () => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    const html = await (await submit(session, { billingName: '"><img src=x onerror=alert(1)>', cardNumber: '1' })).text();
    expect(html).toContain('&lt;img');
    expect(html).not.toContain('<img');
  });

  it('takes the test card: session complete, intent succeeded, charge with the last four digits', async () => {
    const { session, intent, charge } = await paidSession();
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', customer_details: { email: 'anna@example.com' } });
    expect(intent).toMatchObject({ status: 'succeeded', amount: 5_000, amount_received: 5_000 });
    expect(charge).toMatchObject({
      status: 'succeeded',
      amount: 5_000,
      payment_method_details: { card: { last4: '4242', brand: 'visa' } },
    });
  });

  it('says when it took the payment, to whoever measures', async () => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    const said = Number((await submit(session)).headers.get(PAID_AT_HEADER));
    const [charge] = (await stripe.charges.list({ limit: 1 })).data;
    const sinceCharged = said / 1_000 - charge!.created;
    expect(sinceCharged).toBeGreaterThanOrEqual(0);
    expect(sinceCharged).toBeLessThan(2);
  });

  it('sends the buyer back to success_url with the session id filled in', async () => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    const answer = await submit(session);
    expect(answer.headers.get('location')).toBe(`http://localhost:8080/payment-successful?ref=bk_1&ref2=${session.id}`);
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

  it('sends the buyer back after its wait when the webhook does not answer', async () => {
    await start({ redirectWaitMs: 50 });
    const { url } = await listen(() => new Promise(() => undefined));
    standin.setWebhook(url, SECRET);
    const session = await stripe.checkout.sessions.create(sessionParams());
    expect((await submit(session)).status).toBe(303);
  });

  it('charges once when Pay is pressed five times', async () => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(session)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'insufficient funds'],
    ['4000000000000069', 'Your card is expired'],
    ['4000000000000127', 'security code is incorrect'],
  ])('declines %s and the same session can still be paid with a good card', async (cardNumber, message) => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    const declined = await submit(session, { cardNumber });
    expect(declined.status).toBe(402);
    expect((await declined.text()).replaceAll('&#x27;', "'")).toContain(message);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect((await submit(session)).status).toBe(303);
    const intents = await stripe.paymentIntents.list();
    expect(intents.data).toHaveLength(1);
    expect(intents.data[0]?.status).toBe('succeeded');
    expect((await stripe.charges.list()).data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it.each([
    [{ cardNumber: '4242424242424241' }, 'Your card number is invalid.'],
    [{ cardNumber: '4111111111111111' }, 'only the test cards'],
    [{ cardExpiry: '01 / 20' }, 'expiry is in the past'],
    [{ cardExpiry: 'soon' }, 'Enter the expiry as MM / YY.'],
    [{ cardCvc: '1' }, 'security code is incomplete'],
  ])('names what is wrong with %p', async (typed, message) => {
    const session = await stripe.checkout.sessions.create(sessionParams());
    const answer = await submit(session, typed);
    expect(answer.status).toBe(422);
    expect((await answer.text()).replaceAll('&#x27;', "'")).toContain(message);
  });

  it('completes unpaid with a card that settles late, and then pays or fails', async () => {
    const paid = await paidSession('4000000000001117');
    const failed = await paidSession('4000000000002222');
    expect(paid.session).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(paid.intent.status).toBe('processing');
    standin.advance(60_000);
    expect((await stripe.checkout.sessions.retrieve(paid.session.id)).payment_status).toBe('paid');
    expect((await stripe.checkout.sessions.retrieve(failed.session.id)).payment_status).toBe('unpaid');
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed']));
  });
});

describe('ways to pay', () => {
  it('are what the dashboard offers, unless a page allows fewer; the parameter of earlier versions is refused', async () => {
    const open = await stripe.checkout.sessions.create(sessionParams());
    expect(open).toMatchObject({ payment_method_types: ['card', 'us_bank_account'], adaptive_pricing: { enabled: true } });
    const pinned = await stripe.checkout.sessions.create(
      sessionParams({ allowed_payment_method_types: ['card'], adaptive_pricing: { enabled: false } }),
    );
    expect(pinned).toMatchObject({
      payment_method_types: ['card'],
      allowed_payment_method_types: ['card'],
      adaptive_pricing: { enabled: false },
    });
    expect((await submit(pinned, { method: 'us_bank_account' })).status).toBe(422);
    expect((await submit(pinned, { currency: 'eur' })).status).toBe(422);
    await expect(stripe.checkout.sessions.create(sessionParams({ payment_method_types: ['card'] }))).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
  });
});
