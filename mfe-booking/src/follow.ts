import { ASK_AGAIN_MS, FOLLOW_FOR_MS } from './settings.ts';

/** How often something that changes by itself is polled: more and more slowly, and not for ever, since banks take days. */
export const SLOWER = { firstMs: ASK_AGAIN_MS.first, mostMs: ASK_AGAIN_MS.most } as const;

/** The same for what becomes of a booking. */
export const FOLLOWED = { ...SLOWER, forMs: FOLLOW_FOR_MS } as const;
