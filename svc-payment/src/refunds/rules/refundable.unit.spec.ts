import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { Dispute } from '../../disputes/dispute.ts';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import {
  claimedRefund,
  endedTickets,
  expectedBy,
  isAutomatic,
  isGift,
  isLive,
  isOpenFailure,
  newGift,
  newRefund,
  type Refund,
  refundAsProviderSays,
  refundedMinor,
  refundRefused,
  releasedRefund,
  supersededRefund,
  withLaterTry,
  withNewOrder,
} from './refund.ts';
import { bankRefusal, failedBefore, nextAttempt, refundableMinor, refundsOfSession, shareOfTickets } from './refundable.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' as const });
const details = {
  id: idFromBytes('refund', new Uint8Array(17)),
  bookingId: idFromBytes('booking', new Uint8Array(17)),
  checkoutSessionId: 'cs_1',
  paymentIntentId: 'pi_1',
  amount: usd(1_000),
  endsBooking: true,
  attempt: 1,
} as const;
const refund = newRefund({ ...details, cause: 'organiser' }, now);
const part = (tickets: readonly number[], over: Partial<Refund> = {}): Refund => ({
  ...refund,
  part: { tickets } as Refund['part'],
  ...over,
});
const session = { page: { checkoutSessionId: 'cs_1' }, received: { amount: usd(5_000), paymentIntentId: 'pi_1' } } as PaymentSession;
const dispute = (amountMinor: number, over: Partial<Dispute> = {}) =>
  ({ paymentIntentId: 'pi_1', amount: usd(amountMinor), takenMinor: amountMinor, state: 'open', ...over }) as Dispute;

describe('a refund', () => {
  it('is live until it fails, unless it was made at the provider or is a part', () => {
    expect(
      [refund, { ...refund, status: 'failed' }, { ...refund, cause: 'dashboard' }, part([1])].map((one) => isLive(one as Refund)),
    ).toEqual([true, false, false, false]);
  });
  it('that failed stays open until something has taken its place', () => {
    const failed: Refund = { ...refund, status: 'failed' };
    expect([refund, failed, supersededRefund(failed), { ...failed, settledOtherwise: true }].map(isOpenFailure)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(supersededRefund(failed)).toMatchObject({ superseded: true, version: 2 });
  });
  it('takes money unless it failed, and also then where the money went back in another way', () => {
    const failed: Refund = { ...refund, status: 'failed' };
    expect(refundedMinor([refund, failed, { ...failed, settledOtherwise: true }, { ...refund, settledOtherwise: true }])).toBe(3_000);
    expect(refundRefused(failed, 'lost_to_bank').settledOtherwise).toBe(true);
    expect(refundRefused({ ...failed, settledOtherwise: true }, 'declined').settledOtherwise).toBe(true);
    expect(refundRefused(failed, 'declined')).toMatchObject({
      settledOtherwise: false,
      version: 2,
      reason: 'The payment provider refused it (declined)',
    });
  });
  it('ends the tickets of its part', () => {
    expect([...endedTickets([refund, part([1, 2]), part([4])])]).toEqual([1, 2, 4]);
  });
  it('that is a gift is complete and sends nothing', () => {
    const gift = newGift({ ...details, part: { tickets: [1] } as unknown as NonNullable<Refund['part']> }, now);
    expect(gift).toMatchObject({ cause: 'gift', status: 'succeeded', issuedAt: now, issueToldAt: now });
    expect([gift, refund].map(isGift)).toEqual([true, false]);
    expect([isAutomatic(newRefund({ ...details, cause: 'seats are gone' }, now)), isAutomatic(refund)]).toEqual([true, false]);
  });
  it('counts its orders and changes, and waits while it is sent', () => {
    expect(withNewOrder(refund, now)).toMatchObject({ orderNumber: 2, version: 2 });
    expect(
      releasedRefund(newRefund({ ...details, cause: 'organiser', runId: idFromBytes('run', new Uint8Array(17)) }, now), now),
    ).toMatchObject({
      status: 'requested',
      version: 2,
    });
    expect(withLaterTry(refund, now).version).toBe(2);
    expect(claimedRefund(refund, now).version).toBe(2);
    expect(claimedRefund(refund, now).nextTryAt.getTime()).toBeGreaterThan(now.getTime());
    expect(refund).toMatchObject({ status: 'requested', refused: false, settledOtherwise: false, superseded: false, requestedBy: null });
  });
  it('is expected two weeks after it was issued, or asked for', () => {
    expect(expectedBy(refund)).toEqual(new Date('2026-12-05T12:00:00.000Z'));
    expect(expectedBy({ ...refund, issuedAt: new Date('2026-11-22T12:00:00.000Z') })).toEqual(new Date('2026-12-06T12:00:00.000Z'));
  });
  it('changes once for one answer of the provider', () => {
    const seen = { providerRefundId: 're_1', refundId: refund.id, paymentIntentId: 'pi_1', amount: refund.amount, cardEnding: undefined };
    const pending = refundAsProviderSays(refund, { ...seen, state: 'pending', reason: undefined }, now);
    expect(pending).toMatchObject({ status: 'pending', reason: 'The payment provider is working on it', version: 2 });
    expect(refundAsProviderSays(pending, { ...seen, state: 'pending', reason: undefined }, now)).toBe(pending);
    expect(refundAsProviderSays(pending, { ...seen, state: 'pending', reason: 'processing' }, now).reason).toBe(
      'The bank is working on it',
    );
    expect(refundAsProviderSays(pending, { ...seen, state: 'failed', reason: undefined }, now).reason).toBe(
      'The bank could not take the money back',
    );
  });
});

describe('what can still be refunded', () => {
  it('is what was received, without refunds of this page and what a bank took', () => {
    const other: Refund = { ...refund, checkoutSessionId: 'cs_2' };
    expect(refundsOfSession(session, [refund, other])).toEqual([refund]);
    expect(refundsOfSession({} as PaymentSession, [refund])).toEqual([]);
    expect(refundableMinor(session, [refund, other], [dispute(500), dispute(9, { paymentIntentId: 'pi_2' })])).toBe(3_500);
    expect(refundableMinor(session, [refund], [dispute(5_000)])).toBe(0);
    expect([{}, { received: {} }].map((none) => refundableMinor(none as PaymentSession, [], []))).toEqual([0, 0]);
  });
  it('is refused where a bank has taken money, for good or until it decides', () => {
    expect(bankRefusal(session, [])).toBeUndefined();
    expect(bankRefusal({} as PaymentSession, [dispute(5)])).toBeUndefined();
    expect(bankRefusal(session, [dispute(5, { state: 'lost' }), dispute(5)])).toBe('charge_disputed');
    expect(bankRefusal(session, [dispute(5, { state: 'lost' })])).toBe('lost_to_bank');
  });
  it('is shared among the tickets that have not ended, without what failed parts owe', () => {
    const order = { tickets: [1, 2], valid: [1, 2, 3, 4] };
    expect(shareOfTickets(order, [], 1_001)).toEqual({ tickets: [1, 2], all: false, amountMinor: 500 });
    expect(shareOfTickets(order, [part([1])], 900)).toEqual({ tickets: [2], all: false, amountMinor: 300 });
    expect(shareOfTickets(order, [part([3, 4], { status: 'failed' })], 3_000)).toEqual({ tickets: [1, 2], all: true, amountMinor: 2_000 });
    expect(shareOfTickets(order, [{ ...refund, status: 'failed' }], 1_000)?.amountMinor).toBe(500);
    expect(shareOfTickets(order, [part([1, 2])], 900)).toBeUndefined();
    expect(shareOfTickets(order, [], 0)).toBeUndefined();
    expect(shareOfTickets({ tickets: [], valid: [] }, [], 900)).toBeUndefined();
  });
  it('is asked for in the attempt after all others', () => {
    expect(nextAttempt(session, [], 700)).toMatchObject({
      attempt: 1,
      paymentIntentId: 'pi_1',
      amount: { amountMinor: 700, currency: 'USD' },
    });
    expect(nextAttempt(session, [{ ...refund, attempt: 3 }, refund], 700).attempt).toBe(4);
    for (const none of [{ page: null }, { received: null }])
      expect(() => nextAttempt({ ...session, ...none }, [], 700)).toThrow(/received/);
  });
  it('was asked for before only where exactly this part failed', () => {
    const failed = part([1, 2], { status: 'failed' });
    expect(failedBefore([refund, failed], { tickets: [2, 1], amountMinor: 1_000 })).toBe(failed);
    const others = [
      part([1, 2]),
      { ...refund, status: 'failed' as const },
      part([1, 3], { status: 'failed' }),
      part([1], { status: 'failed' }),
    ];
    expect(failedBefore(others, { tickets: [1, 2], amountMinor: 1_000 })).toBeUndefined();
    expect(failedBefore([failed], { tickets: [1, 2], amountMinor: 999 })).toBeUndefined();
    expect(failedBefore([part([], { status: 'failed' })], { tickets: [1], amountMinor: 1_000 })).toBeUndefined();
  });
});
