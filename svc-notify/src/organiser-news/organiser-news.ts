import { idSchema } from '@concert/contracts/core/ids';
import { z } from 'zod';

/** What organisers are told of because it asks them to act, by ids and figures: names and addresses are asked for when the mail is written. */
const organiserNewsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dispute'),
    bookingId: idSchema('booking'),
    amountMinor: z.int(),
    /** The provider's word. */
    reason: z.string(),
    answerBy: z.iso.datetime().optional(),
  }),
  z.object({ kind: z.literal('fraud'), bookingId: idSchema('booking'), amountMinor: z.int() }),
  z.object({ kind: z.literal('money-differs'), open: z.int() }),
]);
export type OrganiserNews = z.infer<typeof organiserNewsSchema>;

/** Turns the news and its reader into the text that a mail keeps as `wordsOf`, and back. */
export const newsTold = {
  of: (userId: string, news: OrganiserNews) => `${userId} ${JSON.stringify(news)}`,
  read: (wordsOf: string) => {
    const [userId = '', ...rest] = wordsOf.split(' ');
    return { userId, news: organiserNewsSchema.parse(JSON.parse(rest.join(' '))) };
  },
} as const;
