/** How often a reservation is retried automatically when many people reserve at that moment, and after how long each time. */
export const RESERVATION_RETRY = { times: 2, afterMs: 1_000 } as const;

/** How often something that changes by itself is polled: more and more slowly. */
export const POLLING = { firstMs: 1_000, mostMs: 8_000 } as const;

/** How often, and for how long, a page asks what became of a booking: banks take days, so not for ever. */
export const BOOKING_POLLING = { ...POLLING, forMs: 120_000 } as const;

/** How long a paid booking is asked for its tickets before the page shows what it has. */
export const MAX_TICKET_WAIT_MS = 20_000;

/** How often a page asks how a place in the waiting list stands: at first, and at most. */
export const WAITING_POLL_MS = { firstMs: 3_000, mostMs: 15_000 } as const;
