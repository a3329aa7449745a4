import { token } from '@concert/service-kit/process/provide';
import { TooManyUnpaidError, type Holder } from '../unpaid-holds/unpaid-holds.ts';
import { MAX_TICKETS } from '@concert/contracts/booking/seating';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Stock } from '../seats/stock.ts';
import type { Booking } from './booking.ts';

/** What is counted of a reservation that waits to be paid. */
export type OpenHold = Pick<
  Booking,
  'id' | 'userId' | 'phoneKey' | 'source' | 'unproven' | 'seating' | 'tickets' | 'paymentBegunAt' | 'keptUntil'
>;

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
  if (order.phoneKey !== undefined)
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

/** Which part of the seats that are not sold may be held for people who have not proven their email. */
const UNPROVEN_SHARE = 1 / 2;

/**
 * Bounds what all who have not proven an email hold of a category together, from however many networks: the others stay for those who have.
 * One booking always fits, so that the last seats can be had this way too.
 * @param open with every such hold of the category
 * @throws DomainError `booking.sign_in_first`
 */
export function assertShareLeft(open: readonly OpenHold[], tickets: number, { seating, capacity, sold }: Stock): void {
  const held = open.reduce((sum, one) => (one.unproven && one.seating === seating ? sum + one.tickets : sum), tickets);
  if (held > Math.max(MAX_TICKETS, Math.floor((capacity - sold) * UNPROVEN_SHARE))) throw new DomainError('booking.sign_in_first');
}
