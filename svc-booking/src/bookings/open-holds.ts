import { token } from '@concert/service-kit/process/provide';
import { TooManyUnpaidError, type Holder } from '../unpaid-holds/unpaid-holds.ts';
import type { Booking } from './booking.ts';

/** What is counted of a reservation that waits to be paid. */
export type OpenHold = Pick<Booking, 'id' | 'userId' | 'phoneKey' | 'source' | 'tickets' | 'paymentBegunAt' | 'keptUntil'>;

/** How many seats may be held at a time that nobody paid yet. */
export interface OpenSeatLimits {
  /** Without an opened payment page. */
  readonly account: number;
  readonly phone: number;
  readonly source: number;
  /** With one: whoever pays is nearly done, so a network gets many more. */
  readonly payingOfSource: number;
}

export const OPEN_SEAT_LIMITS = token<OpenSeatLimits>('OpenSeatLimits');

/**
 * Bounds the seats that are held at one moment, so that nobody holds the hall from one place without paying (OWASP Automated Threats
 * OAT-021). Who knows no network is not counted by it.
 * @param open holds of the same account, phone number or network, and maybe of others
 * @throws TooManyUnpaidError until the first of those that count ends
 */
export function assertHoldLimit(
  open: readonly OpenHold[],
  order: Holder & { readonly tickets: number },
  limits: OpenSeatLimits,
  now: Date,
): void {
  const assertBelow = (counted: readonly OpenHold[], limit: number) => {
    const seats = counted.reduce((sum, { tickets }) => sum + tickets, order.tickets);
    if (seats <= limit || counted.length === 0) return;
    const freeAt = Math.min(...counted.map(({ keptUntil }) => keptUntil?.getTime() ?? 0));
    throw new TooManyUnpaidError(Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000)), 'booking.too_many_held');
  };
  const waiting = open.filter(({ paymentBegunAt }) => !paymentBegunAt);
  assertBelow(
    waiting.filter(({ userId }) => userId === order.userId),
    limits.account,
  );
  assertBelow(
    waiting.filter(({ phoneKey }) => phoneKey === order.phoneKey),
    limits.phone,
  );
  if (order.source === undefined) return;
  assertBelow(
    waiting.filter(({ source }) => source === order.source),
    limits.source,
  );
  assertBelow(
    open.filter(({ source, paymentBegunAt }) => source === order.source && paymentBegunAt),
    limits.payingOfSource,
  );
}
