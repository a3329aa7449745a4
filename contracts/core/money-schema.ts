import { z } from 'zod';
import { CURRENCY, type Money } from './money.ts';

/** An amount of money in a message or an answer. It stands apart, because pages that check nothing show prices as well. */
export const moneySchema = z.strictObject({
  amountMinor: z.int().min(0).max(100_000_000),
  currency: z.literal(CURRENCY),
}) satisfies z.ZodType<Money>;
