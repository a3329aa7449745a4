import type { BookingStatus } from '@concert/contracts/booking/states';
import type { RefundId } from '@concert/contracts/core/ids';
import { isNewer, type RefundMark, type RefundStep } from './refund-mark.ts';

/** What became of a partial return's money, and when we heard of it. */
export interface ReturnStep extends RefundMark {
  readonly at: Date;
}

/**
 * Some of a booking's tickets, some of its money, or both, given back while the rest stands. It is kept for ever. The money of a gift is `given`
 * to the welfare work instead, until it is sent back after all.
 */
export interface PartialReturn {
  readonly id: RefundId;
  /** Numbers of the tickets that ended with it. */
  readonly tickets: readonly number[];
  readonly amountMinor: number;
  /** Oldest first; only what was news when it came. */
  readonly steps: readonly ReturnStep[];
}

/** News of a partial return. Each says everything, so that any of them may come first. */
export interface ReturnUpdate extends RefundMark {
  readonly returnId: RefundId;
  readonly tickets: readonly number[];
  readonly amountMinor: number;
}

/** A booking's partial returns with news of one; the same list when nothing is new. `isLeft`: whether a ticket can still end */
export function withReturnUpdate(
  returns: readonly PartialReturn[],
  { returnId, tickets, amountMinor, attempt, step }: ReturnUpdate,
  isLeft: (number: number) => boolean,
  at: Date,
): readonly PartialReturn[] {
  const known = returns.find(({ id }) => id === returnId);
  if (!isNewer(known?.steps.at(-1), { attempt, step })) return returns;
  const news: ReturnStep = { attempt, step, at };
  if (!known) return [...returns, { id: returnId, tickets: tickets.filter(isLeft), amountMinor, steps: [news] }];
  return returns.map((each) => (each === known ? { ...known, steps: [...known.steps, news] } : each));
}

/** How far the money of a partial return is, and since when. */
export function returnStateOf({ steps }: Pick<PartialReturn, 'steps'>): { readonly state: RefundStep; readonly at: Date } {
  const last = steps.at(-1);
  if (!last) throw new RangeError('a partial return begins with news of it');
  return { state: last.step, at: last.at };
}

interface WithReturns {
  readonly returns?: readonly Pick<PartialReturn, 'steps' | 'amountMinor'>[];
}

/** What went back in partial returns, in minor units. */
export function returnedInParts(booking: WithReturns): number {
  return inState(booking, 'issued');
}

/** What was given to the welfare work, in minor units, whatever a bank took of it since. */
export function givenAtFirst(booking: WithReturns): number {
  return inState(booking, 'given');
}

function inState({ returns = [] }: WithReturns, state: RefundStep): number {
  return returns.reduce((sum, part) => (returnStateOf(part).state === state ? sum + part.amountMinor : sum), 0);
}

/** What of the charged money is given to the welfare work, in minor units: a bank takes gifts last of all that is there. */
export function givenAmountOf(
  booking: WithReturns & { readonly status: BookingStatus; readonly lostMinor?: number },
  chargedMinor: number,
): number {
  const given = givenAtFirst(booking);
  // Gifts are all that a whole refund leaves.
  const there = booking.status === 'refunded' ? given : chargedMinor - returnedInParts(booking);
  return Math.max(0, Math.min(given, there - (booking.lostMinor ?? 0)));
}
