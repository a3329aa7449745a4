/** How often a reservation is retried automatically when many people reserve at that moment, and after how long each time. */
export const RESERVATION_RETRY = { times: 2, afterMs: 1_000 } as const;

/** How often a page polls while a payment is being checked or a booking changes: at first, and at most. */
export const POLL_INTERVAL_MS = { first: 1_000, most: 8_000 } as const;

/** How long a page polls what becomes of a booking; after that it asks when somebody comes back to it. */
export const FOLLOW_FOR_MS = 120_000;

/** How long a paid booking is asked for its tickets before the page shows what it has. */
export const MAX_TICKET_WAIT_MS = 20_000;

/** How often a page asks how a place in the waiting list stands: at first, and at most. */
export const WAITING_POLL_MS = { firstMs: 3_000, mostMs: 15_000 } as const;
