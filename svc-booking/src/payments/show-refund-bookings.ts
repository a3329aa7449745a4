import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import type { BookingId } from '@concert/contracts/core/ids';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { endsWith } from '../bookings/access.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { closedStateOf, dateToFollowOf } from '../concert/postponement.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { ticketsLeft } from '../tickets/renewal.ts';

/** Tells svc-payment the buyer and seats of bookings, so that a refund can be shown and mailed. */
export class ShowRefundBookings {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly admissions: MongoAdmissions,
    private readonly concert: MongoConcert,
    private readonly signer: Pick<TicketSigner, 'link'>,
    private readonly publicOrigin: string,
  ) {}

  async show(ids: readonly BookingId[]): Promise<{ concert: RefundConcert; bookings: RefundBooking[] }> {
    const [concert, found] = await Promise.all([this.concert.current(), this.bookings.byIds(ids)]);
    const inside = await this.admissions.inside(found.flatMap(({ ticketIds }) => ticketIds));
    const { title, startsAt, timeZone, supportEmail, supportPhone } = concert;
    return {
      concert: {
        title,
        startsAt: startsAt.toISOString(),
        ...dateToFollowOf(concert),
        ...closedStateOf(concert),
        timeZone,
        supportEmail,
        supportPhone,
      },
      bookings: found.map((booking) => {
        const { id, firstname, lastname, email, seating, tickets, price, status, linkGeneration = 0 } = booking;
        return {
          bookingId: id,
          firstname,
          lastname,
          email,
          seating,
          tickets,
          ticketsLeft: ticketsLeft(booking).map(({ ticketId, number }) => {
            const by = endsWith(booking, number);
            return { number, inside: inside.has(ticketId), ...(by === undefined ? {} : { endsWith: by }) };
          }),
          amount: price,
          status,
          linkGeneration,
          receiptUrl: this.signer.link(`${this.publicOrigin}/receipt`, booking),
        };
      }),
    };
  }
}
