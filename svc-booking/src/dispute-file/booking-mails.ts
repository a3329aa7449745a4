import type { BookingId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const BOOKING_MAILS = token<BookingMails>('BookingMails');

/** A mail's way to its reader. */
export interface BookingMail {
  /** What kind of mail, by the words of svc-notify. */
  readonly kind: string;
  readonly state: string;
  readonly sentAt?: string | undefined;
  /** Absent until the provider told something. */
  readonly delivery?: string | undefined;
  readonly deliveryAt?: string | undefined;
}

/** Mails about a booking and what became of them, newest first, at most 100. */
export interface BookingMails {
  of(id: BookingId): Promise<readonly BookingMail[]>;
}
