import { z } from 'zod';
import { SALE_STATES } from './sale-state.ts';

/** When seats can be reserved. What is held when it ends can be paid while its hold lasts. */
const saleTimesSchema = z.object({
  /** UTC; null while it is not known: then nothing can be reserved yet. */
  opensAt: z.iso.datetime().nullable(),
  /** UTC. */
  endsAt: z.iso.datetime(),
  /** In words by the clocks of the venue; `soon` while it is not known. */
  opensText: z.string(),
  /** The same, short: it stands beside the date of the evening. */
  endsText: z.string(),
});
export type SaleTimes = z.infer<typeof saleTimesSchema>;

/** What the view of a concert says of its sale: its times, and what becomes of the concert's state by them at the moment of the answer. */
export const saleFields = { saleState: z.enum(SALE_STATES), sale: saleTimesSchema };

/** Refusals of a reservation because of the times. */
export const SALE_PROBLEMS = ['booking.sale_not_open', 'booking.sale_ended'] as const;
