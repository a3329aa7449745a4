import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GiveBack } from './give-back.ts';
import { GiveMoreTime } from './give-more-time.ts';
import { GiveUpBooking } from './give-up-booking.ts';
import { PlaceBooking } from './place-booking.ts';
import { ShowBookings } from './show-bookings.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class BookingsController {
  constructor(
    private readonly place: PlaceBooking,
    private readonly show: ShowBookings,
    private readonly giveUp: GiveUpBooking,
    private readonly moreTime: GiveMoreTime,
    private readonly giveBack: GiveBack,
  ) {}

  @Handles(bookingRoutes.reserve)
  reserve({ body, who, key }: In['reserve']): Promise<Out['reserve']> {
    return this.place.place(body, who, key);
  }

  @Handles(bookingRoutes.holdSeats)
  holdSeats({ body, key, source }: In['holdSeats']): Promise<Out['holdSeats']> {
    return this.place.holdSeats(body, key, source);
  }

  @Handles(bookingRoutes.listSeatsHeldForYou)
  listHeld({ who }: In['listSeatsHeldForYou']): Promise<Out['listSeatsHeldForYou']> {
    return this.show.heldFor(who);
  }

  @Handles(bookingRoutes.listOwnBookings)
  listOwn({ who }: In['listOwnBookings']): Promise<Out['listOwnBookings']> {
    return this.show.own(who);
  }

  @Handles(bookingRoutes.showBooking)
  showOne({ params, who }: In['showBooking']): Promise<Out['showBooking']> {
    return this.show.one(params.bookingId, who);
  }

  @Handles(bookingRoutes.showBookingDetails)
  showDetails({ body, who }: In['showBookingDetails']): Promise<Out['showBookingDetails']> {
    return this.show.details(body.reference, body.reference2, who);
  }

  @Handles(bookingRoutes.cancelOwnBooking)
  async cancel({ params, who }: In['cancelOwnBooking']): Promise<Out['cancelOwnBooking']> {
    return { status: await this.giveUp.cancel(params.bookingId, who) };
  }

  @Handles(bookingRoutes.giveMoreTime)
  giveMoreTime({ params, body, who }: In['giveMoreTime']): Promise<Out['giveMoreTime']> {
    return this.moreTime.give(params.bookingId, body.holdEndsAt, who);
  }

  @Handles(bookingRoutes.giveBack)
  giveTicketsBack({ params, body, who }: In['giveBack']): Promise<Out['giveBack']> {
    return this.giveBack.choose(params.bookingId, body.tickets, who);
  }

  @Handles(bookingRoutes.returnSecondPurchase)
  async sendBack({ params, who }: In['returnSecondPurchase']): Promise<Out['returnSecondPurchase']> {
    return { status: await this.giveUp.sendBack(params.bookingId, who) };
  }

  @Handles(bookingRoutes.downloadTickets)
  async pdf({ params, body, who }: In['downloadTickets'], @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const pdf = await this.show.pdf(params.bookingId, body.ref2, who);
    void reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="tickets-${params.bookingId}.pdf"`)
      .header('cache-control', 'private, no-store');
    return pdf;
  }

  @Handles(bookingRoutes.showTicketMail)
  ticketMail({ params }: In['showTicketMail']): Promise<Out['showTicketMail']> {
    return this.show.ticketMail(params.bookingId);
  }

  @Handles(bookingRoutes.showHeldMail)
  heldMail({ body }: In['showHeldMail']): Promise<Out['showHeldMail']> {
    return this.show.heldMail(body.email);
  }
}
