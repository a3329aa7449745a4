import { z } from 'zod';
import { messageTextSchema } from '../booking/reader-messages.ts';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { coverageSchema, type MessagePurpose } from './message-runs.ts';

/** The messages that go out by themselves, by the clock of the venue, in the order of their times. */
export const TIMED_MESSAGES = ['week-before', 'day-before', 'morning-after'] as const;
export type TimedMessage = (typeof TIMED_MESSAGES)[number];

/** What each is for: a reminder brings the tickets, thanks bring none. */
export const PURPOSE_OF = {
  'week-before': 'reminder',
  'day-before': 'reminder',
  'morning-after': 'thanks',
} as const satisfies Record<TimedMessage, MessagePurpose>;

/** On which days each can go, counted from the day of the evening, and the one on which it goes unless somebody moved it. */
export const DAYS_FROM_EVENING = {
  'week-before': { least: -30, usual: -7, most: -4 },
  'day-before': { least: -3, usual: -1, most: -1 },
  'morning-after': { least: 1, usual: 1, most: 14 },
} as const satisfies Record<TimedMessage, { least: number; usual: number; most: number }>;

/** When it goes on its day, unless somebody moved it: not before people are up. */
export const USUAL_TIME = '10:00';

/**
 * How late one may still go, after the site was down or its time was moved. Longer would be worse than none: with the latest time, 19:59, it stays on its own day, so that
 * 'tomorrow' is true and nobody is woken.
 */
export const MAX_LATE_HOURS = 4;

/** What an organiser decides about one. */
const settings = {
  isOn: z.boolean({ error: 'Say whether it goes' }),
  /** Days from the evening; before it they are negative. */
  days: z.int({ error: 'Day is required' }),
  /** By the clock of the venue. */
  time: z.string({ error: 'Time is required' }).regex(/^(0[6-9]|1[0-9]):[0-5][0-9]$/, { error: 'Time must lie between 06:00 and 19:59' }),
};

/** How far one is for the present date of the evening. `left_out`: its time passed without it. `waits`: the evening has no date, or does not take place as it stands. */
export const TIMED_STATES = ['off', 'waits', 'planned', 'running', 'paused', 'sent', 'left_out'] as const;
export type TimedState = (typeof TIMED_STATES)[number];

/** A timed message, with its words as they would go now. */
export const timedMessageSchema = z.object({
  message: z.enum(TIMED_MESSAGES),
  ...settings,
  ...messageTextSchema.shape,
  /** Whether somebody wrote these words; otherwise they are ours. */
  isEdited: z.boolean(),
  /** When it goes or went, UTC. */
  dueAt: z.iso.datetime(),
  state: z.enum(TIMED_STATES),
  /** It was left out because somebody switched it on, or moved it, after its time; otherwise the site was down then, or the date came later. */
  changedLate: z.literal(true).optional(),
  /** The message run that sends it; present from its time on. */
  run: z.object({ id: idSchema('messageRun'), coverage: coverageSchema }).optional(),
  /** Grows with every change. */
  version: z.int(),
});
export type TimedMessageView = z.infer<typeof timedMessageSchema>;

const refusals = ['request.unavailable'] as const;

export const timedMessageRoutes = defineRoutes({
  listTimedMessages: {
    request: 'GET /api/timed-messages',
    summary: 'The messages that go out by themselves, with their times, words and states for the present date of the evening',
    access: 'organiser',
    answer: z.object({ items: z.array(timedMessageSchema) }),
    problems: [...refusals],
  },
  changeTimedMessage: {
    request: 'PUT /api/timed-messages/:message',
    summary: 'Switches one on or off, moves it, or gives it other words, which every organiser is told of',
    access: 'organiser',
    freshSignIn: true,
    bigAction: true,
    params: z.object({ message: z.enum(TIMED_MESSAGES) }),
    body: z.strictObject({
      ...settings,
      /** Null: our words. */
      words: messageTextSchema.nullable(),
      version: z.int({ error: 'Version is required' }).min(0, { error: 'Version is required' }),
    }),
    answer: timedMessageSchema,
    problems: [...refusals, 'notify.timed_message_changed'],
  },
});
