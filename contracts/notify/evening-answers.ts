import { z } from 'zod';
import { replaceUnusable } from '../core/fields.ts';
import { defineRoutes } from '../core/route.ts';

/** How the evening was, best first. */
export const RATINGS = ['wonderful', 'good', 'mixed', 'poor', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];

/** Most characters of what should be different. */
export const MAX_ANSWER_LENGTH = 1_000;

export const eveningAnswerRoutes = defineRoutes({
  saveEveningAnswer: {
    method: 'POST',
    path: '/api/evening-answers',
    summary: 'Keeps what somebody answers after the evening, by the secret of their mail; it can be changed for a week, and names nobody',
    access: 'public',
    body: z.strictObject({
      token: z
        .string({ error: 'Token is required' })
        .min(1, { error: 'Token is required' })
        .max(500, { error: 'Token is too long' })
        .transform(replaceUnusable),
      rating: z.enum(RATINGS, { error: 'Please choose how it was' }),
      words: z
        .string({ error: 'Words must be text' })
        .trim()
        .max(MAX_ANSWER_LENGTH, { error: `At most ${MAX_ANSWER_LENGTH} characters` })
        .transform(replaceUnusable),
    }),
    answer: z.object({ changeableUntil: z.iso.datetime() }),
    repeatable: true,
    problems: ['request.too_many', 'notify.answer_closed'],
  },
  listEveningAnswers: {
    method: 'GET',
    path: '/api/evening-answers',
    summary: 'What people answered after the evening: how often each, and the newest 500 texts, without names',
    access: 'organiser',
    answer: z.object({
      counts: z.array(z.object({ rating: z.enum(RATINGS), count: z.int() })),
      texts: z.array(z.object({ rating: z.enum(RATINGS), words: z.string() })),
    }),
  },
});
