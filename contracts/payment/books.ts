import { z } from 'zod';
import { SEATINGS } from '../booking/seating.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { defineRoutes } from '../core/route.ts';
import { timeZoneOf } from '../core/zoned-time.ts';

/**
 * What moved money on the account at the payment provider, as the treasurer's table names it. `lost`: what banks took in disputes, less what
 * they gave back. `dispute fees` and `provider fees` are what the provider charged for disputes and for everything else. `paid out`: sent to
 * the organisers' bank, less what came back. `other`: money of the account that this site does not know, of another shop for example.
 */
export const BOOK_LINES = ['charged', 'refunded', 'lost', 'dispute fees', 'provider fees', 'paid out', 'other'] as const;
export type BookLine = (typeof BOOK_LINES)[number];

/** Minor units of the account's currency by line, as they change the balance: what leaves the account is below zero. */
const linesSchema = z.record(z.enum(BOOK_LINES), z.int());
export type BookLines = z.infer<typeof linesSchema>;

/** The money of one currency that the account at the provider is kept in. Its lines add up to what has to be there. */
export const accountBookSchema = z.object({
  /** ISO 4217, in capitals. */
  currency: z.string().length(3),
  lines: linesSchema,
  /** By local day of the concert, oldest first; only days on which money moved. */
  days: z.array(z.object({ day: z.iso.date(), lines: linesSchema })),
  /** By seating category, in their order; what belongs to none (payouts, other money) is `null`, last. */
  categories: z.array(z.object({ category: z.enum(SEATINGS).nullable(), lines: linesSchema })),
  /** The provider's own balance: what can be paid out or refunded now, and what will be later. */
  balance: z.object({ availableMinor: z.int(), pendingMinor: z.int() }),
  /** The provider's balance less the sum of the lines; not 0 means that one of the two is not understood. */
  differenceMinor: z.int(),
});
export type AccountBook = z.infer<typeof accountBookSchema>;

/** Money that was sent from the provider to the organisers' bank. */
export const payoutSchema = z.object({
  id: z.string(),
  amountMinor: z.int(),
  currency: z.string().length(3),
  state: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  arrivesOn: z.iso.date(),
  /** The provider's word for why it failed. */
  failure: z.string().optional(),
});
export type Payout = z.infer<typeof payoutSchema>;

/** A bank says that a payment will probably be disputed as fraud. Sending the money back now spares the dispute and its fee. */
export const fraudWarningSchema = z.object({
  bookingId: idSchema('booking'),
  amount: moneySchema,
  warnedAt: z.iso.datetime(),
});
export type FraudWarning = z.infer<typeof fraudWarningSchema>;

export const booksSchema = z.object({
  /** When the provider's account was last read wholly; null before the first time. */
  at: z.iso.datetime().nullable(),
  /** One for each currency of the account. Nothing adds two. */
  accounts: z.array(accountBookSchema),
  /** What buyers paid, by the currency they paid in, as our own ledger has it. */
  sold: z.object({
    chargedMinor: z.int(),
    refundedMinor: z.int(),
    lostMinor: z.int(),
    /** Of what is left, what belongs to the welfare work. */
    givenMinor: z.int(),
  }),
  /** The latest ones, newest first. */
  payouts: z.array(payoutSchema),
  /** Those whose money is still here and not disputed. */
  warnings: z.array(fraudWarningSchema),
});
export type Books = z.infer<typeof booksSchema>;

/** Whose days are meant; UTC where nobody knows the zone. */
const inZone = z.object({
  timeZone: z
    .string()
    .max(60)
    .transform((typed) => timeZoneOf(typed) ?? 'UTC')
    .default('UTC'),
});

export const BOOKS_FILE = 'concert_money.xlsx';

export const booksRoutes = defineRoutes({
  showBooks: {
    request: 'GET /api/money',
    summary: "What was charged, refunded, lost, charged as fees and paid out, beside the payment provider's own balance",
    access: 'organiser',
    query: inZone,
    answer: booksSchema,
  },
  exportBooks: {
    request: 'GET /api/money.xlsx',
    summary: `The same as a spreadsheet, ${BOOKS_FILE}`,
    access: 'organiser',
    query: inZone,
    status: 200,
  },
});
