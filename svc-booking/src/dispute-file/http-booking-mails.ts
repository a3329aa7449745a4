import type { BookingId } from '@concert/contracts/core/ids';
import { notifyRoutes } from '@concert/contracts/notify/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { BookingMail, BookingMails } from './booking-mails.ts';

export class HttpBookingMails implements BookingMails {
  constructor(private readonly notify: InternalClient) {}

  async of(bookingId: BookingId): Promise<readonly BookingMail[]> {
    return (await this.notify.call(notifyRoutes.listBookingMails, { params: { bookingId } })).items;
  }
}
