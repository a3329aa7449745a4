import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import { RunningPayment } from '../running-payment.harness.ts';
import { ShowReadiness } from './show-readiness.ts';

const payment = new RunningPayment();
let aheadMs = 0;

/** Sets the provider's clock. */
function setAhead(milliseconds: number): void {
  payment.standin.advance(milliseconds - aheadMs);
  aheadMs = milliseconds;
}

const rows = async () =>
  new Map((await payment.service.app.get(ShowReadiness).show()).rows.map(({ id, state, words }) => [id, { state, words }]));
const states = async () => Object.fromEntries([...(await rows())].map(([id, { state }]) => [id, state]));

beforeAll(() => payment.open(), 60_000);
afterEach(() => setAhead(0));
afterAll(() => payment.close());

describe('whether payments are ready for a sale', () => {
  it('B4-555 nothing was heard and no seat was tested at first; then both are seen', async () => {
    expect(await states()).toEqual({ payments: 'advice', clock: 'green', webhook: 'red', 'test-seat': 'red' });
    const { id } = await payment.sold();
    expect(await states()).toMatchObject({ webhook: 'green', 'test-seat': 'red' });
    expect((await payment.refund(id, payment.person('organiser'))).status).toBe(200);
    await payment.run('return-money');
    await payment.followed();
    await until('the refund is seen', states, (seen) => seen['test-seat'] === 'green', { withinMs: 20_000 });
    // A day later the webhook may be broken.
    try {
      payment.aheadMs += 25 * 3_600_000;
      expect(await states()).toMatchObject({ webhook: 'red', 'test-seat': 'green' });
    } finally {
      payment.aheadMs = 0;
    }
  });

  it.each([
    [90_000, /(89|90) s behind Stripe/],
    [-90_000, /(89|90) s ahead of Stripe/],
    [7_200_000, /7(199|200) s behind Stripe/],
  ])('B4-556 says that the clock is wrong where Stripe’s is %i ms ahead', async (milliseconds, words) => {
    setAhead(milliseconds);
    const clock = (await rows()).get('clock');
    expect(clock?.state).toBe('red');
    expect(clock?.words).toMatch(words);
  });

  it('B4-555 says that the provider does not answer', async () => {
    payment.standin.faults.failNext = 2;
    const seen = await rows();
    expect([seen.get('payments')?.state, seen.has('clock')]).toEqual(['red', false]);
  });
});

it('B4-560 what the provider holds of a forgotten rehearsal is nobody’s: it does not come back, and the money agrees', async () => {
  payment.standin.faults.failNext = 0;
  await payment.sold();
  await payment.service.stop();
  for (const { name } of await payment.database.db!.listCollections().toArray())
    if (!['migrations', 'leases', 'system.profile'].includes(name)) await payment.database.db!.collection(name).deleteMany({});
  payment.held.clear();
  // The provider counts whole seconds.
  const at = new Date(payment.now() + 1_000);
  const forgotten = ['rehearsal-forgotten', 'provider-notices', 'provider-pages'].map((_id) => ({ _id, at }));
  await payment.rows<{ _id: string; at: Date }>('checkpoints').insertMany(forgotten);
  await payment.start();

  for (const task of ['catch-up', 'sweep', 'sweep-recent']) await payment.run(task);
  expect(await payment.rows('payment-sessions').countDocuments()).toBe(0);
  await payment.call('POST', '/api/money-proof', { who: payment.person('organiser') });
  await payment.run('check-money');
  const { body } = await payment.call<{ proof: unknown }>('GET', '/api/money-proof', { who: payment.person('organiser') });
  const nothing = { heldMinor: 0, count: 0 };
  expect(body.proof).toMatchObject({ bookings: nothing, ledger: nothing, provider: nothing, settling: 0, open: 0 });
});
