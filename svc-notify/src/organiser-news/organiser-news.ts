import { saleFiguresSchema } from '@concert/contracts/booking/sale-figures';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { idSchema } from '@concert/contracts/core/ids';
import { z } from 'zod';

const { categories, chargedMinor, returnedMinor, openDisputes } = saleFiguresSchema.shape;
/** How the sale stands, and what waits for somebody. */
const standing = {
  ...{ categories, chargedMinor, returnedMinor, openDisputes },
  ...{ moneyDiffers: z.int(), mailsInTrouble: z.int(), openMessages: z.int(), peopleUnreached: z.int() },
};

/** What organisers are told of, by ids and figures: names and addresses are asked for when the mail is written. */
export const newsFactsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dispute'),
    bookingId: idSchema('booking'),
    amountMinor: z.int(),
    /** The provider's word. */
    reason: z.string(),
    answerBy: z.iso.datetime().optional(),
  }),
  z.object({ kind: z.literal('first-seat') }),
  z.object({ kind: z.literal('sold-out'), seating: z.enum(SEATINGS), capacity: z.int() }),
  z.object({ kind: z.literal('money-differs'), open: z.int() }),
  z.object({ kind: z.literal('sale-ended'), ...standing }),
  z.object({ kind: z.literal('morning'), ...standing }),
]);
export type NewsFacts = z.infer<typeof newsFactsSchema>;

/** Something that every organiser is told of once. */
export interface OrganiserNews {
  /** Made of what happened, so that it is told once however often it is heard of. */
  readonly id: string;
  readonly facts: NewsFacts;
  readonly at: Date;
}

/** A mail's `wordsOf`: which news, and to whom. */
export const addressee = {
  of: (newsId: string, userId: string) => `${userId} ${newsId}`,
  read: (wordsOf: string) => {
    const [userId = '', ...rest] = wordsOf.split(' ');
    return { userId, newsId: rest.join(' ') };
  },
} as const;
