import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { ProviderRefund } from '../../provider/payment-provider.ts';
import {
  newRefund,
  claimedRefund,
  refundAsProviderSays,
  refundKey,
  refundRefused,
  rowStateOf,
  withLaterTry,
  type Refund,
} from './refund.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const details = {
  id: idFromBytes('refund', new Uint8Array(17)),
  bookingId: idFromBytes('booking', new Uint8Array(17)),
  checkoutSessionId: 'cs_1',
  paymentIntentId: 'pi_1',
  amount: { amountMinor: 5_000, currency: 'USD' },
  cause: 'organiser',
  endsBooking: true,
  attempt: 1,
} as const;
const refund = newRefund(details, now);
const seen = (state: ProviderRefund['state'], reason?: string): ProviderRefund => ({
  providerRefundId: 're_1',
  refundId: refund.id,
  paymentIntentId: 'pi_1',
  state,
  amount: refund.amount,
  reason,
  cardEnding: '4242',
});
const says = (from: Refund, ...states: ProviderRefund['state'][]) =>
  states.reduce((current, state) => refundAsProviderSays(current, seen(state), now), from);

describe('a refund', () => {
  it('has one key for all tries of one order, made of booking, attempt, amount and order', () => {
    expect(refundKey(withLaterTry(claimedRefund(refund, now), now))).toBe(refundKey(refund));
    expect(refundKey(refund)).toBe(`refund:${refund.bookingId}:1:5000:1`);
    expect(
      new Set([
        refundKey(refund),
        refundKey({ ...refund, attempt: 2 }),
        refundKey({ ...refund, amount: { amountMinor: 1, currency: 'USD' } }),
      ]).size,
    ).toBe(3);
  });

  it('waits longer with each try, at most five minutes', () => {
    let current = refund;
    const waits: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      current = withLaterTry(claimedRefund(current, now), now);
      waits.push((current.nextTryAt.getTime() - now.getTime()) / 1_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  it('follows the provider, also when it fails after it had succeeded', () => {
    expect(says(refund, 'pending').status).toBe('pending');
    expect(says(refund, 'pending', 'succeeded').status).toBe('succeeded');
    expect(says(refund, 'succeeded', 'failed').status).toBe('failed');
    expect(says(refund, 'succeeded', 'pending').status).toBe('succeeded');
    expect(says(refund, 'failed', 'succeeded').status).toBe('failed');
  });

  it('says why it is pending or failed, and the card it goes to', () => {
    const pending = refundAsProviderSays(refund, seen('pending', 'insufficient_funds'), now);
    expect(pending).toMatchObject({
      reason: 'The balance at the payment provider is too low; it is sent as soon as there is enough',
      cardEnding: '4242',
      issuedAt: null,
    });
    expect(refundAsProviderSays(pending, seen('succeeded'), now)).toMatchObject({ reason: null, issuedAt: now });
    expect(refundAsProviderSays(pending, seen('failed', 'lost_or_stolen_card'), now).reason).toBe('The card was reported lost or stolen');
    expect(refundRefused(refund, 'charge_disputed')).toMatchObject({
      status: 'failed',
      refused: true,
      reason: 'The card holder disputes the payment with the bank, which decides about the money',
    });
  });

  it('is a row of a run: waiting, notified, refund sent, settled, failed, needs a choice', () => {
    const planned = newRefund({ ...details, runId: idFromBytes('run', new Uint8Array(17)) }, now);
    const told = { ...planned, toldAt: now };
    const sent: Refund = { ...told, status: 'requested' };
    expect(
      [
        planned,
        told,
        sent,
        says(sent, 'pending'),
        says(sent, 'succeeded'),
        says(sent, 'failed'),
        refundRefused(sent, 'charge_disputed'),
        { ...says(sent, 'failed'), settledOtherwise: true },
      ].map(rowStateOf),
    ).toEqual(['waiting', 'notified', 'notified', 'refund sent', 'settled', 'failed', 'needs a choice', 'settled']);
  });

  it('that began by itself tells its buyer once; others owe the news that the money has gone', () => {
    expect(newRefund({ ...details, cause: 'seats are gone' }, now).issueToldAt).toEqual(now);
    expect(refund.issueToldAt).toBeNull();
  });
});
