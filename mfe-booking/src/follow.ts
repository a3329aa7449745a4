import { POLL_INTERVAL_MS, FOLLOW_FOR_MS } from './settings.ts';

/** How often something that changes by itself is polled: more and more slowly, and not for ever, since banks take days. */
export const POLLING = { firstMs: POLL_INTERVAL_MS.first, mostMs: POLL_INTERVAL_MS.most } as const;

/** How often, and for how long, a page asks what became of a booking. */
export const BOOKING_POLLING = { ...POLLING, forMs: FOLLOW_FOR_MS } as const;
