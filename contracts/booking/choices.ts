import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { ticketMailFields } from './internal.ts';
import { linkSecretSchema } from './links.ts';
import { postponementSchema } from './postponement-fields.ts';
import { MAX_TICKETS, SEATINGS } from './seating.ts';

/** Numbers of tickets within their booking. */
const ticketNumbers = z.array(z.int().min(1).max(MAX_TICKETS)).max(MAX_TICKETS);

/**
 * The money that goes back with some tickets of a booking, in minor units: their share of what is left of it, rounded down, and all of it
 * with all of them.
 * @param moneyMinor what is left of the booking's money
 * @param tickets how many tickets are valid
 * @param givenBack how many of them are given back
 */
export function moneyOfTickets(moneyMinor: number, tickets: number, givenBack: number): number {
  return givenBack >= tickets ? moneyMinor : Math.floor((moneyMinor * givenBack) / tickets);
}

/** What a holder sees and has chosen after a postponement. */
export const choiceShownSchema = z.object({
  bookingId: idSchema('booking'),
  seating: z.enum(SEATINGS),
  /** `open` until the deadline; `over` from then on, while choices are carried out and afterwards. */
  state: z.enum(['open', 'over']),
  /** Numbers of the valid tickets. */
  tickets: ticketNumbers,
  /** Those of them that are companions’: they end with ticket 1, that of the accessible seat. */
  companions: ticketNumbers,
  /** What goes back, or is given, with one of them, with two, and so on, in minor units. */
  moneyBack: z.array(z.int().min(0)),
  /** What stands at present; absent where nothing was chosen yet. */
  choice: z
    .object({
      /** Numbers of the tickets that are given back; none where all are kept. */
      giveBack: ticketNumbers,
      /** Of how many of them the money is given to the welfare work instead of going back. */
      gifts: z.int(),
      /** When the holder chose; absent where silence decided. */
      chosenAt: z.iso.datetime().optional(),
    })
    .optional(),
  /** What was chosen by the link alone and counts only once the buyer confirms it; until then `choice` counts. */
  toConfirm: z.object({ giveBack: ticketNumbers, gifts: z.int(), chosenAt: z.iso.datetime() }).optional(),
  concert: ticketMailFields.concert.omit({ lengthMinutes: true, venue: true, notes: true }),
  postponement: postponementSchema,
});
export type ChoiceShown = z.infer<typeof choiceShownSchema>;

/** What the mail about a changed choice says; asked for at the moment of sending, so that no secret travels in a fact. */
export const choiceMailSchema = choiceShownSchema.extend({
  name: z.string(),
  email: z.string(),
  /** The page on which the choice can be changed; while something is to be confirmed it can be confirmed there, too. */
  url: z.string(),
});
export type ChoiceMail = z.infer<typeof choiceMailSchema>;

/** How many bookings chose what after the latest postponement. */
export const choiceCountsSchema = z.object({
  postponement: postponementSchema,
  /** `open` until the deadline, `under way` while choices are carried out, `done` when all are. */
  state: z.enum(['open', 'under way', 'done']),
  keepAll: z.int(),
  giveSome: z.int(),
  giveAll: z.int(),
  /** Bookings whose holders chose nothing: so far, or at all. */
  silent: z.int(),
  /** Tickets that holders chose to give back. */
  ticketsBack: z.int(),
  /** Of how many of these they chose to give the money to the welfare work. */
  ticketsGiven: z.int(),
});
export type ChoiceCounts = z.infer<typeof choiceCountsSchema>;

const params = z.object({ bookingId: idSchema('booking') });

/** What holders of paid tickets choose after a postponement, by their choice link or signed in. */
export const choiceRoutes = defineRoutes({
  showChoice: {
    // Asks only, but with the secret of a link, which belongs into no address: addresses stand in logs.
    request: 'POST /api/choice-links/:bookingId',
    summary: 'What a holder can choose after a postponement, and has chosen, for whoever holds the signed choice link, and for the buyer',
    access: 'public',
    params,
    body: linkSecretSchema,
    answer: choiceShownSchema,
    repeatable: true,
    problems: ['booking.not_found', 'booking.link_ended', 'booking.nothing_to_choose'],
  },
  saveChoice: {
    request: 'PUT /api/choice-links/:bookingId',
    summary:
      'Says which tickets are given back, and of how many the money goes to the welfare work; it can be changed until the deadline and is carried out then. A gift, and all tickets given back, wait for the buyer: signed in, or with the secret of the email about them',
    access: 'public',
    params,
    body: linkSecretSchema.extend({
      giveBack: ticketNumbers.refine((numbers) => new Set(numbers).size === numbers.length, { error: 'Each ticket can be named once' }),
      gifts: z.int().min(0).max(MAX_TICKETS).default(0),
      /** The secret of the mail that asks to confirm exactly this choice. */
      confirm: linkSecretSchema.shape.ref2,
    }),
    answer: choiceShownSchema,
    // The same choice once more changes nothing: a connection that closes under it is no reason to tell its holder of an error.
    repeatable: true,
    problems: ['booking.not_found', 'booking.link_ended', 'booking.nothing_to_choose', 'booking.choice_over'],
  },
  showChoiceMail: {
    request: 'GET /internal/choice-mails/:bookingId',
    summary: 'What the email about a changed choice says',
    callers: ['svc-notify'],
    params,
    answer: choiceMailSchema,
    problems: ['request.invalid', 'booking.not_found', 'booking.nothing_to_choose'],
  },
  showChoiceCounts: {
    request: 'GET /api/concert/choices',
    summary: 'How many holders chose what after the latest postponement; nothing where the concert was never postponed',
    access: 'organiser',
    answer: z.object({ counts: choiceCountsSchema.optional() }),
  },
});
