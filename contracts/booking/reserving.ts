import { z } from 'zod';
import { replaceUnusable } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { CURRENCY } from '../core/money.ts';
import { defineRoutes } from '../core/route.ts';
import { TERMS_VERSION_PATTERN } from '../core/terms.ts';
import { accessSchema, needsSchema } from './access.ts';
import { buyerFields } from './buyer.ts';
import { SALE_PROBLEMS } from './sale.ts';
import { seatingSchema } from './seating-schema.ts';
import { MAX_TICKETS } from './seating.ts';
import { BOOKING_STATUSES } from './states.ts';

/** What is said of more tickets than a booking of the category can have. */
export const tooManyTickets = (most: number) => `No. of tickets must be at most ${most}`;

/** The most that can be given beside the seats, in minor units. */
const MAX_GIFT_MINOR = 1_000_000;

/**
 * Body of the specification's booking document. `amount` is the whole booking's price in minor units, as the buyer saw it. The concert says
 * how many tickets the category sells in one booking.
 */
export const reserveBodySchema = z
  .strictObject({
    ...buyerFields,
    notickets: z
      .int({ error: 'No. of tickets is required' })
      .min(1, { error: 'No. of tickets is required' })
      .max(MAX_TICKETS, { error: tooManyTickets(MAX_TICKETS) }),
    amount: z
      .int({ error: 'Amount must be greater than zero' })
      .min(1, { error: 'Amount must be greater than zero' })
      .max(100_000_000, { error: 'Amount is too large' }),
    currency: z.literal(CURRENCY, { error: 'Currency must be USD' }),
    seating: seatingSchema,
    status: z.literal('pending', { error: 'Status must be pending' }).default('pending'),
    /** Taken because the specification names it; kept is the site's own address, whatever is written here. */
    host: z.string().max(300).transform(replaceUnusable).optional(),
    /** Asks for an accessible seat: one of the tickets is for it. */
    access: accessSchema.optional(),
    needs: needsSchema.optional(),
    /** A gift to the welfare work beside the seats, where the concert takes gifts: whole dollars, in minor units. */
    giftMinor: z
      .int({ error: 'Gift must be whole dollars, for example 20' })
      .min(100, { error: 'Gift must be at least 1 dollar' })
      .max(MAX_GIFT_MINOR, { error: `Gift must be at most ${MAX_GIFT_MINOR / 100} dollars` })
      .multipleOf(100, { error: 'Gift must be whole dollars, for example 20' })
      .optional(),
    /** Confirms another purchase within minutes of a paid booking in the same category. */
    second_purchase: z.boolean().optional(),
    /** The version of the terms that the page named, and that is accepted with the booking. */
    terms_version: z.string().regex(TERMS_VERSION_PATTERN, { error: 'Version of the terms is not one' }).optional(),
  })
  .superRefine((body, context) => {
    if (body.access && body.access.companions >= body.notickets) {
      context.addIssue({ code: 'custom', path: ['access', 'companions'], message: 'Each companion needs a ticket' });
    }
  });

/** Seats that are held now, and what they cost. */
const heldFields = {
  notickets: z.int(),
  amount: z.int(),
  currency: z.literal(CURRENCY),
  /** Tickets of it that cost nothing; absent where each is paid for. */
  freeTickets: z.int().optional(),
  access: accessSchema.optional(),
  holdEndsAt: z.iso.datetime(),
};

/** A pending booking of the signed-in person. */
const placedSchema = z.object({
  id: idSchema('booking'),
  status: z.enum(BOOKING_STATUSES),
  ...heldFields,
  /** Paid beside the seats, to the welfare work. */
  giftMinor: z.int().optional(),
  /** How often more time can still be asked for. */
  moreTimes: z.int(),
  /** True when an open booking of this buyer in this category was returned instead of a new one. */
  resumed: z.boolean(),
});

/** Seats that are held for an email, as its owner sees them from wherever they signed in. */
export const heldForYouSchema = z.object({
  /** Who typed the email, as they called themselves: nobody has proven it. */
  name: z.string(),
  seating: seatingSchema,
  ...heldFields,
});
export type HeldForYou = z.infer<typeof heldForYouSchema>;

const PLACING_PROBLEMS = [
  'booking.registration_closed',
  ...SALE_PROBLEMS,
  'booking.amount_mismatch',
  'booking.seats_unavailable',
  'booking.no_accessible_seat',
  'booking.seats_wait',
  'booking.busy',
] as const;

/** Reserving seats: signed in at once, or held first and reserved by whoever proves the email. */
export const reservingRoutes = defineRoutes({
  reserve: {
    request: 'POST /api/reserve-your-seat',
    summary:
      'Holds seats and creates a pending booking; the answer is its id. Seats that are held for the email of the signed-in person are used for it, at the price that was promised, and what else is held for it goes back',
    access: 'session',
    shedFirst: true,
    body: reserveBodySchema,
    status: 201,
    answer: placedSchema,
    idempotencyKey: 'required',
    problems: [
      ...PLACING_PROBLEMS,
      'booking.email_mismatch',
      'booking.second_purchase',
      'booking.too_many_unpaid',
      'booking.too_many_held',
    ],
  },
  holdSeats: {
    request: 'POST /api/reserve-your-seat/hold',
    summary:
      'Holds seats for whoever proves this email within ten minutes; what was held with the same secret goes back, in whatever category, and twenty minutes after the first of them the last one ends',
    access: 'public',
    shedFirst: true,
    body: reserveBodySchema.safeExtend({
      /** Random, made by the browser: whoever has it, and nobody else, puts another hold in the place of this one. */
      hold_secret: z.string().regex(/^[0-9a-f]{32}$/, { error: 'Secret of the hold is not one' }),
    }),
    status: 201,
    answer: z.object(heldFields),
    idempotencyKey: 'required',
    problems: [...PLACING_PROBLEMS, 'booking.sign_in_first'],
  },
  listSeatsHeldForYou: {
    request: 'GET /api/reserve-your-seat/held',
    summary: 'What is held for the email of the signed-in person, what lasts longest first; to reserve the same seats takes them over',
    access: 'session',
    answer: z.array(heldForYouSchema),
  },
});
