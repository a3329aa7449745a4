import { z } from 'zod';
import { replaceUnusable } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { CURRENCY } from '../core/money.ts';
import { defineRoutes } from '../core/route.ts';
import { accessSchema, needsSchema, SPECIAL_SEATS } from './access.ts';
import { audienceRoutes } from './audience.ts';
import { auditRoutes } from './audit.ts';
import { storedBuyer } from './buyer.ts';
import { choiceRoutes } from './choices.ts';
import { complimentaryDetailsSchema, complimentaryRoutes, groupSchema } from './complimentary.ts';
import { doorRoutes } from './door.ts';
import { giveBackRoutes, giveBackSchema } from './give-back.ts';
import { goLiveRoutes } from './go-live.ts';
import { disputeFileRoutes } from './dispute-file.ts';
import { internalBookingRoutes } from './internal.ts';
import { invitationRoutes } from './invitations.ts';
import { bookingMoneyRoutes } from './money.ts';
import { partialReturnSchema } from './partial-returns.ts';
import { personalBookingRoutes } from './personal-data.ts';
import { postponementSchema } from './postponement-fields.ts';
import { receiptRoutes } from './receipts.ts';
import { refundBookingRoutes } from './refunds.ts';
import { renewalRoutes } from './renewals.ts';
import { reportRoutes } from './reports.ts';
import { heldSeatsRoutes } from './held-seats.ts';
import { linkSecretSchema } from './links.ts';
import { reservingRoutes } from './reserving.ts';
import { saleFields } from './sale.ts';
import { categorySchema } from './seating-schema.ts';
import { SEATINGS } from './seating.ts';
import { timelineRoutes } from './timeline.ts';
import { settingsRoutes } from './settings.ts';
import { stopRoutes } from './stop.ts';
import { BOOKING_STATUSES, CONCERT_STATES, DISPUTE_STATES } from './states.ts';
import { waitingRoutes } from './waiting.ts';
import { visitorNotesView } from './visitor-note-fields.ts';

/** The concert as every visitor may see it, with what is left in each category at this moment. */
export const concertSchema = z.object({
  /** Name of the evening, and of the site. */
  title: z.string(),
  heading: z.string(),
  /** Who performs; absent or empty where nobody is named. */
  performer: z.string().optional(),
  state: z.enum(CONCERT_STATES),
  ...saleFields,
  /** Why registration is disabled, in the organisers' words. */
  stateReason: z.string(),
  /** What the organisers add to the notice of a cancellation. */
  cancellationNote: z.string().optional(),
  startsAt: z.iso.datetime(),
  timeZone: z.string(),
  /** Starts that were given before, oldest first, UTC; a date that holds again is not among them. */
  previousStarts: z.array(z.iso.datetime()),
  postponement: postponementSchema.optional(),
  /** The date and time in words, or that the date is to follow, so that no page has to work them out; absent in answers of older versions. */
  dateText: z.string().optional(),
  /** How long the concert takes; calendar entries end after it. */
  lengthMinutes: z.int(),
  /** Grows with every change of the concert, so that what was made from an earlier state can be told from what was made later. */
  revision: z.int(),
  venue: z.object({ name: z.string(), address: z.string() }),
  currency: z.literal(CURRENCY),
  supportEmail: z.string(),
  supportPhone: z.string(),
  siteUrl: z.string(),
  organiser: z.string(),
  organiserAddress: z.string(),
  /** Address on the site of a picture that says the title, the date and the place, for shared links. It changes with them. */
  picture: z.string().optional(),
  /** What visitors may want to know; only what the organisers told. */
  notes: visitorNotesView,
  holdSeconds: z.int(),
  /** One companion by an accessible seat pays nothing. */
  freeCompanion: z.boolean(),
  /** Whether a gift to the welfare work can be paid beside the seats. */
  gifts: z.boolean(),
  categories: z.array(categorySchema),
});
export type ConcertView = z.infer<typeof concertSchema>;

/** A booking as its owner sees it; by its link, address and phone number are masked. `amount`: of the whole booking, in minor units. */
export const bookingViewSchema = z.object({
  id: idSchema('booking'),
  userbookingid: idSchema('booking'),
  ...storedBuyer,
  seating: z.enum(SEATINGS),
  /** Without those that were given back. */
  notickets: z.int(),
  amount: z.int(),
  /** A gift that is, or was, paid beside the seats; what became of it stands in `returned`. */
  giftMinor: z.int().optional(),
  currency: z.literal(CURRENCY),
  status: z.enum(BOOKING_STATUSES),
  created_at: z.object({ _seconds: z.int() }),
  /** When the hold of a pending booking ends, UTC. */
  holdEndsAt: z.iso.datetime().optional(),
  /** How often more time can still be asked for. Present while pending. */
  moreTimes: z.int().optional(),
  /** Tickets of a pending booking that cost nothing; absent where each is paid for. */
  freeTickets: z.int().optional(),
  /** Signed capability: together with the id (`ref`), it opens the ticket page without signing in. Present once paid. */
  ref2: z.string().optional(),
  tickets: z.array(z.object({ number: z.int(), code: z.string(), seat: z.enum(SPECIAL_SEATS).optional() })).optional(),
  /** Its accessible seat with the companions that are left; absent where it has none. */
  access: accessSchema.optional(),
  /** Only for the owner and organisers, and until they are erased. */
  needs: needsSchema.optional(),
  /** Partial returns, oldest first; absent where there are none. */
  returned: z.array(partialReturnSchema).optional(),
  /** A dispute about the payment, which says whether a refund is owed. */
  dispute: z.enum(DISPUTE_STATES).optional(),
  /** Present while this looks like an accidental second purchase, which its buyer may return with one press. */
  returnableUntil: z.iso.datetime().optional(),
  /** How its tickets can be given back; for its owner, once paid. */
  giveBack: giveBackSchema.optional(),
  /** Seats that were offered to its buyer, who waited for them. */
  offered: z.literal(true).optional(),
});
export type BookingView = z.infer<typeof bookingViewSchema>;

const bookingParams = z.object({ bookingId: idSchema('booking') });

export const bookingRoutes = defineRoutes({
  showConcert: {
    request: 'GET /api/concert',
    summary: 'The concert, its state, and what is left in each seating category',
    access: 'public',
    answer: concertSchema,
  },
  ...reservingRoutes,
  cancelOwnBooking: {
    request: 'POST /api/ticket-bookings/:bookingId/cancel',
    summary: 'Gives up a pending booking; its seats go back as soon as its payment page is closed',
    access: 'session',
    params: z.object({ bookingId: idSchema('booking') }),
    answer: z.object({ status: z.enum(BOOKING_STATUSES) }),
    problems: ['booking.not_found', 'booking.not_cancellable'],
  },
  returnSecondPurchase: {
    request: 'POST /api/ticket-bookings/:bookingId/return',
    summary: 'Sends the money of an accidental second purchase back, within minutes of paying it',
    access: 'session',
    params: z.object({ bookingId: idSchema('booking') }),
    answer: z.object({ status: z.enum(BOOKING_STATUSES) }),
    problems: ['booking.not_found', 'booking.not_returnable'],
  },
  freeLostSeats: {
    request: 'POST /api/ticket-bookings/:bookingId/free-seats',
    summary: 'Ends a booking whose money a bank gave back to its buyer: its tickets open no door any more and its seats can be sold again',
    access: 'organiser',
    freshSignIn: true,
    params: z.object({ bookingId: idSchema('booking') }),
    answer: z.object({ status: z.enum(BOOKING_STATUSES) }),
    problems: ['booking.not_found', 'booking.not_lost', 'booking.inside'],
  },
  downloadTickets: {
    // Asks only, but with the secret of a link, which belongs into no address: addresses stand in logs.
    request: 'POST /api/ticket-bookings/:bookingId/tickets.pdf',
    summary: 'The tickets as a PDF on a sheet to be cut, for the owner, an organiser, or whoever holds the signed link',
    access: 'public',
    params: z.object({ bookingId: idSchema('booking') }),
    body: linkSecretSchema,
    repeatable: true,
    problems: ['booking.not_found', 'booking.link_ended', 'booking.no_tickets'],
    status: 200,
  },
  listOwnBookings: {
    request: 'GET /api/ticket-bookings',
    summary: "The signed-in person's bookings, newest first",
    access: 'session',
    answer: z.array(bookingViewSchema),
  },
  showBooking: {
    request: 'GET /api/ticket-bookings/:bookingId',
    summary: 'One booking of the signed-in person, or any for an organiser',
    access: 'session',
    params: bookingParams,
    answer: bookingViewSchema,
    problems: ['booking.not_found'],
  },
  showBookingDetails: {
    request: 'POST /api/get-booking-details',
    summary: 'Ticket details of a booking for its owner, an organiser, or whoever holds its signed link',
    access: 'public',
    body: z.strictObject({
      reference: z.string().max(100).transform(replaceUnusable),
      reference2: z.string().max(300).transform(replaceUnusable).nullish(),
    }),
    answer: z.array(bookingViewSchema),
    repeatable: true,
    problems: ['booking.not_found', 'booking.link_ended'],
  },
  showComplimentaryDetails: {
    request: 'POST /api/get-booking-details-2',
    summary: 'Ticket details of a complimentary entry for whoever holds its signed link, or an organiser',
    access: 'public',
    body: z.strictObject({
      reference: z.string().max(100).transform(replaceUnusable),
      reference2: z.string().max(300).transform(replaceUnusable).nullish(),
      catg: groupSchema.default('h'),
    }),
    answer: z.array(complimentaryDetailsSchema),
    repeatable: true,
    problems: ['request.sign_in_again', 'booking.not_found', 'booking.link_ended'],
  },
  ...internalBookingRoutes,
  showPicture: {
    request: 'GET /api/concert/picture/:name',
    summary: 'The picture of shared links, under the name that the concert says',
    access: 'public',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{16}\.jpg$/) }),
    status: 200,
  },
  // For whoever needs longer to pay (WCAG 2.2, 2.2.1).
  giveMoreTime: {
    request: 'POST /api/ticket-bookings/:bookingId/more-time',
    summary: 'Keeps the seats of a pending booking longer, several times in turn and within bounds',
    access: 'session',
    params: z.object({ bookingId: idSchema('booking') }),
    /** The end that the buyer sees: a press that is sent twice counts once. */
    body: z.strictObject({ holdEndsAt: z.iso.datetime() }),
    repeatable: true,
    answer: z.object({ holdEndsAt: z.iso.datetime(), moreTimes: z.int() }),
    problems: ['booking.not_found', 'booking.not_payable', 'booking.no_more_time', 'booking.registration_closed'],
  },
  ...audienceRoutes,
  ...choiceRoutes,
  ...giveBackRoutes,
  ...waitingRoutes,
  ...complimentaryRoutes,
  ...invitationRoutes,
  ...doorRoutes,
  ...bookingMoneyRoutes,
  ...receiptRoutes,
  ...refundBookingRoutes,
  ...renewalRoutes,
  ...heldSeatsRoutes,
  ...settingsRoutes,
  ...stopRoutes,
  ...goLiveRoutes,
  ...reportRoutes,
  ...timelineRoutes,
  ...disputeFileRoutes,
  ...auditRoutes,
  ...personalBookingRoutes,
});
