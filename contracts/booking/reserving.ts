import { z } from 'zod';
import { replaceUnusable } from '../core/fields.ts';
import { CURRENCY } from '../core/money.ts';
import { TERMS_VERSION_PATTERN } from '../core/terms.ts';
import { accessSchema, needsSchema } from './access.ts';
import { buyerFields } from './buyer.ts';
import { MAX_TICKETS, seatingSchema } from './seating.ts';

/** What is said of more tickets than a booking of the category can have. */
export const tooManyTickets = (most: number) => `No. of tickets must be at most ${most}`;

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
