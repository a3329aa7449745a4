import { token } from '@concert/service-kit/process/provide';
import { MAX_TICKETS } from '@concert/contracts/booking/seating';
import { DomainError } from '@concert/service-kit/process/errors';
import { poolsOf, widened, type Stock } from '../seats/stock.ts';
import { SITE_NETWORKS, TooManyUnpaidError } from '../unpaid-holds/unpaid-holds.ts';
import type { Booking } from './booking.ts';

/** What is counted of a reservation that waits to be paid. */
export type OpenHold = Pick<
  Booking,
  'id' | 'userId' | 'source' | 'site' | 'unproven' | 'seating' | 'tickets' | 'access' | 'createdAt' | 'paymentBegunAt' | 'keptUntil'
> &
  Pick<Booking, 'offerEndsAt'>;

/** How many seats may be held at a time that nobody paid yet. */
export interface OpenSeatLimits {
  /** Of an account, without an opened payment page. */
  readonly account: number;
  /** Of a network, for people who have not proven their email. */
  readonly source: number;
}

export const OPEN_SEAT_LIMITS = token<OpenSeatLimits>('OpenSeatLimits');

const ticketsOf = (holds: readonly Pick<OpenHold, 'tickets'>[]) => holds.reduce((sum, { tickets }) => sum + tickets, 0);

/**
 * Bounds the seats that an account holds at one moment in all categories without paying (OWASP Automated Threats OAT-021).
 * @param open holds of the same account, and maybe of others
 * @throws TooManyUnpaidError until the first of those that count ends
 */
export function assertHoldLimit(
  open: readonly OpenHold[],
  order: Pick<Booking, 'userId' | 'tickets'>,
  { account }: OpenSeatLimits,
  now: Date,
): void {
  const counted = open.filter(({ userId, paymentBegunAt, offerEndsAt }) => userId === order.userId && !paymentBegunAt && !offerEndsAt);
  if (counted.length === 0 || ticketsOf(counted) + order.tickets <= account) return;
  const freeAt = Math.min(...counted.map(({ keptUntil }) => keptUntil?.getTime() ?? 0));
  throw new TooManyUnpaidError(Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000)), 'booking.too_many_held');
}

/** Which part of the seats that are not sold may be held for people who have not proven their email. */
const UNPROVEN_SHARE = 1 / 2;

/**
 * Bounds what people hold who have not proven their email: from one network, and of a category all together, from however many. Whoever
 * proves it first is bounded by neither.
 * @param others every such hold of other browsers, in all categories. Who knows no network is not counted by it
 * @throws DomainError `booking.sign_in_first`
 */
export function assertUnprovenLimits(others: readonly OpenHold[], order: OpenHold, limits: OpenSeatLimits, stock: Stock): void {
  const assertOf = (network: 'source' | 'site', networks: number) => {
    if (order[network] === undefined) return;
    const neighbours = others.filter((hold) => hold[network] === order[network]);
    // Who needs an accessible seat cannot take another, so a network keeps one of them from the others, not several.
    const isAnotherAccessible = order.access && neighbours.filter(({ access }) => access).length >= networks;
    if (isAnotherAccessible || ticketsOf(neighbours) + order.tickets > networks * limits.source)
      throw new DomainError('booking.sign_in_first');
  };
  assertOf('source', 1);
  assertOf('site', SITE_NETWORKS);
  assertShareLeft([...others.filter(({ seating }) => seating === order.seating), order], order, stock);
}

/**
 * All of them together have half of what is not sold of each kind of seat: the others stay for those who have proven theirs. One booking of
 * seats that are protected for nobody always fits, so that the last ones can be had this way too.
 */
function assertShareLeft(holds: readonly OpenHold[], { access }: OpenHold, now: Stock): void {
  const stock = widened(now);
  const { accessible, companions } = poolsOf(stock);
  const [accessibleLeft, companionsLeft] = [accessible, companions].map(({ seats, sold }) => Math.max(0, seats - sold)) as [number, number];
  const held = holds.flatMap((hold) => hold.access ?? []);
  const beside = held.reduce((sum, { companions: count }) => sum + count, 0);
  const share = (seats: number) => Math.floor(seats * UNPROVEN_SHARE);
  // Where no seats are protected for companions, or no more of them are left, they sit on any other.
  const protectedBeside = companionsLeft === 0 ? 0 : beside;
  const others = ticketsOf(holds) - held.length - protectedBeside;
  const othersLeft = stock.capacity - stock.sold - accessibleLeft - companionsLeft;
  const isOver =
    (access && (held.length > share(accessibleLeft) || protectedBeside > share(companionsLeft))) ||
    others > Math.max(MAX_TICKETS, share(othersLeft));
  if (isOver) throw new DomainError('booking.sign_in_first');
}
