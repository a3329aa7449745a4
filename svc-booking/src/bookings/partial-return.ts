import type { RefundId } from '@concert/contracts/core/ids';
import { isNewer, type RefundMark, type RefundStep } from './refund-mark.ts';

/** What became of a partial return's money, and when we heard of it. */
export interface ReturnStep extends RefundMark {
  readonly at: Date;
}

/**
 * Some of a booking's tickets, some of its money, or both, given back while the rest stands. It is kept for ever. The money of a gift went to
 * the welfare work instead: it is `issued` from the start.
 */
export interface PartialReturn {
  readonly id: RefundId;
  /** Numbers of the tickets that ended with it. */
  readonly tickets: readonly number[];
  readonly amountMinor: number;
  /** Oldest first; only what was news when it came. */
  readonly steps: readonly ReturnStep[];
  readonly gift?: true;
}

/** News of a partial return. Each says everything, so that any of them may come first. */
export interface ReturnUpdate extends RefundMark {
  readonly returnId: RefundId;
  readonly tickets: readonly number[];
  readonly amountMinor: number;
  readonly gift?: true;
}

/** A booking's partial returns with news of one; the same list when nothing is new. `isLeft`: whether a ticket can still end */
export function withReturnUpdate(
  returns: readonly PartialReturn[],
  { returnId, tickets, amountMinor, gift, attempt, step }: ReturnUpdate,
  isLeft: (number: number) => boolean,
  at: Date,
): readonly PartialReturn[] {
  const known = returns.find(({ id }) => id === returnId);
  if (!isNewer(known?.steps.at(-1), { attempt, step })) return returns;
  const news: ReturnStep = { attempt, step, at };
  if (!known) return [...returns, { id: returnId, tickets: tickets.filter(isLeft), amountMinor, steps: [news], ...(gift ? { gift } : {}) }];
  return returns.map((each) => (each === known ? { ...known, steps: [...known.steps, news] } : each));
}

/** How far the money of a partial return is, and since when. */
export function returnStateOf({ steps }: Pick<PartialReturn, 'steps'>): { readonly state: RefundStep; readonly at: Date } {
  const last = steps.at(-1);
  if (!last) throw new RangeError('a partial return begins with news of it');
  return { state: last.step, at: last.at };
}

interface WithReturns {
  readonly returns?: readonly Pick<PartialReturn, 'steps' | 'amountMinor' | 'gift'>[];
}

/** What went back in partial returns, in minor units. */
export function returnedInParts({ returns = [] }: WithReturns): number {
  return returns.reduce((sum, part) => (!part.gift && returnStateOf(part).state === 'issued' ? sum + part.amountMinor : sum), 0);
}

/** What was given to the welfare work, in minor units. */
export function givenAmountOf({ returns = [] }: WithReturns): number {
  return returns.reduce((sum, part) => (part.gift ? sum + part.amountMinor : sum), 0);
}
