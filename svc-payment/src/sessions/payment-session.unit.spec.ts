import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { ProviderSession } from '../provider/payment-provider.ts';
import {
  adoptPage,
  asProviderSays,
  newPaymentSession,
  isOpen,
  isPageUsable,
  unopenedSession,
  orderKey,
  sessionKey,
  withNewOrder,
  correctedPageEnd,
  MONEY_STANDINGS,
  withEndRequested,
  withStanding,
  type PaymentSession,
} from './payment-session.ts';

const now = new Date('2026-11-21T12:00:00.400Z');
const reference = { bookingId: idFromBytes('booking', new Uint8Array(17)), userId: idFromBytes('user', new Uint8Array(17)), attempt: 1 };

function session(keptForSeconds = 1_830, aheadMs = 0): PaymentSession {
  return newPaymentSession(
    {
      reference,
      email: 'a@example.org',
      host: 'http://localhost:8080',
      item: 'General Seating',
      price: { amountMinor: 5_000, currency: 'USD' },
      keptUntil: new Date(now.getTime() + keptForSeconds * 1_000),
    },
    now,
    aheadMs,
  );
}

function seen(state: ProviderSession['state'], over: Partial<ProviderSession> = {}): ProviderSession {
  return {
    checkoutSessionId: 'cs_test_1',
    reference,
    email: 'a@example.org',
    href: 'http://pay.test/1',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 1_830_000),
    state,
    amount: { amountMinor: 5_000, currency: 'USD' },
    paymentIntentId: state === 'paid' ? 'pi_1' : undefined,
    ...over,
  };
}

const says = (from: PaymentSession, ...states: ProviderSession['state'][]) =>
  states.reduce((current, state) => asProviderSays(current, seen(state), now), from);

describe('a payment session', () => {
  it.each([
    [1_830, 1_830],
    [60, 1_815],
    [90_000, 86_340],
  ])('with seats kept for %i s asks for a page of %i s, whole seconds', (kept, page) => {
    const { pageEndsAt } = session(kept);
    expect(pageEndsAt.getTime() % 1_000).toBe(0);
    expect(Math.round((pageEndsAt.getTime() - now.getTime()) / 1_000 - 0.6)).toBe(page);
  });

  it.each([90, -90, 600])('asks for a page by the clock of a provider that is %i s ahead, and it ends with the hold', (ahead) => {
    const ordered = session(1_830, ahead * 1_000);
    expect(ordered.pageEndsAt.getTime() - ahead * 1_000 - ordered.keptUntil.getTime()).toBeLessThan(1_000);
    const refused = session(1_830);
    expect(withNewOrder(refused, correctedPageEnd(refused, now, ahead * 1_000))).toMatchObject({
      pageEndsAt: ordered.pageEndsAt,
      orderNumber: 2,
    });
  });

  it('is not ordered again by the same clock, nor when its hold has become shorter than a page', () => {
    expect(correctedPageEnd(session(1_830), now, 0)).toBeUndefined();
    expect(correctedPageEnd(session(1_810), now, 90_000)).toBeUndefined();
  });

  it('is open once the provider has a page, and settled once it has the money', () => {
    const open = says(session(), 'open');
    expect(open).toMatchObject({ status: 'pending', page: { checkoutSessionId: 'cs_test_1', href: 'http://pay.test/1' }, version: 2 });
    expect(says(open, 'paid')).toMatchObject({
      status: 'settled',
      received: { paymentIntentId: 'pi_1', amount: { amountMinor: 5_000 } },
      version: 3,
    });
  });

  it('is the same object when the provider says nothing new', () => {
    const open = says(session(), 'open');
    expect(says(open, 'open')).toBe(open);
  });

  it('comes out the same in whatever order news arrives, as long as the provider is read last', () => {
    const orders: ProviderSession['state'][][] = [
      ['open', 'processing', 'paid'],
      ['paid', 'open', 'expired'],
      ['processing', 'failed', 'paid'],
      ['expired', 'paid', 'expired'],
      ['paid', 'processing', 'failed'],
    ];
    for (const order of orders) expect(says(session(), ...order, 'paid').status).toBe('settled');
  });

  it('never leaves settled', () => {
    const settled = says(session(), 'paid');
    for (const state of ['open', 'processing', 'failed', 'expired'] as const) expect(says(settled, state)).toBe(settled);
  });

  it('ends as what was asked for; the first wish stands', () => {
    const open = says(session(), 'open');
    const cancelled = withEndRequested(withEndRequested(open, 'cancelled'), 'expired');
    expect(says(cancelled, 'expired').status).toBe('cancelled');
    expect(says(open, 'expired').status).toBe('expired');
    expect(says(cancelled, 'paid').status).toBe('settled');
  });

  it('that the provider refused can still be found to exist', () => {
    const refused = unopenedSession(session());
    expect(says(refused, 'open').status).toBe('pending');
    expect(() => unopenedSession(refused)).toThrow('cannot become');
  });

  it('that we do not know is taken in as the provider has it', () => {
    const taken = asProviderSays(adoptPage(seen('paid'), reference, 'http://localhost:8080'), seen('paid'), now);
    expect(taken).toMatchObject({ status: 'settled', attempt: 1, email: 'a@example.org', price: { amountMinor: 5_000 } });
  });

  it('sends orders that are equal until one was given up', () => {
    const first = session();
    expect(orderKey(first)).toBe(`checkout:${reference.bookingId}:1:1`);
    expect(sessionKey(reference.bookingId, 2)).toBe(`${reference.bookingId}.2`);
    expect(withNewOrder(first)).toMatchObject({ orderNumber: 2, version: 2, pageEndsAt: first.pageEndsAt });
  });

  it('keeps what becomes of its money, and counts only changes', () => {
    const kept = withStanding(session(), MONEY_STANDINGS[0]);
    expect(kept).toMatchObject({ standing: MONEY_STANDINGS[0], version: 2 });
    expect(withStanding(kept, MONEY_STANDINGS[0])).toBe(kept);
    expect(withEndRequested(session(), 'cancelled').version).toBe(2);
  });

  it('can receive money before and while it is open, and its end is asked for only then', () => {
    const paths = [[], ['open'], ['processing'], ['paid'], ['failed'], ['expired']] as const;
    expect(paths.map((path) => isOpen(says(session(), ...path)))).toEqual([true, true, false, false, false, false]);
    expect(withEndRequested(session(), 'cancelled').endAsked).toBe('cancelled');
    expect(says(session(), 'processing').status).toBe('processing');
    expect(says(session(), 'failed').status).toBe('failed');
  });

  it('is offered again until five minutes before its page ends, unless its end was asked for', () => {
    const open = says(session(), 'open');
    const before = (ms: number) => isPageUsable(open, new Date(now.getTime() + 1_830_000 - ms));
    expect([before(300_000), before(299_999)]).toEqual([true, false]);
    expect(isPageUsable(session(), now)).toBe(false);
    expect(isPageUsable({ ...open, status: 'processing' }, now)).toBe(false);
    expect(isPageUsable(withEndRequested(open, 'cancelled'), now)).toBe(false);
  });

  it('keeps the seats that a page says it sold', () => {
    const seats = { seating: 'General Seating', tickets: 2 } as unknown as NonNullable<ProviderSession['seats']>;
    const taken = adoptPage(seen('paid', { seats }), reference, 'http://localhost:8080');
    expect(taken).toMatchObject({ seats, item: '', price: { currency: 'USD' } });
    expect(asProviderSays(session(), seen('paid', { paymentIntentId: undefined }), now).received?.paymentIntentId).toBe('');
    expect(unopenedSession(session()).status).toBe('not_opened');
  });
});
