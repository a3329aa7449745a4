import type { BookingId } from '@concert/contracts/core/ids';
import type { MailView } from '@concert/contracts/notify/http';
import { token } from '@concert/service-kit/process/provide';

export const BOOKING_MAILS = token<BookingMails>('BookingMails');

/** Mails about a booking and what became of them, newest first, at most 100. */
export interface BookingMails {
  of(id: BookingId): Promise<readonly MailView[]>;
}
