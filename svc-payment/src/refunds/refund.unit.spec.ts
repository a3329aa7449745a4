import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { ProviderRefund } from '../provider/payment-provider.ts';
import { refundAsProviderSays, refundKey, tryLater, type Refund } from './refund.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const refund: Refund = {
  id: idFromBytes('refund', new Uint8Array(13)), bookingId: idFromBytes('booking', new Uint8Array(13)), checkoutSessionId: 'cs_1', paymentIntentId: 'pi_1',
  amount: { amountMinor: 5_000, currency: 'USD' }, cause: 'seats are gone', endsBooking: true, status: 'requested', providerRefundId: null, tries: 0, nextTryAt: now, requestedAt: now, version: 1,
};
const seen = (state: ProviderRefund['state']): ProviderRefund => ({ providerRefundId: 're_1', refundId: refund.id, paymentIntentId: 'pi_1', state, amount: refund.amount });
const says = (...states: ProviderRefund['state'][]) => states.reduce((current, state) => refundAsProviderSays(current, seen(state)), refund);

describe('a refund', () => {
  it('has one key for all tries', () => {
    expect(refundKey(tryLater(tryLater(refund, now), now))).toBe(refundKey(refund));
  });

  it('waits longer with each try, at most five minutes', () => {
    let current = refund;
    const waits: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      current = tryLater(current, now);
      waits.push((current.nextTryAt.getTime() - now.getTime()) / 1_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  it('follows the provider, also when it fails after it had succeeded', () => {
    expect(says('pending').status).toBe('pending');
    expect(says('pending', 'succeeded').status).toBe('succeeded');
    expect(says('succeeded', 'failed').status).toBe('failed');
    expect(says('succeeded', 'pending').status).toBe('succeeded');
    expect(says('failed', 'succeeded').status).toBe('failed');
  });
});
