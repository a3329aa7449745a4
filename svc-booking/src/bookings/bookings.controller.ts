import { bookingRoutes } from '@concert/contracts/booking/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { sendPdf } from '../tickets/send-pdf.ts';
import { GiveBack } from './give-back.ts';
import { GiveMoreTime } from './give-more-time.ts';
import { GiveUpBooking } from './give-up-booking.ts';
import { PlaceBooking } from './place-booking.ts';
import { ShowBookings } from './show-bookings.ts';

export const BookingsController = controllerOf(
  bookingRoutes,
  { place: PlaceBooking, show: ShowBookings, giveUp: GiveUpBooking, moreTime: GiveMoreTime, giveBack: GiveBack },
  {
    reserve: ({ body, who, key }, { place }) => place.place(body, who, key),
    holdSeats: ({ body, key, source }, { place }) => place.holdSeats(body, key, source),
    listSeatsHeldForYou: ({ who }, { show }) => show.heldFor(who),
    listOwnBookings: ({ who }, { show }) => show.own(who),
    showBooking: ({ params, who }, { show }) => show.one(params.bookingId, who),
    showBookingDetails: ({ body, who }, { show }) => show.details(body.reference, body.reference2, who),
    cancelOwnBooking: async ({ params, who }, { giveUp }) => ({ status: await giveUp.cancel(params.bookingId, who) }),
    giveMoreTime: ({ params, body, who }, { moreTime }) => moreTime.give(params.bookingId, body.holdEndsAt, who),
    giveBack: ({ params, body, who }, { giveBack }) => giveBack.choose(params.bookingId, body.tickets, who),
    returnSecondPurchase: async ({ params, who }, { giveUp }) => ({ status: await giveUp.sendBack(params.bookingId, who) }),
    downloadTickets: async ({ params, body, who }, { show }, head) =>
      sendPdf(await show.pdf(params.bookingId, body.ref2, who), `tickets-${params.bookingId}`, head),
    showReceipt: ({ params, body, who }, { show }) => show.receipt(params.bookingId, body.ref2, who),
    downloadReceipt: async ({ params, body, who }, { show }, head) =>
      sendPdf(await show.receiptPdf(params.bookingId, body.ref2, who), `receipt-${params.bookingId}`, head),
    showTicketMail: ({ params }, { show }) => show.ticketMail(params.bookingId),
    showHeldMail: ({ body }, { show }) => show.heldMail(body.email),
  },
);
