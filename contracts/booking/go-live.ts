import { z } from 'zod';
import { PAYMENT_MODES, readinessRowSchema } from '../core/readiness.ts';
import { defineRoutes } from '../core/route.ts';

/** What has to be right before the sale opens, as it is at this moment. */
export const goLiveSchema = z.object({
  /** Nobody but an admin can reserve: when the sale opens is not known. */
  isDraft: z.boolean(),
  /** Absent while svc-payment does not answer. */
  mode: z.enum(PAYMENT_MODES).optional(),
  rows: z.array(readinessRowSchema),
  /** Version of the concert's settings: what is opened is what was looked at. */
  version: z.int(),
});
export type GoLive = z.infer<typeof goLiveSchema>;

const seen = z.strictObject({ version: z.int({ error: 'Version is required' }).min(1, { error: 'Version is required' }) });
const refusals = ['booking.settings_changed'] as const;

export const goLiveRoutes = defineRoutes({
  showGoLive: {
    request: 'GET /api/go-live',
    summary: 'What has to be right before the sale opens, and whether it is',
    access: 'admin',
    answer: goLiveSchema,
    longestSilenceMs: 15_000,
  },
  confirmPrices: {
    request: 'POST /api/go-live/prices',
    summary: 'Says that prices and seats are right as they are; a change asks for it again',
    access: 'admin',
    freshSignIn: true,
    body: seen,
    answer: goLiveSchema,
    repeatable: true,
    problems: refusals,
  },
  openSale: {
    request: 'POST /api/go-live/sale',
    summary: 'Opens the sale of a draft at once, unless something is not right yet. Repeating it changes nothing',
    access: 'admin',
    freshSignIn: true,
    body: seen,
    answer: goLiveSchema,
    repeatable: true,
    longestSilenceMs: 15_000,
    problems: [...refusals, 'booking.not_ready'],
  },
});
