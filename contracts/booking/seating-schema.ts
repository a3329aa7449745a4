import { z } from 'zod';
import { SEATINGS } from './seating.ts';

export const seatingSchema = z.enum(SEATINGS, { error: 'Seating is not one of the categories' });

/** A category as every visitor may see it, with what is left of it at this moment. */
export const categorySchema = z.object({
  seating: z.enum(SEATINGS),
  label: z.string(),
  about: z.string(),
  priceMinor: z.int(),
  pricedPer: z.enum(['ticket', 'booking']),
  defaultTickets: z.int(),
  maxTickets: z.int(),
  capacity: z.int(),
  /** What anybody can reserve: without protected seats. */
  left: z.int(),
  /** People wait for its seats: what becomes free goes to them first. */
  waiting: z.literal(true).optional(),
  /** Absent where the category has no accessible seats. */
  accessible: z
    .object({
      left: z.int(),
      /** Seats that are protected for companions, and free. */
      companionsLeft: z.int(),
      /** Most tickets that one booking with an accessible seat can have now. */
      ticketsLeft: z.int(),
    })
    .optional(),
});
