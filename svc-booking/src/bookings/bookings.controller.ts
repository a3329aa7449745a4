import { bookingRoutes } from '@concert/contracts/booking/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Key, Who } from '@concert/service-kit/handles';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BeginPayment } from '../payments/begin-payment.ts';
import { FreeLostSeats } from '../payments/free-lost-seats.ts';
import { GiveUpBooking } from './give-up-booking.ts';
import { PlaceBooking } from './place-booking.ts';
import { ShowBookings } from './show-bookings.ts';

type Routes = typeof bookingRoutes;

@Controller()
export class BookingsController {
  constructor(
    private readonly place: PlaceBooking,
    private readonly show: ShowBookings,
    private readonly beginPayment: BeginPayment,
    private readonly giveUp: GiveUpBooking,
    private readonly freeSeats: FreeLostSeats,
  ) {}

  @Handles(bookingRoutes.reserve)
  reserve(@Call() call: CallOf<Routes['reserve']>, @Who() who: Identity, @Key() key: string): Promise<AnswerOf<Routes['reserve']>> {
    return this.place.place(call.body, who, key);
  }

  @Handles(bookingRoutes.listOwnBookings)
  listOwn(@Who() who: Identity): Promise<AnswerOf<Routes['listOwnBookings']>> {
    return this.show.own(who);
  }

  @Handles(bookingRoutes.showBooking)
  showOne(@Call() call: CallOf<Routes['showBooking']>, @Who() who: Identity): Promise<AnswerOf<Routes['showBooking']>> {
    return this.show.one(call.params.bookingId, who);
  }

  @Handles(bookingRoutes.showBookingDetails)
  showDetails(
    @Call() call: CallOf<Routes['showBookingDetails']>,
    @Who() who: Identity | undefined,
  ): Promise<AnswerOf<Routes['showBookingDetails']>> {
    return this.show.details(call.body.reference, call.body.reference2, who);
  }

  @Handles(bookingRoutes.cancelOwnBooking)
  async cancel(@Call() call: CallOf<Routes['cancelOwnBooking']>, @Who() who: Identity): Promise<AnswerOf<Routes['cancelOwnBooking']>> {
    return { status: await this.giveUp.cancel(call.params.bookingId, who) };
  }

  @Handles(bookingRoutes.returnSecondPurchase)
  async sendBack(
    @Call() call: CallOf<Routes['returnSecondPurchase']>,
    @Who() who: Identity,
  ): Promise<AnswerOf<Routes['returnSecondPurchase']>> {
    return { status: await this.giveUp.sendBack(call.params.bookingId, who) };
  }

  @Handles(bookingRoutes.freeLostSeats)
  async free(@Call() call: CallOf<Routes['freeLostSeats']>, @Who() who: Identity): Promise<AnswerOf<Routes['freeLostSeats']>> {
    return { status: await this.freeSeats.free(call.params.bookingId, who) };
  }

  @Handles(bookingRoutes.downloadTickets)
  async pdf(
    @Call() call: CallOf<Routes['downloadTickets']>,
    @Who() who: Identity | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const pdf = await this.show.pdf(call.params.bookingId, call.query.ref2, who);
    void reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="tickets-${call.params.bookingId}.pdf"`)
      .header('cache-control', 'private, no-store');
    return pdf;
  }

  @Handles(bookingRoutes.beginPayment)
  begin(@Call() call: CallOf<Routes['beginPayment']>): Promise<AnswerOf<Routes['beginPayment']>> {
    return this.beginPayment.begin(call.params.bookingId, call.body.userId, call.body.prolong);
  }

  @Handles(bookingRoutes.showTicketMail)
  ticketMail(@Call() call: CallOf<Routes['showTicketMail']>): Promise<AnswerOf<Routes['showTicketMail']>> {
    return this.show.ticketMail(call.params.bookingId);
  }
}
