import { z } from 'zod';
import { codeField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { groupSchema } from './complimentary.ts';
import { ticketMailFields } from './internal.ts';
import { SILENCES } from './postponement.ts';
import { READER_KINDS } from './reader-messages.ts';
import { seatingSchema } from './seating-schema.ts';
import { SEATINGS } from './seating.ts';
import { BOOKING_STATUSES, type BookingStatus } from './states.ts';

/** States of a booking whose money is with us, so that a cancellation sends it back and tells of it. */
export const STATUSES_WITH_MONEY = ['paid', 'late_paid', 'refund_failed'] as const satisfies readonly BookingStatus[];

/** Bookings in one of these states and of one of these categories. */
export const buyersSchema = z.strictObject({
  statuses: z
    .array(z.enum(BOOKING_STATUSES, { error: 'State is not one of a booking' }), { error: 'States are required' })
    .min(1, { error: 'At least one state is required' })
    .max(BOOKING_STATUSES.length),
  seatings: z
    .array(seatingSchema, { error: 'Categories are required' })
    .min(1, { error: 'At least one category is required' })
    .max(SEATINGS.length),
});

const person = z.union([idSchema('booking'), idSchema('complimentary'), idSchema('waiting')]);

/** Somebody who holds a booking or a complimentary entry, or waits for the next date; the phone number may be empty. */
export const audiencePersonSchema = z.object({
  of: person,
  reader: z.enum(READER_KINDS),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** A bank has asked for the money of the booking and has not decided: a run of refunds leaves it out. */
  disputed: z.literal(true).optional(),
});
export type AudiencePerson = z.infer<typeof audiencePersonSchema>;

/** A holder who is asked after a postponement, and has time to answer: the signed choice link of one booking, and what it is about. */
export const choiceOfferSchema = z.object({
  url: z.string(),
  seating: z.enum(SEATINGS),
  /** How many of its tickets are valid. */
  tickets: z.int(),
  chooseUntil: z.iso.datetime(),
  silence: z.enum(SILENCES),
});
export type ChoiceOffer = z.infer<typeof choiceOfferSchema>;

/** A booking of somebody who is written to, so that what they read is true of everything they have. */
export const ownBookingSchema = z.object({
  id: idSchema('booking'),
  seating: z.enum(SEATINGS),
  /** How many of its tickets were not given back. */
  tickets: z.int(),
  status: z.enum(BOOKING_STATUSES),
  /** Since when it has this state. */
  since: z.iso.datetime(),
});
export type OwnBooking = z.infer<typeof ownBookingSchema>;

/** Most bookings that are told of one person, the newest. */
export const MAX_OWN_BOOKINGS = 50;

/** Somebody as a message is written to them, with all bookings of their account, and the concert. */
export const shownPersonSchema = audiencePersonSchema.extend({
  bookings: z.array(ownBookingSchema),
  choice: choiceOfferSchema.optional(),
  /** The link that leaves the list for the next date. */
  leaveUrl: z.string().optional(),
  concert: ticketMailFields.concert,
});
export type ShownPerson = z.infer<typeof shownPersonSchema>;

/** Most people in one answer. */
export const AUDIENCE_PAGE = 500;

export const audienceRoutes = defineRoutes({
  listAudience: {
    request: 'POST /internal/audience',
    summary:
      'The people of an audience page by page, one row for each booking, entry and place in the list for the next date; nobody who was erased, no entry that was revoked',
    callers: ['svc-notify'],
    body: z.strictObject({
      buyers: buyersSchema.optional(),
      guests: z.array(groupSchema).max(3).optional(),
      /** Only those of whom somebody went in, or only the others. */
      inside: z.boolean().optional(),
      /** This booking, whatever its state. */
      booking: idSchema('booking').optional(),
      /** Everybody who waits for the next date. */
      nextDate: z.boolean().optional(),
      cursor: codeField(400).optional(),
    }),
    answer: z.object({ people: z.array(audiencePersonSchema), next: z.string().optional() }),
    repeatable: true,
  },
  showAudiencePerson: {
    request: 'GET /internal/audience/people/:of',
    summary: 'Who a booking, a complimentary entry or a place in the list for the next date belongs to now, and the concert',
    callers: ['svc-notify'],
    params: z.object({ of: person }),
    answer: shownPersonSchema,
    problems: ['booking.not_found'],
  },
});
