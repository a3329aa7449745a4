import { z } from 'zod';
import { SEATINGS } from '../booking/seating.ts';
import { idSchema } from '../core/ids.ts';
import { replaceUnusable, lineField } from '../core/fields.ts';
import { moneySchema } from '../core/money-schema.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';
import { REFUND_CALL_TIMEOUT_MS, refundViewSchema } from './refunds.ts';

/** A run sends all money of a cancelled concert back. It is `finished` when every row is settled or waits for a person. */
export const RUN_STATES = ['gathering', 'running', 'paused', 'finished'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Where one buyer's row of a run stands. */
export const CANCELLATION_ROW_STATES = ['waiting', 'notified', 'refund sent', 'settled', 'failed', 'needs a choice'] as const;
export type CancellationRowState = (typeof CANCELLATION_ROW_STATES)[number];

/** Something that makes our sum and the provider's differ. */
export const moneyDifferenceSchema = z.object({
  /** Unknown to us where somebody else was paid through the same account. */
  bookingId: idSchema('booking').optional(),
  paymentIntentId: z.string(),
  kind: z.enum(['only at the provider', 'only with us', 'another amount']),
  oursMinor: z.int(),
  providerMinor: z.int(),
});
export type MoneyDifference = z.infer<typeof moneyDifferenceSchema>;

/** What a run would do, beside what the provider holds. */
export const dryRunSchema = z.object({
  at: z.iso.datetime(),
  concertCancelled: z.boolean(),
  /** Payments a run would send back. */
  count: z.int(),
  total: moneySchema,
  /** Payments and money of ours the provider holds, read from it just now, less what is on its way back, was given or was taken by banks. */
  provider: z.object({ count: z.int(), total: moneySchema }),
  equal: z.boolean(),
  differences: z.array(moneyDifferenceSchema),
  /** How many differences there are; the list names the first hundred. */
  differenceCount: z.int(),
  /** Not among them: payments a bank has taken in disputes it has not decided. Should it decide for us, they are counted again. */
  disputed: z.object({ count: z.int(), total: moneySchema }),
  /** Not among them: payments a bank has given back to their buyers for good. */
  lost: z.object({ count: z.int(), total: moneySchema }),
  /** Not among them: money of tickets that was given to the welfare work. */
  given: z.object({ count: z.int(), total: moneySchema }),
  /** Payments that arrived a moment ago and whose seats are being settled. */
  arriving: z.int(),
  /** The provider's balance in each currency of the account: refunds are paid from what is available, and wait where it is not enough. */
  balance: z.array(z.object({ currency: z.string().length(3), availableMinor: z.int(), pendingMinor: z.int() })),
  /** What has to be typed to start. */
  confirmation: z.string(),
});
export type DryRun = z.infer<typeof dryRunSchema>;

/** A run and how far it is. */
export const runViewSchema = z.object({
  id: idSchema('run'),
  state: z.enum(RUN_STATES),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  count: z.int(),
  total: moneySchema,
  /** Rows by state; they add up to the rows gathered so far. */
  rows: z.record(z.enum(CANCELLATION_ROW_STATES), z.int()),
  settled: moneySchema,
  /** Buyers whose cancellation mail the mail provider has taken. */
  told: z.int(),
});
export type RunView = z.infer<typeof runViewSchema>;

export const cancellationRowSchema = z.object({
  bookingId: idSchema('booking'),
  name: z.string(),
  seating: z.enum(SEATINGS).optional(),
  notickets: z.int().optional(),
  state: z.enum(CANCELLATION_ROW_STATES),
  told: z.boolean(),
  refund: refundViewSchema,
});
export type CancellationRow = z.infer<typeof cancellationRowSchema>;

/** What a person can do with a row that failed or needs a choice. */
export const ROW_ACTIONS = ['retry', 'settled otherwise'] as const;
const runParams = z.object({ runId: idSchema('run') });

export const cancellationRoutes = defineRoutes({
  dryRunCancellation: {
    request: 'POST /api/cancellation/dry-run',
    summary: 'What sending all money back would do, compared with what the provider holds; moves nothing',
    access: 'organiser',
    longestSilenceMs: REFUND_CALL_TIMEOUT_MS,
    answer: dryRunSchema,
    problems: ['payment.provider_unavailable'],
  },
  startCancellationRun: {
    request: 'POST /api/cancellation/runs',
    summary: 'Starts sending all money of the cancelled concert back, after a confirmation typed by hand',
    access: 'organiser',
    longestSilenceMs: REFUND_CALL_TIMEOUT_MS,
    freshSignIn: true,
    bigAction: true,
    body: z.strictObject({
      confirmation: z.string().max(200).transform(replaceUnusable),
      /** Why the sums may differ; needed where they do. */
      explanation: lineField('Explanation', 500).optional(),
    }),
    status: 201,
    answer: runViewSchema,
    problems: [
      'request.approval_needed',
      'payment.provider_unavailable',
      'payment.concert_not_cancelled',
      'payment.run_under_way',
      'payment.confirmation_differs',
      'payment.money_changed',
      'payment.totals_differ',
      'payment.nothing_to_refund',
    ],
  },
  showCancellation: {
    request: 'GET /api/cancellation',
    summary: 'Whether the concert is cancelled, and the latest run with its progress',
    access: 'organiser',
    answer: z.object({ concertCancelled: z.boolean(), run: runViewSchema.nullable() }),
  },
  pauseCancellationRun: {
    request: 'POST /api/cancellation/runs/:runId/pause',
    summary: 'Sends nothing more until it is resumed; what the provider has stays there',
    access: 'organiser',
    params: runParams,
    answer: runViewSchema,
    problems: ['payment.run_not_found'],
  },
  resumeCancellationRun: {
    request: 'POST /api/cancellation/runs/:runId/resume',
    summary: 'Goes on where it was paused',
    access: 'organiser',
    freshSignIn: true,
    params: runParams,
    answer: runViewSchema,
    problems: ['payment.run_not_found'],
  },
  listCancellationRows: {
    request: 'GET /api/cancellation/runs/:runId/rows',
    summary: 'Rows of a run, all or those in one state, a page at a time',
    access: 'organiser',
    params: runParams,
    query: z.object({ ...pageQuery, state: z.enum(CANCELLATION_ROW_STATES).optional() }),
    answer: pageOf(cancellationRowSchema),
    problems: ['payment.run_not_found'],
  },
  chooseCancellationRow: {
    request: 'POST /api/cancellation/runs/:runId/rows/:bookingId/choice',
    summary: 'Tries a failed row again, or notes that its buyer was paid in another way',
    access: 'organiser',
    freshSignIn: true,
    params: runParams.extend({ bookingId: idSchema('booking') }),
    body: z.strictObject({ choice: z.enum(ROW_ACTIONS, { error: 'Choice must be retry or settled otherwise' }) }),
    answer: cancellationRowSchema,
    problems: ['payment.run_not_found', 'payment.row_not_waiting'],
  },
});
