import { z } from 'zod';
import { lineField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { messagesSchema } from './reader-messages.ts';
import { CONCERT_STATES } from './states.ts';

/** For how long a stop of the evening can be undone; after it the concert is opened like any other. */
export const UNDO_MINUTES = 10;

/** How the evening stands for whoever may stop it. */
const stopStateSchema = z.object({
  state: z.enum(CONCERT_STATES),
  stateReason: z.string(),
  /** Grows with every change; whoever stops the evening says which one they have read. */
  version: z.int(),
  /** The stop that holds; absent where there is none. */
  stop: z.object({ runId: idSchema('messageRun'), undoUntil: z.iso.datetime() }).optional(),
});
export type StopState = z.infer<typeof stopStateSchema>;

export const stopRoutes = defineRoutes({
  showStanding: {
    request: 'GET /api/concert/stop',
    summary: 'Whether the evening is stopped, by which message everyone is told, and until when that can be undone',
    access: 'organiser',
    answer: stopStateSchema,
  },
  stopEvening: {
    request: 'POST /api/concert/stop',
    summary: 'Cancels the concert and tells everyone, in one act: sale, payment pages and door close, and no money moves',
    access: 'admin',
    freshSignIn: true,
    bigAction: true,
    body: z.strictObject({
      version: z.int({ error: 'Version is required' }).min(1, { error: 'Version is required' }),
      reason: lineField('Reason', 500),
      /** As they were shown; a kind of reader that is left out gets the ready-made words. */
      messages: messagesSchema,
    }),
    answer: stopStateSchema,
    problems: ['booking.settings_changed', 'booking.concert_cancelled'],
  },
  undoStop: {
    request: 'POST /api/concert/stop/undo',
    summary: 'Lets the concert take place after all, within ten minutes, and tells exactly those who were told of the stop',
    access: 'admin',
    freshSignIn: true,
    bigAction: true,
    body: z.strictObject({ runId: idSchema('messageRun') }),
    answer: stopStateSchema,
    problems: ['booking.settings_changed', 'booking.undo_over'],
  },
});
