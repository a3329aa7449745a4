import { z } from 'zod';
import { BOOKING_STATUSES } from '../booking/states.ts';
import { lineField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';

/** Money one side says we hold, in minor units, and how many bookings or payments it is made of. */
const sideSchema = z.object({ heldMinor: z.int(), count: z.int() });

/** One comparison of bookings, our ledger and what the payment provider says, to the cent. */
export const moneyCheckResultSchema = z.object({
  at: z.iso.datetime(),
  startedBy: z.enum(['schedule', 'organiser', 'operator']),
  /** What standing bookings cost, less what went back of it, plus money on its way back. */
  bookings: sideSchema,
  ledger: sideSchema,
  provider: sideSchema,
  /** Part of each sum that is on its way back to buyers. */
  leavingMinor: z.int(),
  /** Part of each sum that was given to the welfare work: an account of its own. */
  givenMinor: z.int(),
  /** Differences seen for the first time; news may be under way, so they are looked at again before they become tasks. */
  settling: z.int(),
  /** Tasks open after this comparison. */
  open: z.int(),
});
export type MoneyCheckResult = z.infer<typeof moneyCheckResultSchema>;

/** A comparison that was asked for and has not come to its end, or could not. There is one at a time, whoever asks. */
export const moneyCheckSchema = z.object({
  state: z.enum(['waiting', 'running', 'failed']),
  startedBy: z.enum(['schedule', 'organiser', 'operator']),
  since: z.iso.datetime(),
  /** Whom it could not read. */
  away: z.enum(['payment provider', 'bookings']).optional(),
});
export type MoneyCheck = z.infer<typeof moneyCheckSchema>;

const moneyStateSchema = z.object({
  /** The latest result, under the name it was first promised by. */
  proof: moneyCheckResultSchema.nullable(),
  check: moneyCheckSchema.nullable(),
});
export type MoneyState = z.infer<typeof moneyStateSchema>;

/**
 * `ledger-provider`: our record of money and the provider's differ. `unpaid`: a booking stands and its money is not there.
 * `unbooked`: money is there and no booking stands for it. `amount`: a booking stands for another amount than was paid.
 * `returned`: a booking knows of other partial returns than were sent. `gift`: it knows of other gifts than our ledger, or less money is
 * there than was given.
 */
export const MONEY_TASK_KINDS = ['ledger-provider', 'unpaid', 'unbooked', 'amount', 'returned', 'gift'] as const;
export type MoneyTaskKind = (typeof MONEY_TASK_KINDS)[number];

/** A difference that somebody has to look at; one for each booking. */
export const moneyTaskSchema = z.object({
  bookingId: idSchema('booking'),
  kind: z.enum(MONEY_TASK_KINDS),
  state: z.enum(['open', 'resolved']),
  /** Absent where no booking is known. */
  bookingStatus: z.enum(BOOKING_STATUSES).optional(),
  bookingMinor: z.int(),
  ledgerMinor: z.int(),
  providerMinor: z.int(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().optional(),
  /** `itself`: a later comparison found it gone. */
  resolvedBy: z.union([idSchema('user'), z.literal('itself')]).optional(),
  note: z.string().optional(),
});
export type MoneyTask = z.infer<typeof moneyTaskSchema>;

export const moneyCheckRoutes = defineRoutes({
  showMoneyCheck: {
    request: 'GET /api/money-proof',
    summary: 'The latest comparison of bookings, ledger and payment provider, and the one under way',
    access: 'organiser',
    answer: moneyStateSchema,
  },
  checkMoney: {
    request: 'POST /api/money-proof',
    summary: 'Begins to compare bookings, ledger and payment provider, or joins the comparison under way; moves no money',
    access: 'organiser',
    answer: moneyStateSchema,
    repeatable: true,
  },
  listMoneyTasks: {
    request: 'GET /api/money-tasks',
    summary: 'Differences in the money that someone has to look at, newest first',
    access: 'organiser',
    query: z.object({ ...pageQuery, state: z.enum(['open', 'resolved']).default('open') }),
    answer: pageOf(moneyTaskSchema),
  },
  countMoneyDifferences: {
    request: 'GET /internal/money-differences',
    summary: 'How many differences in the money nobody has explained yet, 100 at most, and when the newest was first seen',
    callers: ['svc-notify'],
    answer: z.object({ open: z.int(), latestAt: z.iso.datetime().optional() }),
  },
  resolveMoneyTask: {
    request: 'POST /api/money-tasks/:bookingId/resolve',
    summary: 'Closes a difference that was explained; it opens again when its figures change',
    access: 'organiser',
    freshSignIn: true,
    params: z.object({ bookingId: idSchema('booking') }),
    body: z.strictObject({ note: lineField('Note', 500) }),
    answer: moneyTaskSchema,
    problems: ['payment.task_not_found'],
  },
});
