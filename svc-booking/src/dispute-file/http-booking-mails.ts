import type { BookingId } from '@concert/contracts/core/ids';
import { notifyRoutes } from '@concert/contracts/notify/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

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
export class HttpBookingMails {
  constructor(private readonly notify: InternalClient) {}

  async of(bookingId: BookingId): Promise<readonly BookingMail[]> {
    return (await this.notify.call(notifyRoutes.listBookingMails, { params: { bookingId } })).items;
  }
}
