import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingLatePaidV1 } from '@concert/contracts/booking/events';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { CancellationRow } from '@concert/contracts/payment/cancellation';
import { refundFailedV1, refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { ofLength, until } from '@concert/test-kit/until';
import { RunningPayment, type PaidPage } from '../running-payment.harness.ts';

const PRICE = priceMinor('General Seating', 2);
const payment = new RunningPayment();
const organiser = payment.person('organiser');
const trigger = async (id: string) => (await payment.refund(id, organiser)).body;
const count = () => payment.dryRun(organiser);
const listed = (id: string) => payment.refundRow(id, organiser);
const attempts = (id: string) =>
  payment
    .rows<{ bookingId: string; status: string; reason: string | null; settledOtherwise: boolean; tries: number }>('refunds')
    .find({ bookingId: id })
    .sort({ attempt: 1 })
    .toArray();
const typesOf = async (id: string) => (await payment.facts(id)).map(({ type }) => type);
const atProvider = async ({ intent }: PaidPage) => (await payment.refundsAt(intent)).map(([, status]) => status);
const noted = (id: string) => until('the return is noted', () => attempts(id), ofLength(1), { withinMs: 15_000 });

/** A booking whose seats are sold, after the given steps of the bank. */
async function sold(...bank: ('open' | 'won' | 'lost')[]): Promise<PaidPage> {
  const page = await payment.sold();
  for (const action of bank) await payment.dashboard('disputes', { charge: page.charge, action });
  return page;
}

const becomes = async ({ charge }: PaidPage, status: string) => {
  await payment.dashboard('clock', { advanceMs: 2_000 });
  await payment.dashboard('disputes', { charge, action: 'become', status });
};

beforeAll(() => payment.open(), 90_000);
afterAll(() => payment.close());

describe('money a bank took in a dispute is gone', () => {
  it('B3-515 is shown apart by the dry run, is no row of the run, and is taken out of a run that had planned it, at both ends of a race', async () => {
    await payment.cancelConcert();
    const [good, overtaken, refusedThere] = [await sold(), await sold(), await sold()];
    await sold('open');
    await sold('open', 'lost');
    const counted = await count();
    expect(counted).toMatchObject({
      count: 3,
      total: { amountMinor: 3 * PRICE },
      provider: { count: 3, total: { amountMinor: 3 * PRICE } },
      equal: true,
      differences: [],
      disputed: { count: 1, total: { amountMinor: PRICE } },
      lost: { count: 1, total: { amountMinor: PRICE } },
    });
    const { body: run } = await payment.startRun(counted, organiser);
    await payment.run('refund-everybody');
    const rows = async () =>
      (await payment.call<{ items: CancellationRow[] }>('GET', `/api/cancellation/runs/${run.id}/rows`, { who: organiser })).body.items;
    expect((await rows()).map(({ bookingId }) => bookingId).sort()).toEqual([good.id, overtaken.id, refusedThere.id].sort());
    // We know of one buyer's dispute before the refund is sent; of the other's only through the provider's refusal.
    await payment.dashboard('disputes', { charge: overtaken.charge, action: 'open' });
    payment.standin.faults.dropWebhooks = 10_000;
    await payment.administer('disputes', { charge: refusedThere.charge, action: 'open' });
    payment.aheadMs += 31 * 60_000;
    await payment.run('refund-everybody');
    await payment.run('return-money');
    payment.standin.faults.dropWebhooks = 0;
    const stateOf = async (page: PaidPage) => (await rows()).find(({ bookingId }) => bookingId === page.id)!;
    expect(await stateOf(good)).toMatchObject({ state: 'settled', refund: { state: 'succeeded' } });
    for (const page of [overtaken, refusedThere])
      expect(await stateOf(page)).toMatchObject({
        state: 'needs a choice',
        refund: { reason: 'The card holder disputes the payment with the bank, which decides about the money' },
      });
    // The provider was not called for money that was known to be taken.
    expect(payment.lines.filter((line) => line.includes('a refund was refused')).length).toBe(2);
    await payment.run('catch-up');
    await payment.followed();
    for (const page of [overtaken, refusedThere]) await payment.dashboard('disputes', { charge: page.charge, action: 'lost' });
    for (const page of [overtaken, refusedThere])
      expect(await stateOf(page)).toMatchObject({ state: 'settled', refund: { settledOtherwise: true } });
    const choice = await payment.call('POST', `/api/cancellation/runs/${run.id}/rows/${overtaken.id}/choice`, {
      body: { choice: 'retry' },
      who: organiser,
    });
    expect(choice.body.code).toBe('payment.row_not_waiting');
    expect(await count()).toMatchObject({
      count: 0,
      equal: true,
      lost: { count: 3, total: { amountMinor: 3 * PRICE } },
      disputed: { count: 1 },
    });
    expect([await atProvider(overtaken), await atProvider(refusedThere)]).toEqual([[], []]);
  });

  it.each([
    [
      'has not decided',
      ['open'],
      'The card holder disputes this payment with the bank, so no refund can be sent',
      { disputed: true, lost: false },
    ],
    [
      'gave it to the buyer',
      ['open', 'lost'],
      'The bank has given this money back to the card holder, so there is nothing left to send',
      { disputed: false, lost: true },
    ],
  ] as const)('where the bank %s, no refund is started, and the list says why', async (_, bank, error, flags) => {
    const page = await sold(...bank);
    expect(await listed(page.id)).toMatchObject({ ...flags, refundable: false, amount: 0, bankMinor: PRICE, status: 'paid' });
    expect(await trigger(page.id)).toEqual({ success: false, error });
    expect(await attempts(page.id)).toEqual([]);
    expect(await atProvider(page)).toEqual([]);
  });

  it('money that came too late is not sent while a bank has it; its buyer is promised nothing, and once the bank decided for us it goes', async () => {
    const page = await payment.paid();
    await payment.dashboard('disputes', { charge: page.charge, action: 'open' });
    await payment.publish(bookingLatePaidV1, { ...payment.bookingData(page.id), checkoutSessionId: page.checkoutSessionId });
    const [held] = await noted(page.id);
    expect(held).toMatchObject({
      status: 'failed',
      tries: 0,
      reason: 'The card holder disputes the payment with the bank, which decides about the money',
      settledOtherwise: false,
    });
    expect(await typesOf(page.id)).toContain(refundFailedV1.type);
    expect(await typesOf(page.id)).not.toContain(refundMailRequestedV1.type);
    await payment.run('return-money');
    expect(await atProvider(page)).toEqual([]);
    await payment.dashboard('disputes', { charge: page.charge, action: 'won' });
    expect(await trigger(page.id)).toMatchObject({ success: true, row: { refund: { state: 'succeeded', attempt: 2 } } });
    expect(await atProvider(page)).toEqual(['succeeded']);
  });
});

describe('a bank that opens a dispute again under its id', () => {
  it('B3-566 F44 takes the money again: no refund is offered while it has it', async () => {
    const page = await sold('open', 'won');
    expect(await listed(page.id)).toMatchObject({ disputed: false, refundable: true });
    for (const [status, shown] of [
      ['needs_response', { disputed: true, lost: false, refundable: false }],
      ['won', { disputed: false, lost: false, refundable: true }],
      ['under_review', { disputed: true, lost: false, refundable: false }],
      ['lost', { disputed: false, lost: true, refundable: false }],
    ] as const) {
      await becomes(page, status);
      expect(await listed(page.id)).toMatchObject(shown);
    }
  });
});
