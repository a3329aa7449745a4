import { z } from 'zod';

/** How far the money of a partial return is: on its way, sent, not sent, which an organiser has to look into, or given to the welfare work. */
export const RETURN_STATES = ['started', 'issued', 'failed', 'given'] as const;

/** Tickets of a booking that were given back, or a part of its money that was refunded or given to the welfare work; the rest stands. */
export const partialReturnSchema = z.object({
  /** Numbers of the tickets within the booking; empty where only money went back. */
  tickets: z.array(z.int()),
  /** In minor units. */
  amount: z.int(),
  state: z.enum(RETURN_STATES),
  /** Since when it has this state. */
  at: z.iso.datetime(),
});
export type PartialReturnView = z.infer<typeof partialReturnSchema>;

/** How many tickets a booking had before any was given back: what its tickets are numbered up to. */
export function bookedTickets({
  notickets,
  returned = [],
}: {
  notickets: number;
  returned?: readonly { tickets: readonly number[] }[] | undefined;
}): number {
  return returned.reduce((count, { tickets }) => count + tickets.length, notickets);
}
