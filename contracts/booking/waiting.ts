import { z } from 'zod';
import { nameField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';
import { accessSchema } from './access.ts';
import { ticketMailFields } from './internal.ts';
import { linkSecretSchema } from './links.ts';
import { MAX_TICKETS, SEATINGS } from './seating.ts';

/** A category, the first in which something becomes free, or a next date of a cancelled concert: then no seats are offered, an email tells of it. */
export const WANTED_SEATINGS = [...SEATINGS, 'any', 'next date'] as const;
const wantedSeating = z.enum(WANTED_SEATINGS, { error: 'Seating is not one of the categories' });
export type WantedSeating = z.infer<typeof wantedSeating>;

/**
 * `waiting`: keeps a place in the list. `offered`: seats are held for this person until they pay, decline or the offer ends. `bought`, `missed` (the offer
 * ended), `declined`, `left` and `removed` (by an organiser) are ends: whoever wants to wait again joins at the end of the list.
 */
export const WAITING_STATES = ['waiting', 'offered', 'bought', 'missed', 'declined', 'left', 'removed'] as const;
export type WaitingState = (typeof WAITING_STATES)[number];

/** What someone waits for. */
const wish = { seats: z.int(), seating: wantedSeating, access: accessSchema.optional() };

/** Seats that are held for someone who waited. They are paid as any pending booking of the account. */
export const offerSchema = z.object({
  bookingId: idSchema('booking'),
  seating: z.enum(SEATINGS),
  amount: moneySchema,
  /** When the offer ends, unless its payment page was opened before. */
  endsAt: z.iso.datetime(),
});

/** An entry of the list. */
export const waitingViewSchema = z.object({
  id: idSchema('waiting'),
  state: z.enum(WAITING_STATES),
  ...wish,
  /** Seats wanted by people who came before and wait for the same: the place in the list. 0 for who is next. */
  before: z.int(),
  /** Present while seats are offered. */
  offer: offerSchema.optional(),
});
export type WaitingView = z.infer<typeof waitingViewSchema>;

/** An entry as organisers see it. */
export const waitingRowSchema = z.object({
  ...waitingViewSchema.shape,
  name: z.string(),
  email: z.string(),
  since: z.iso.datetime(),
});
export type WaitingRow = z.infer<typeof waitingRowSchema>;

/** An entry as its owner sees it, or whoever holds the link of its offer: while seats are offered, for whom they are and the secret that pays them. */
export const offeredViewSchema = z.object({
  ...waitingViewSchema.shape,
  pay: z.object({ name: z.string(), email: z.string(), ref2: z.string() }).optional(),
});
export type OfferedView = z.infer<typeof offeredViewSchema>;

/** How the list stands: people who wait for seats, people to whom seats are offered, and seats that were sold to people who waited. */
export const waitingCountsSchema = z.object({ waiting: z.int(), offered: z.int(), filled: z.int(), closed: z.boolean() });
export type WaitingCounts = z.infer<typeof waitingCountsSchema>;

/** What an email about a place in the list says; asked for at the moment of sending. */
export const waitingMailSchema = z.object({
  ...waitingViewSchema.shape,
  name: z.string(),
  email: z.string(),
  /** The page of the own place, or the link that shows and pays an offer without signing in; and the one that leaves the list, or declines it. */
  url: z.string(),
  leaveUrl: z.string(),
  concert: ticketMailFields.concert,
});
export type WaitingMail = z.infer<typeof waitingMailSchema>;

const params = z.object({ waitingId: idSchema('waiting') });
const NOT_FOUND = ['booking.waiting_not_found'] as const;

export const waitingRoutes = defineRoutes({
  waitForSeats: {
    request: 'POST /api/waiting',
    summary:
      'Joins the waiting list with the address of the signed-in person, who waits once; the same wish again is answered with the place that stands',
    access: 'session',
    body: z
      .strictObject({
        name: nameField('Name', 120),
        seats: z
          .int({ error: 'No. of seats is required' })
          .min(1, { error: 'No. of seats is required' })
          .max(MAX_TICKETS, { error: `No. of seats must be at most ${MAX_TICKETS}` }),
        seating: wantedSeating,
        /** An accessible seat, and how many of the others are for companions by it. */
        access: accessSchema.optional(),
      })
      .refine(({ seats, access }) => !access || access.companions < seats, {
        path: ['access', 'companions'],
        error: 'Each companion needs a seat',
      }),
    status: 201,
    answer: waitingViewSchema,
    repeatable: true,
    problems: [
      'booking.registration_closed',
      'booking.sale_not_open',
      'booking.sale_ended',
      'booking.seats_left',
      'booking.waits_already',
      'booking.waiting_closed',
      'booking.too_many_waiting',
      'booking.busy',
    ],
  },
  showOwnWaiting: {
    request: 'GET /api/waiting',
    summary: 'The place of the signed-in person in the waiting list, with what is offered; the last one where nothing stands',
    access: 'session',
    answer: z.object({ own: offeredViewSchema.nullable(), closed: z.boolean() }),
  },
  leaveWaiting: {
    request: 'POST /api/waiting/:waitingId/leave',
    summary:
      'Leaves the waiting list, or declines what is offered, which goes to the next at once; for its owner, or whoever holds its signed link',
    access: 'public',
    params,
    body: linkSecretSchema,
    repeatable: true,
    answer: z.object({ state: z.enum(WAITING_STATES) }),
    problems: NOT_FOUND,
  },
  showOffer: {
    request: 'POST /api/waiting/:waitingId/offer',
    summary: 'What is offered, or what became of that offer, for whoever holds its signed link',
    access: 'public',
    params,
    body: linkSecretSchema,
    repeatable: true,
    answer: offeredViewSchema,
    problems: NOT_FOUND,
  },
  leaveWaitingAtOnce: {
    request: 'POST /api/waiting/one-click',
    summary:
      'Leaves the waiting list for an email program, as RFC 8058 has it: by the secret in the header of an email, without any page. Repeating it changes nothing',
    access: 'public',
    query: z.object({ ref: idSchema('waiting'), ref2: linkSecretSchema.shape.ref2 }),
    bodyKind: 'ignored',
    repeatable: true,
    answer: z.object({ state: z.enum(WAITING_STATES) }),
    problems: NOT_FOUND,
  },
  listWaiting: {
    request: 'GET /api/waiting-list',
    summary: 'Who waits since when, what is offered and until when, what was filled: first come first',
    access: 'organiser',
    query: z.object({ ...pageQuery, over: z.stringbool().default(false) }),
    answer: z.object({ ...pageOf(waitingRowSchema).shape, counts: waitingCountsSchema }),
    problems: ['request.sign_in_again'],
  },
  offerByHand: {
    request: 'POST /api/waiting-list/:waitingId/offer',
    summary: 'Offers seats that are free to one person of the list, out of turn',
    access: 'organiser',
    freshSignIn: true,
    params,
    repeatable: true,
    answer: waitingRowSchema,
    problems: [...NOT_FOUND, 'booking.seats_unavailable', 'booking.no_accessible_seat', 'booking.not_waiting'],
  },
  removeWaiting: {
    request: 'POST /api/waiting-list/:waitingId/remove',
    summary: 'Takes one person out of the list; what is offered to them goes to the next',
    access: 'organiser',
    freshSignIn: true,
    params,
    repeatable: true,
    answer: z.object({ state: z.enum(WAITING_STATES) }),
    problems: NOT_FOUND,
  },
  closeWaiting: {
    request: 'PUT /api/waiting-list/closed',
    summary: 'Closes the list for newcomers, or opens it again; whoever waits keeps the place',
    access: 'organiser',
    freshSignIn: true,
    body: z.strictObject({ closed: z.boolean({ error: 'Closed must be true or false' }) }),
    answer: waitingCountsSchema,
  },
  showWaitingMail: {
    request: 'GET /internal/waiting-mails/:waitingId',
    summary: 'What an email about a place in the waiting list says',
    access: 'internal',
    callers: ['svc-notify'],
    params,
    answer: waitingMailSchema,
    problems: NOT_FOUND,
  },
});
