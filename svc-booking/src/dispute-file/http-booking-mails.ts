import type { BookingId } from '@concert/contracts/core/ids';
import { notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { BookingMails } from './booking-mails.ts';

export class HttpBookingMails implements BookingMails {
  constructor(private readonly notify: InternalClient) {}

  async of(bookingId: BookingId): Promise<readonly MailView[]> {
    return (await this.notify.call(notifyRoutes.listBookingMails, { params: { bookingId } })).items;
  }
}
