import { z } from 'zod';
import { emailField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { defineRoutes } from '../core/route.ts';
import { SPECIAL_SEATS } from './access.ts';
import { linkSecretSchema } from './links.ts';
import { heldForYouSchema } from './reserving.ts';
import { SEATINGS } from './seating.ts';
import { BOOKING_STATUSES, CLOSED_STATES } from './states.ts';
import { visitorNotesView } from './visitor-note-fields.ts';

/** The concert and the tickets, as mails about tickets name them. */
export const ticketMailFields = {
  concert: z.object({
    title: z.string(),
    startsAt: z.iso.datetime(),
    timeZone: z.string(),
    /** The concert is postponed without a new date: `startsAt` is the evening that does not take place. */
    dateToFollow: z.literal(true).optional(),
    /** Why nothing can be reserved now; absent while something can. */
    closed: z.enum(CLOSED_STATES).optional(),
    lengthMinutes: z.int(),
    venue: z.object({ name: z.string(), address: z.string() }),
    notes: visitorNotesView,
    supportEmail: z.string(),
    supportPhone: z.string(),
  }),
  ticketUrl: z.string(),
  tickets: z.array(z.object({ number: z.int(), code: z.string(), seat: z.enum(SPECIAL_SEATS).optional() })),
};

/** What a mail about tickets needs; asked for at the moment of sending, so that no secret travels in a fact. */
export const ticketMailSchema = z.object({
  bookingId: idSchema('booking'),
  status: z.enum(BOOKING_STATUSES),
  name: z.string(),
  email: z.string(),
  seating: z.enum(SEATINGS),
  amount: moneySchema,
  /** Paid beside the seats, to the welfare work. */
  giftMinor: z.int().optional(),
  receiptUrl: z.string().optional(),
  ...ticketMailFields,
});
export type TicketMail = z.infer<typeof ticketMailSchema>;

/** What the mail with a code says of the seats held for its address. Who typed the address may be a stranger: nothing of them is told, nor what they need. */
const heldMailSchema = z.object({
  timeZone: z.string(),
  held: z.array(heldForYouSchema.pick({ seating: true, notickets: true, amount: true, holdEndsAt: true })),
});
export type HeldMail = z.infer<typeof heldMailSchema>;

/** A booking that may be paid now; its seats are kept until `holdEndsAt`. */
const begunPaymentSchema = z.object({
  bookingId: idSchema('booking'),
  userId: idSchema('user'),
  email: z.string(),
  name: z.string(),
  seating: z.enum(SEATINGS),
  tickets: z.int(),
  /** How many of them cost nothing. */
  freeTickets: z.int(),
  /** The price of the seats. */
  amount: moneySchema,
  /** To be paid beside it, to the welfare work. */
  giftMinor: z.int().optional(),
  concertTitle: z.string(),
  holdEndsAt: z.iso.datetime(),
});
export type BegunPayment = z.infer<typeof begunPaymentSchema>;

/** What other services ask about bookings. */
export const internalBookingRoutes = defineRoutes({
  beginPayment: {
    request: 'POST /internal/begin-payment',
    summary: 'Checks of a pending booking that it may be paid now, and sets its hold to the end of the payment session to come',
    callers: ['svc-payment'],
    body: z.strictObject({
      bookingId: idSchema('booking'),
      /** Who pays: the booking's buyer, or whoever holds the signed link of an offer. */
      userId: idSchema('user').optional(),
      ref2: linkSecretSchema.shape.ref2,
      /** False when an open payment page is offered again: then the hold is not extended. */
      prolong: z.boolean().default(true),
    }),
    answer: begunPaymentSchema,
    repeatable: true,
    problems: ['booking.not_found', 'booking.not_payable', 'booking.registration_closed'],
  },
  showTicketMail: {
    request: 'GET /internal/ticket-mails/:bookingId',
    summary: 'What the ticket email of a booking says',
    callers: ['svc-notify'],
    params: z.object({ bookingId: idSchema('booking') }),
    answer: ticketMailSchema,
    problems: ['booking.not_found'],
  },
  showHeldMail: {
    request: 'POST /internal/held-mails',
    summary: 'What is held for an email that nobody has proven yet, as the email with its code says it',
    callers: ['svc-notify'],
    body: z.strictObject({ email: emailField }),
    answer: heldMailSchema,
    repeatable: true,
  },
});
