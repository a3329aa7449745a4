import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money.ts';
import { defineRoutes } from '../core/route.ts';
import { SEATINGS } from './seating.ts';
import { BOOKING_STATUSES } from './states.ts';

/** The concert and the tickets, as mails about tickets name them. */
export const ticketMailFields = {
  concert: z.object({
    title: z.string(),
    startsAt: z.iso.datetime(),
    timeZone: z.string(),
    venue: z.string(),
    supportEmail: z.string(),
    supportPhone: z.string(),
  }),
  ticketUrl: z.string(),
  tickets: z.array(z.object({ number: z.int(), code: z.string() })),
};

/** What a mail about tickets needs; asked for at the moment of sending, so that no secret travels in a fact. */
export const ticketMailSchema = z.object({
  bookingId: idSchema('booking'),
  status: z.enum(BOOKING_STATUSES),
  name: z.string(),
  email: z.string(),
  seating: z.enum(SEATINGS),
  amount: moneySchema,
  ...ticketMailFields,
});
export type TicketMail = z.infer<typeof ticketMailSchema>;

const bookingParams = z.object({ bookingId: idSchema('booking') });

/** What other services ask about bookings. */
export const internalBookingRoutes = defineRoutes({
  beginPayment: {
    method: 'POST',
    path: '/internal/bookings/:bookingId/begin-payment',
    summary: 'Checks that a pending booking may be paid now and sets its hold to the end of the payment session to come',
    access: 'internal',
    callers: ['svc-payment'],
    params: bookingParams,
    body: z.strictObject({
      userId: idSchema('user'),
      /** False when an open payment page is offered again: then the hold is not extended. */
      prolong: z.boolean().default(true),
    }),
    answer: z.object({
      bookingId: idSchema('booking'),
      userId: idSchema('user'),
      email: z.string(),
      name: z.string(),
      seating: z.enum(SEATINGS),
      tickets: z.int(),
      amount: moneySchema,
      concertTitle: z.string(),
      holdEndsAt: z.iso.datetime(),
    }),
    repeatable: true,
    problems: ['request.invalid', 'booking.not_found', 'booking.not_payable', 'booking.registration_closed'],
  },
  showTicketMail: {
    method: 'GET',
    path: '/internal/bookings/:bookingId/ticket-mail',
    summary: 'What the ticket mail of a booking says',
    access: 'internal',
    callers: ['svc-notify'],
    params: bookingParams,
    answer: ticketMailSchema,
    problems: ['booking.not_found'],
  },
});
