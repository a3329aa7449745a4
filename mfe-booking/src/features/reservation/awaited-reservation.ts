import { SIGN_IN_CODE_SECONDS } from '@concert/contracts/auth/account-rules';
import { reserveBodySchema } from '@concert/contracts/booking/reserving';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import type { ReservationBody } from './reservation.ts';

/** What waits for a buyer to prove their address, in this tab. */
export interface AwaitedReservation {
  /** What was typed and chosen. */
  readonly body: ReservationBody;
  /** Ties the mailed code to this tab. */
  readonly request: string;
  /** When the code ends. */
  readonly expiresAt: string;
  /** Until when the seats are held for that; absent where they are held only once the address is proven. */
  readonly holdEndsAt?: string | undefined;
}

const STORE = 'concert-asked';

/** Keeps it over a reload, and over a way through the login page; as long as the tab is open. */
export function keepAwaitedReservation(asked: AwaitedReservation): void {
  try {
    window.sessionStorage.setItem(STORE, JSON.stringify(asked));
  } catch {
    // Blocked or full: a reload leads back to the form.
  }
}

/** What was kept in this tab, whether or not its time is over. */
export function readAwaitedReservation(): AwaitedReservation | undefined {
  try {
    const { body, request, expiresAt, holdEndsAt } = Object(JSON.parse(window.sessionStorage.getItem(STORE) ?? '')) as Record<
      string,
      unknown
    >;
    const checked = reserveBodySchema.safeParse(body);
    if (!checked.success || typeof request !== 'string' || typeof expiresAt !== 'string') return undefined;
    return { body: checked.data, request, expiresAt, ...(typeof holdEndsAt === 'string' ? { holdEndsAt } : {}) };
  } catch {
    return undefined;
  }
}

/** Whether its code can still be typed. */
export function isCodeValid({ expiresAt }: AwaitedReservation): boolean {
  return Date.parse(expiresAt) > serverNow();
}

/** When it was asked for, by the server's clock. */
export function askedAt({ expiresAt }: AwaitedReservation): number {
  return Date.parse(expiresAt) - SIGN_IN_CODE_SECONDS * 1_000;
}

export function forgetAwaitedReservation(): void {
  try {
    window.sessionStorage.removeItem(STORE);
  } catch {
    // Blocked storage holds nothing that could be removed.
  }
}
