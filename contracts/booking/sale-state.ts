import { CONCERT_STATES, type ConcertState } from './states.ts';

/** What visitors meet: the state that the organisers chose, and while that is open, whether the sale is still to come or has ended. */
export const SALE_STATES = [...CONCERT_STATES, 'soon', 'ended'] as const;
export type SaleState = (typeof SALE_STATES)[number];

interface Sold {
  readonly state: ConcertState;
  readonly sale: { readonly opensAt: string | Date | null; readonly endsAt: string | Date };
}

const msOf = (at: string | Date) => new Date(at).getTime();

/**
 * Whether seats can be reserved at a moment: from the opening on, and up to the end but not at it. An end before the opening leaves nothing.
 * @param now epoch milliseconds
 */
export function saleStateAt({ state, sale: { opensAt, endsAt } }: Sold, now: number): SaleState {
  if (state !== 'open') return state;
  if (now >= msOf(endsAt)) return 'ended';
  return opensAt === null || now < msOf(opensAt) ? 'soon' : 'open';
}

/** When the answer of {@link saleStateAt} changes next, in epoch milliseconds; undefined when it never does. */
export function nextSaleChange({ state, sale: { opensAt, endsAt } }: Sold, now: number): number | undefined {
  if (state !== 'open') return undefined;
  return [...(opensAt === null ? [] : [msOf(opensAt)]), msOf(endsAt)].filter((at) => at > now).sort((one, other) => one - other)[0];
}
