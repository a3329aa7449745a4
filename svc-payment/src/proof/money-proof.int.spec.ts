import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import type { MoneyProof, MoneyTask } from '@concert/contracts/payment/proof';
import { RunningPayment } from '../running-payment.spec.ts';

const payment = new RunningPayment();
const organiser = payment.person('organiser');
const check = () => payment.call<MoneyProof>('POST', '/api/money-proof', { who: organiser });
const tasks = async (state = 'open') => (await payment.call<{ items: MoneyTask[] }>('GET', `/api/money-tasks?state=${state}`, { who: organiser })).body.items;
const sides = ({ body: { bookings, ledger, provider } }: { body: MoneyProof }) => [bookings.heldMinor, ledger.heldMinor, provider.heldMinor];

/** Compares twice, with a minute in between, as the schedule does when it saw a difference. */
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
    const disputed = await payment.paid();
    await payment.dashboard('disputes', { charge: disputed.charge, action: 'open' });
    await payment.page();
    const answer = await check();
    expect(sides(answer)).toEqual([8_000, 8_000, 8_000]);
    expect(answer.body).toMatchObject({ settling: 0, open: 0, startedBy: 'organiser' });
    expect((await payment.call<{ proof: MoneyProof }>('GET', '/api/money-proof', { who: organiser })).body.proof).toEqual(answer.body);
    expect(await tasks()).toEqual([]);
  });

  it('B3-06 makes a task of a booking that is paid and has no money, once it is no news under way', async () => {
    const page = await payment.page();
    payment.held.get(page.id)!.status = 'paid';
    expect((await check()).body).toMatchObject({ settling: 1, open: 0 });
    expect(await tasks()).toEqual([]);
    payment.aheadMs += 61_000;
    const answer = await check();
    expect(answer.body).toMatchObject({ settling: 0, open: 1 });
    expect(sides(answer)).toEqual([13_000, 8_000, 8_000]);
    expect(await tasks()).toMatchObject([{ bookingId: page.id, kind: 'unpaid', state: 'open', bookingStatus: 'paid', bookingMinor: 5_000, ledgerMinor: 0, providerMinor: 0 }]);
    payment.held.get(page.id)!.status = 'expired';
    expect((await check()).body.open).toBe(0);
    expect((await tasks('resolved'))[0]).toMatchObject({ bookingId: page.id, resolvedBy: 'itself' });
  });

  it('B3-06 makes a task of money no booking stands for, which an organiser closes with a note', async () => {
    const page = await payment.paid();
    payment.held.get(page.id)!.status = 'expired';
    await checkAgain();
    expect(await tasks()).toMatchObject([{ bookingId: page.id, kind: 'unbooked', ledgerMinor: 5_000, providerMinor: 5_000, bookingMinor: 0 }]);
    const resolve = (body: object, who = organiser) => payment.call<MoneyTask>('POST', `/api/money-tasks/${page.id}/resolve`, { body, who });
    expect(await resolve({ note: '' })).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
    expect(await resolve({ note: 'Paid out by hand' }, payment.person())).toMatchObject({ status: 403 });
    expect(await resolve({ note: 'Paid out by hand' })).toMatchObject({ status: 200, body: { state: 'resolved', resolvedBy: organiser.userId, note: 'Paid out by hand' } });
    expect(await resolve({ note: 'Paid out by hand' })).toMatchObject({ status: 404, body: { code: 'payment.task_not_found' } });
    expect((await payment.facts(page.id)).filter(({ type }) => type === paymentActRecordedV1.type)).toMatchObject([{ data: { actor: organiser.userId, act: 'money-task.resolved' } }]);
    expect((await check()).body.open).toBe(0);
    payment.held.get(page.id)!.status = 'paid';
    expect((await check()).body).toMatchObject({ settling: 0, open: 0 });
  });

  it('sees a ledger that was tampered with', async () => {
    const page = await payment.paid();
    await payment.rows('money-ledger').updateOne({ bookingId: page.id }, { $inc: { amountMinor: -1 } });
    await checkAgain();
    expect(await tasks()).toMatchObject([{ bookingId: page.id, kind: 'ledger-provider', ledgerMinor: 4_999, providerMinor: 5_000 }]);
    await payment.rows('money-ledger').updateOne({ bookingId: page.id }, { $inc: { amountMinor: 1 } });
    expect((await check()).body.open).toBe(0);
  });

  it('takes in what it only had not heard of before it compares', async () => {
    const page = await payment.page();
    payment.standin.faults.dropWebhooks = 10_000;
    await payment.pay(page);
    payment.standin.faults.dropWebhooks = 0;
    payment.held.get(page.id)!.status = 'paid';
    expect(await payment.ledger(page.id)).toEqual([]);
    expect((await check()).body).toMatchObject({ settling: 0, open: 0 });
    expect(await payment.ledger(page.id)).toEqual([['captured', 5_000]]);
  });

  it('says so when the provider cannot be read, and concludes nothing', async () => {
    const before = await payment.rows('money-proofs').countDocuments();
    Object.assign(payment.standin.faults, { failNext: 1_000, only: 'GET /v1/charges' });
    expect(await check()).toMatchObject({ status: 503, body: { code: 'payment.provider_unavailable' } });
    Object.assign(payment.standin.faults, { failNext: 0, only: '' });
    expect(await payment.rows('money-proofs').countDocuments()).toBe(before);
  });

  it('runs by itself when its time has come, and at once when an operator asks', async () => {
    // Where the provider was away, it is given a rest.
    payment.aheadMs += 16 * 60_000;
    const count = () => payment.rows('money-proofs').countDocuments({ startedBy: 'schedule' });
    const before = await count();
    await payment.run('prove-money');
    await payment.run('prove-money');
    expect(await count()).toBe(before + 1);
    await payment.rows<{ _id: string; at: Date }>('reading-marks').insertOne({ _id: 'money-proof-wanted', at: new Date() });
    await payment.run('prove-money');
    await payment.run('prove-money');
    expect(await payment.rows('money-proofs').countDocuments({ startedBy: 'operator' })).toBe(1);
  });
});
