import { idSchema } from '@concert/contracts/core/ids';
import { z } from 'zod';

/** What organisers are told of because it asks them to act, by ids and figures: names and addresses are asked for when the mail is written. */
export const organiserNewsContentSchema = z.discriminatedUnion('kind', [
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
export type OrganiserNewsContent = z.infer<typeof organiserNewsContentSchema>;

/** Something that every organiser is told of once. */
export interface OrganiserNews {
  /** Made of what happened, so that it is told once however often it is heard of. */
  readonly id: string;
  readonly facts: OrganiserNewsContent;
  readonly at: Date;
}

/** Turns the news and its reader into the text that a mail keeps as `wordsOf`, and back. */
export const newsAddressee = {
  of: (newsId: string, userId: string) => `${userId} ${newsId}`,
  read: (wordsOf: string) => {
    const [userId = '', ...rest] = wordsOf.split(' ');
    return { userId, newsId: rest.join(' ') };
  },
} as const;
