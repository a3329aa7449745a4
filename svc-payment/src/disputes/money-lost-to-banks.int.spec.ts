import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingLatePaidV1, bookingPaidV1, bookingReturnRequestedV1 } from '@concert/contracts/booking/events';
import type { BookingId } from '@concert/contracts/core/ids';
import type { CancellationRow, DryRun, RunView } from '@concert/contracts/payment/cancellation';
import { refundFailedV1, refundMailRequestedV1, type RefundRow } from '@concert/contracts/payment/refunds';
import { until } from '@concert/test-kit/until';
import { RunningPayment } from '../running-payment.harness.ts';

const payment = new RunningPayment();
const organiser = payment.person('organiser');
type Paid = Awaited<ReturnType<typeof payment.paid>>;

const who = () => ({ ...organiser, signedInAt: new Date(payment.now()).toISOString() });
const trigger = async (id: string) =>
  (
    await payment.call<{ success: boolean; error?: string; row?: RefundRow }>('POST', '/api/trigger-refund', {
      body: { id, email: organiser.email },
      who: who(),
    })
  ).body;
const count = async () => (await payment.call<DryRun>('POST', '/api/cancellation/dry-run', { who: who() })).body;
const listed = async (id: string) =>
  (
    await payment.call<{ details: RefundRow[] }>('POST', '/api/send-refund-link', { body: { email: organiser.email }, who: who() })
  ).body.details.find(({ fkey }) => fkey === id);
const attempts = (id: string) =>
  payment
    .rows<{ bookingId: string; status: string; reason: string | null; settledOtherwise: boolean; tries: number }>('refunds')
    .find({ bookingId: id })
    .sort({ attempt: 1 })
    .toArray();
const typesOf = async (id: string) => (await payment.facts(id)).map(({ type }) => type);
const atProvider = async ({ charge }: Paid) => (await payment.stripe.refunds.list({ charge })).data.map(({ status }) => status);

const fact = ({ id, who: buyer }: Paid) => ({
  bookingId: id,
  userId: buyer.userId,
  seating: 'General Seating' as const,
  tickets: 2,
  amount: { amountMinor: 5_000, currency: 'USD' as const },
});
const standing = (id: BookingId, wanted: string) =>
  until(
    `the money is ${wanted}`,
    () => payment.rows('payment-sessions').countDocuments({ userbookingid: id, standing: wanted }),
    (found) => found === 1,
    { withinMs: 15_000 },
  );

/** A booking whose seats are sold, after the given steps of the bank. */
async function sold(...bank: ('open' | 'inquire' | 'won' | 'lost')[]): Promise<Paid> {
  const page = await payment.paid();
  await payment.publish(bookingPaidV1, { ...fact(page), paidAt: new Date().toISOString() });
  await standing(page.id, 'booked');
  for (const action of bank) await payment.dashboard('disputes', { charge: page.charge, action });
  return page;
}

beforeAll(() => payment.open(), 90_000);
afterAll(() => payment.close());

describe('money a bank took in a dispute is gone', () => {
  it('B3-15 is shown apart by the dry run, is no row of the run, and is taken out of a run that had planned it, at both ends of a race', async () => {
    await payment
      .rows<{ _id: string; at: Date }>('checkpoints')
      .updateOne({ _id: 'concert-cancelled' }, { $set: { at: new Date() } }, { upsert: true });
    const [good, overtaken, refusedThere] = [await sold(), await sold(), await sold()];
    await sold('open');
    await sold('open', 'lost');
    const counted = await count();
    expect(counted).toMatchObject({
      count: 3,
      total: { amountMinor: 15_000 },
      provider: { count: 3, total: { amountMinor: 15_000 } },
      equal: true,
      differences: [],
      disputed: { count: 1, total: { amountMinor: 5_000 } },
      lost: { count: 1, total: { amountMinor: 5_000 } },
    });
    const { body: run } = await payment.call<RunView>('POST', '/api/cancellation/runs', {
      body: { confirmation: counted.confirmation },
      who: who(),
    });
    await payment.run('refund-everybody');
    const rows = async () =>
      (await payment.call<{ items: CancellationRow[] }>('GET', `/api/cancellation/runs/${run.id}/rows`, { who: who() })).body.items;
    expect((await rows()).map(({ bookingId }) => bookingId).sort()).toEqual([good.id, overtaken.id, refusedThere.id].sort());
    // We know of one buyer's dispute before the refund is sent; of the other's only through the provider's refusal.
    await payment.dashboard('disputes', { charge: overtaken.charge, action: 'open' });
    payment.standin.faults.dropWebhooks = 10_000;
    await fetch(`${payment.standin.url}/_admin/disputes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ charge: refusedThere.charge, action: 'open' }),
    });
    payment.aheadMs += 31 * 60_000;
    await payment.run('refund-everybody');
    await payment.run('return-money');
    payment.standin.faults.dropWebhooks = 0;
    const stateOf = async (page: Paid) => (await rows()).find(({ bookingId }) => bookingId === page.id)!;
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
      who: who(),
    });
    expect(choice.body.code).toBe('payment.row_not_waiting');
    expect(await count()).toMatchObject({
      count: 0,
      equal: true,
      lost: { count: 3, total: { amountMinor: 15_000 } },
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
    expect(await listed(page.id)).toMatchObject({ ...flags, refundable: false, amount: 0, bankMinor: 5_000, status: 'paid' });
    expect(await trigger(page.id)).toEqual({ success: false, error });
    expect(await attempts(page.id)).toEqual([]);
    expect(await atProvider(page)).toEqual([]);
  });

  it('where the bank only asks, or decided for us, it is ours to send', async () => {
    for (const bank of [['inquire'], ['open', 'won']] as const) {
      const page = await sold(...bank);
      expect(await listed(page.id)).toMatchObject({ disputed: false, lost: false, refundable: true, amount: 5_000, bankMinor: 0 });
      expect(await trigger(page.id)).toMatchObject({ success: true, row: { status: 'refunded' } });
      expect(await atProvider(page)).toEqual(['succeeded']);
    }
  });

  it('a part that a bank took leaves the rest, and the provider, which refuses that as well, has the last word', async () => {
    const page = await sold();
    await payment.dashboard('disputes', { charge: page.charge, action: 'open', amount: 2_000 });
    await payment.dashboard('disputes', { charge: page.charge, action: 'lost' });
    expect(await listed(page.id)).toMatchObject({ amount: 3_000, bankMinor: 2_000, refundable: true });
    expect(await trigger(page.id)).toMatchObject({
      success: true,
      row: {
        refund: {
          state: 'failed',
          amount: 3_000,
          reason: 'The card holder disputes the payment with the bank, which decides about the money',
        },
      },
    });
    expect(await atProvider(page)).toEqual([]);
  });

  it.each([
    ['came too late', (page: Paid) => payment.publish(bookingLatePaidV1, { ...fact(page), checkoutSessionId: page.checkoutSessionId })],
    [
      'was a second purchase',
      async (page: Paid) => {
        await payment.publish(bookingPaidV1, { ...fact(page), paidAt: new Date().toISOString() });
        await standing(page.id, 'booked');
        await payment.publish(bookingReturnRequestedV1, fact(page));
      },
    ],
  ])(
    'money that %s is not sent while a bank has it; its buyer is promised nothing, and once the bank decided for us it goes',
    async (_, returned) => {
      const page = await payment.paid();
      await payment.dashboard('disputes', { charge: page.charge, action: 'open' });
      await returned(page);
      const [held] = await until(
        'the return is noted',
        () => attempts(page.id),
        ({ length }) => length === 1,
        { withinMs: 15_000 },
      );
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
    },
  );

  it('money that came too late and is then lost is over: nobody is asked to send it again', async () => {
    const page = await payment.paid();
    await payment.dashboard('disputes', { charge: page.charge, action: 'open' });
    await payment.publish(bookingLatePaidV1, { ...fact(page), checkoutSessionId: page.checkoutSessionId });
    await until(
      'the return is noted',
      () => attempts(page.id),
      ({ length }) => length === 1,
      { withinMs: 15_000 },
    );
    expect(await listed(page.id)).toMatchObject({ disputed: true });
    await payment.dashboard('disputes', { charge: page.charge, action: 'lost' });
    expect(await attempts(page.id)).toMatchObject([
      { status: 'failed', settledOtherwise: true, reason: 'The bank has given the money back to the card holder' },
    ]);
    expect(await listed(page.id)).toBeUndefined();
    expect((await trigger(page.id)).success).toBe(false);
  });
});
