/**
 * Waits that the specification describes before and between calls. They are of no use to a buyer, so each is 0; the names stay, so that a
 * wait can be restored in one place.
 */
export interface Waits {
  readonly beforeBookingMs: number;
  readonly beforePaymentMs: number;
  readonly ticketListMs: number;
  readonly beforeQrCaptureMs: number;
}

export const WAITS: Waits = { beforeBookingMs: 0, beforePaymentMs: 0, ticketListMs: 0, beforeQrCaptureMs: 0 };

/** How often a reservation is retried automatically when many people reserve at that moment, and after how long each time. */
export const PRESS_AGAIN = { times: 2, afterMs: 1_000 } as const;

/** How often a page polls while a payment is being checked or a booking changes: at first, and at most. */
export const ASK_AGAIN_MS = { first: 1_000, most: 8_000 } as const;

/** How long a page polls what becomes of a booking; after that it asks when somebody comes back to it. */
export const FOLLOW_FOR_MS = 120_000;

/** How long a paid booking is asked for its tickets before the page shows what it has. */
export const TICKETS_WITHIN_MS = 20_000;

/** Resolves after the wait, at once when there is none. */
export function wait(ms: number): Promise<void> {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}
