import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { RunningPayment } from '../running-payment.harness.ts';

const HOLD_MS = 1_830_000;
const payment = new RunningPayment();
let aheadMs = 0;

/** Sets the provider's clock, and starts the service anew: it has heard nothing of that clock. */
async function providerAhead(milliseconds: number): Promise<void> {
  await payment.service.stop();
  payment.lines.length = 0;
  setAhead(milliseconds);
  await payment.start();
}

function setAhead(milliseconds: number): void {
  payment.standin.advance(milliseconds - aheadMs);
  aheadMs = milliseconds;
}

const factTypes = async (id: string) => (await payment.facts(id)).map(({ type }) => type);
const pageOf = (checkoutSessionId: string) => payment.stripe.checkout.sessions.retrieve(checkoutSessionId);
const clockLines = () => payment.lines.filter((line) => line.includes('the clock of the payment provider is'));
const gauge = async () => Number((await payment.metric('payment_provider_clock_ahead_seconds{'))[0]?.split(' ').at(-1));

beforeAll(() => payment.open(), 60_000);
afterEach(() => setAhead(0));
afterAll(() => payment.close());

describe.each([
  ['10 minutes ahead', 600_000],
  ['10 minutes behind', -600_000],
])("B2-579 with the provider's clock %s", (_, milliseconds) => {
  it('pages open, are paid, and the signed message is taken; the operator hears of it', async () => {
    await providerAhead(milliseconds);
    const page = await payment.page();
    await payment.pay(page);
    expect(await factTypes(page.id)).toEqual([sessionSettledV1.type]);
    expect(payment.lines.filter((line) => line.includes('a webhook was refused'))).toEqual([]);
    expect(Math.abs((await gauge()) * 1_000 - milliseconds)).toBeLessThan(1_000);
    expect(clockLines()).toHaveLength(1);
  });

  it('a page can be paid as long as its hold lasts, and no longer', async () => {
    await providerAhead(milliseconds);
    const first = await payment.page();
    const second = await payment.page();
    const keptUntil = payment.now() + HOLD_MS;
    // From the second on the clock is known; the first, where it was ordered too late to end in time, is ended by us.
    const endsAt = (await pageOf(second.checkoutSessionId)).expires_at * 1_000 - milliseconds;
    expect(Math.abs(endsAt - keptUntil)).toBeLessThan(3_000);
    const { body } = await payment.create(second.id);
    expect(Math.abs(body.expirationTime * 1_000 - keptUntil)).toBeLessThan(3_000);
    try {
      payment.aheadMs += HOLD_MS - 15_000;
      await payment.run('end-sessions');
      expect((await pageOf(first.checkoutSessionId)).status).toBe('open');
      payment.aheadMs += 16_000;
      await payment.run('end-sessions');
      expect((await pageOf(first.checkoutSessionId)).status).toBe('expired');
      expect((await pageOf(second.checkoutSessionId)).status).toBe('expired');
    } finally {
      payment.aheadMs = 0;
    }
  });
});

it('B2-579 a page for a hold of a whole day opens with the clock ten minutes behind', async () => {
  await providerAhead(-600_000);
  const { checkoutSessionId } = await payment.page({ holdSeconds: 86_400 });
  expect((await pageOf(checkoutSessionId)).status).toBe('open');
});

it('B2-579 a clock that is two hours away is not believed: no page opens, and log and gauge name the clock', async () => {
  await providerAhead(7_200_000);
  const { id } = payment.booked();
  const { status, body } = await payment.create(id);
  expect([status, body.code]).toEqual([503, 'payment.provider_unavailable']);
  expect(clockLines()).toHaveLength(1);
  expect(payment.lines.find((line) => line.includes('the payment provider refused a page'))).toContain('page_end_refused');
  expect(Math.round(await gauge())).toBeGreaterThan(7_190);
});
