import type { BookingId } from '@concert/contracts/core/ids';
import type { AnswerOf } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

export type BookingMail = AnswerOf<typeof notifyRoutes.listBookingMails>['items'][number];

/** Mails about a booking and what became of them, newest first, at most 100. */
export class HttpBookingMails {
  constructor(private readonly notify: InternalClient) {}

  async of(bookingId: BookingId): Promise<readonly BookingMail[]> {
    return (await this.notify.call(notifyRoutes.listBookingMails, { params: { bookingId } })).items;
  }
}
