import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { MAX_TICKETS } from './seating.ts';

const ticketNumbers = z.array(z.int().min(1).max(MAX_TICKETS)).max(MAX_TICKETS);

/** Why tickets cannot be given back now, as their buyer reads it. */
export const GIVE_BACK_REFUSALS = {
  off: 'The organisers take no tickets back.',
  over: 'The time to give tickets back is over.',
  disputed: 'The payment is disputed with the bank, so these tickets cannot be given back.',
  refunding: 'These tickets are being refunded already.',
  inside: 'Someone has gone in with these tickets, so they cannot be given back.',
  none: 'No ticket is left to give back.',
} as const;
export type GiveBackRefusal = keyof typeof GIVE_BACK_REFUSALS;

/** How the tickets of a paid booking can be given back; part of what its buyer sees of it. */
export const giveBackSchema = z.object({
  /** Until when, UTC. */
  until: z.iso.datetime(),
  /** Absent while it is possible. */
  refused: z.enum(Object.keys(GIVE_BACK_REFUSALS) as GiveBackRefusal[]).optional(),
  /** Tickets that can be given back, by number; companions end with ticket 1. */
  tickets: ticketNumbers,
  /** Those of them that wait for someone who takes the seats. Until then they are valid, and can be kept after all. */
  returning: ticketNumbers,
  /** What is refunded with one of them, with two, and so on, in minor units. */
  moneyBack: z.array(z.int().min(0)),
  /** Whether the organisers buy tickets back at once, without waiting for someone. */
  atOnce: z.boolean(),
});
export type GiveBackView = z.infer<typeof giveBackSchema>;

export const giveBackRoutes = defineRoutes({
  giveBack: {
    request: 'PUT /api/ticket-bookings/:bookingId/returning',
    summary:
      'Says which tickets of a paid booking its buyer gives back once someone has paid for their seats; none keeps them all. A ticket whose seat is being paid for by someone stays among them',
    access: 'session',
    params: z.object({ bookingId: idSchema('booking') }),
    body: z.strictObject({ tickets: ticketNumbers }),
    repeatable: true,
    answer: giveBackSchema,
    problems: ['booking.not_found', 'booking.not_givable', 'booking.seats_promised', 'booking.busy'],
  },
});
