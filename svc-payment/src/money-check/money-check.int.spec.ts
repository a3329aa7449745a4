import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { MoneyCheckResult, moneyCheckRoutes, MoneyTask } from '@concert/contracts/payment/money-check';
import { until } from '@concert/test-kit/until';
import { RunningPayment } from '../running-payment.harness.ts';

const payment = new RunningPayment();
const organiser = payment.person('organiser');
type State = AnswerOf<typeof moneyCheckRoutes.showMoneyCheck>;
const ask = () => payment.call<State>('POST', '/api/money-proof', { who: organiser });
const state = () => payment.call<State>('GET', '/api/money-proof', { who: organiser });
/** Requests a comparison, runs it, and returns its result. */
async function check(): Promise<{ status: number; body: MoneyCheckResult }> {
  await ask();
  await payment.run('check-money');
  const { status, body } = await state();
  expect(body.check).toBeNull();
  return { status, body: body.proof! };
}
const tasks = async (state = 'open') =>
  (await payment.call<{ items: MoneyTask[] }>('GET', `/api/money-tasks?state=${state}`, { who: organiser })).body.items;
const sides = ({ body: { bookings, ledger, provider } }: { body: MoneyCheckResult }) => [
  bookings.heldMinor,
  ledger.heldMinor,
  provider.heldMinor,
];

/** Compares twice, a minute apart, as the schedule does after it saw a difference. */
async function checkAgain() {
  await check();
  payment.aheadMs += 61_000;
  return check();
}

beforeAll(() => payment.open(), 60_000);
afterAll(() => payment.close());

describe('the money check', () => {
  it('finds three equal sums while money comes, goes and is disputed', async () => {
    await payment.paid();
    const refunded = await payment.paid();
    await payment.dashboard('refunds', { charge: refunded.charge });
    payment.held.get(refunded.id)!.status = 'refunded';
    const part = await payment.paid();
    await payment.dashboard('refunds', { charge: part.charge, amount: 2_000 });
    payment.held.get(part.id)!.returnedMinor = 2_000;
    const disputed = await payment.paid();
    for (const step of [{ action: 'open' }, { action: 'won' }, { action: 'become', status: 'needs_response' }])
      await payment.dashboard('disputes', { charge: disputed.charge, ...step });
    await payment.page();
    const answer = await check();
    expect(sides(answer)).toEqual([8_000, 8_000, 8_000]);
    expect(answer.body).toMatchObject({ settling: 0, open: 0, startedBy: 'organiser' });
    expect(await tasks()).toEqual([]);
  });

  it('B3-506 makes a task of a booking that is paid and has no money, once it is no news under way', async () => {
    const page = await payment.page();
    payment.held.get(page.id)!.status = 'paid';
    expect((await check()).body).toMatchObject({ settling: 1, open: 0 });
    expect(await tasks()).toEqual([]);
    payment.aheadMs += 61_000;
    const answer = await check();
    expect(answer.body).toMatchObject({ settling: 0, open: 1 });
    expect(sides(answer)).toEqual([13_000, 8_000, 8_000]);
    expect(await tasks()).toMatchObject([
      { bookingId: page.id, kind: 'unpaid', state: 'open', bookingStatus: 'paid', bookingMinor: 5_000, ledgerMinor: 0, providerMinor: 0 },
    ]);
    payment.held.get(page.id)!.status = 'expired';
    expect((await check()).body.open).toBe(0);
    expect((await tasks('resolved'))[0]).toMatchObject({ bookingId: page.id, resolvedBy: 'itself' });
  });

  it('B3-506 makes a task of money no booking stands for, which an organiser closes with a note', async () => {
    const page = await payment.paid();
    payment.held.get(page.id)!.status = 'expired';
    await checkAgain();
    expect(await tasks()).toMatchObject([
      { bookingId: page.id, kind: 'unbooked', ledgerMinor: 5_000, providerMinor: 5_000, bookingMinor: 0 },
    ]);
    const resolve = (body: object) => payment.call<MoneyTask>('POST', `/api/money-tasks/${page.id}/resolve`, { body, who: organiser });
    expect(await resolve({ note: '' })).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
    expect(await resolve({ note: 'Paid out by hand' })).toMatchObject({
      status: 200,
      body: { state: 'resolved', resolvedBy: organiser.userId, note: 'Paid out by hand' },
    });
    expect(await resolve({ note: 'Paid out by hand' })).toMatchObject({ status: 404, body: { code: 'payment.task_not_found' } });
    expect((await payment.facts(page.id)).filter(({ type }) => type === paymentActRecordedV1.type)).toMatchObject([
      { data: { actor: organiser.userId, act: 'money-task.resolved' } },
    ]);
    expect((await check()).body.open).toBe(0);
    payment.held.get(page.id)!.status = 'paid';
    expect((await check()).body).toMatchObject({ settling: 0, open: 0 });
  });

  it('asked for by many at once and again and again, is one run that all of them join, and each is answered at once', async () => {
    payment.standin.faults.delayMs = 400;
    const first = await Promise.all(Array.from({ length: 20 }, ask));
    expect(
      first.every(
        ({ status, body }) => status === 200 && body.check?.state === 'waiting' && body.check.since === first[0]!.body.check?.since,
      ),
    ).toBe(true);
    const run = payment.run('check-money');
    const running = await until('it runs', state, ({ body }) => body.check?.state === 'running', {
      withinMs: 15_000,
      everyMs: 20,
    });
    expect(running.body.check).toMatchObject({ startedBy: 'organiser' });
    const started = performance.now();
    const joined = await Promise.all(Array.from({ length: 20 }, ask));
    const took = performance.now() - started;
    expect(joined.map(({ body }) => body.check?.state).filter((now) => now !== 'running')).toEqual([]);
    // The comparison reads all three sides; the request does not wait for that.
    expect(took).toBeLessThan(5_000);
    payment.standin.faults.delayMs = 0;
    await run;
    const { body } = await state();
    expect(body).toMatchObject({ check: null, proof: { startedBy: 'organiser' } });
    await payment.run('check-money');
    expect((await state()).body).toEqual(body);
  });

  it('says so when the provider cannot be read, and concludes nothing', async () => {
    const { proof } = (await state()).body;
    Object.assign(payment.standin.faults, { failNext: 1_000, only: 'GET /v1/balance_transactions' });
    await ask();
    await expect(payment.run('check-money')).rejects.toThrow();
    expect((await state()).body.check).toMatchObject({ state: 'failed', startedBy: 'organiser', away: 'payment provider' });
    Object.assign(payment.standin.faults, { failNext: 0, only: '' });
    expect((await state()).body.proof).toEqual(proof);
    expect((await ask()).body.check).toMatchObject({ state: 'waiting' });
    await until(
      'the provider is given no rest any more',
      () =>
        payment.run('check-money').then(
          () => true,
          () => ask().then(() => false),
        ),
      (done) => done,
      { withinMs: 20_000, everyMs: 200 },
    );
    expect((await state()).body.check).toBeNull();
  });

  it('B4-528 finds three equal sums where bookings have prices that their categories cost no more, and takes no other sum than theirs', async () => {
    const earlier = await check();
    const prices = Array.from({ length: 12 }, (_, index) => 2_500 + 117 * index);
    for (const [index, unitMinor] of prices.entries()) {
      const seating = index % 2 === 0 ? 'General Seating' : 'VIP Seating';
      const { id } = payment.booked({ seating, tickets: 2, unitMinor });
      const now = await payment.create(id, { over: { amount: unitMinor + 100 } });
      expect([now.status, (now.body as { code?: string }).code]).toEqual([422, 'payment.amount_mismatch']);
      const page = await payment.create(id);
      await payment.pay({ id, who: payment.held.get(id)!.who, checkoutSessionId: page.body.checkoutSessionId });
      payment.held.get(id)!.status = 'paid';
    }
    const added = prices.reduce((sum, unitMinor, index) => sum + (index % 2 === 0 ? 2 * unitMinor : unitMinor), 0);
    const answer = await check();
    expect(sides(answer)).toEqual(sides(earlier).map((minor) => minor + added));
    expect(answer.body).toMatchObject({ settling: 0, open: earlier.body.open });
  });
});
