import { z } from 'zod';
import { lineField } from '../core/fields.ts';
import { wallClock } from '../core/zoned-time.ts';
import { SILENCES } from './postponement.ts';

/** The latest postponement of the concert. It stays when reservations open again, because holders choose until its deadline. */
export const postponementSchema = z.object({
  /** The new date is not known yet. While the concert is `postponed`, its `startsAt` is then the evening that does not take place. */
  dateToFollow: z.boolean(),
  /** When it was said, UTC. Whoever booked later knew of it and has nothing to choose. */
  postponedAt: z.iso.datetime(),
  /** Until when holders choose what becomes of their tickets, UTC. */
  chooseUntil: z.iso.datetime(),
  silence: z.enum(SILENCES),
});
export type Postponement = z.infer<typeof postponementSchema>;

/** What an admin says when postponing the concert. */
export const postponeFields = {
  /** What a clock at the venue shows when the concert begins on its new date; null while the date is to follow. */
  date: z
    .strictObject({
      local: z
        .string({ error: 'Date and time are required' })
        .refine((value) => wallClock(value) !== undefined, { error: 'Date and time must be a real date and time' }),
      /** Which of the two, when the clock shows this time twice. */
      which: z.enum(['first', 'second'], { error: 'must be first or second' }).optional(),
    })
    .nullable(),
  reason: lineField('Reason', 500),
  /** The last day, by the clocks of the venue, on which holders choose. */
  lastDay: z.iso.date({ error: 'Last day must be a day' }),
  silence: z.enum(SILENCES, { error: 'Choose what happens if people do not answer' }),
};
