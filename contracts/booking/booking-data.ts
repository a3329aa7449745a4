import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { accessSchema, needsSchema } from './access.ts';
import { storedBuyer } from './buyer.ts';
import { SEATINGS } from './seating.ts';
import { BOOKING_STATUSES } from './states.ts';
import { waitingRowSchema } from './waiting.ts';

/** What svc-booking keeps about a person, field by field: a field that is not listed is not handed out. */
export const bookingDataSchema = z.object({
  bookings: z.array(
    z.object({
      id: idSchema('booking'),
      ...storedBuyer,
      seating: z.enum(SEATINGS),
      tickets: z.int(),
      access: accessSchema.optional(),
      /** Tickets that they give back once someone takes the seats, by number. */
      returning: z.array(z.int()).optional(),
      /** What they told of needs. */
      needs: needsSchema.optional(),
      price: moneySchema,
      /** A gift to the welfare work, paid beside the seats. */
      gift: moneySchema.optional(),
      status: z.enum(BOOKING_STATUSES),
      /** The number of its receipt. */
      receipt: z.string().optional(),
      createdAt: z.iso.datetime(),
      /** The version of the terms that was accepted. */
      termsVersion: z.string().optional(),
      history: z.array(z.object({ to: z.enum(BOOKING_STATUSES), at: z.iso.datetime(), cause: z.string() })),
      /** What organisers did with it. */
      acts: z.array(z.object({ act: z.string(), at: z.iso.datetime() })),
      /** When its tickets were shown at a door. */
      admissions: z.array(z.object({ door: z.string(), scannedAt: z.iso.datetime() })),
    }),
  ),
  /** Complimentary entries for the person's address. */
  entries: z.array(
    z.object({
      id: idSchema('complimentary'),
      group: z.string(),
      name: z.string(),
      email: z.string(),
      phoneno: z.string(),
      tickets: z.int(),
      status: z.string(),
      createdAt: z.iso.datetime(),
      admissions: z.array(z.object({ door: z.string(), scannedAt: z.iso.datetime() })),
    }),
  ),
  /** Places in the waiting list. */
  waiting: z.array(waitingRowSchema.omit({ before: true, offer: true })),
  /** Invitations for the person's address. */
  invitations: z.array(
    z.object({
      ...{ id: idSchema('invitation'), name: z.string(), email: z.string(), phoneno: z.string(), seats: z.int() },
      ...{ answer: z.string().optional(), createdAt: z.iso.datetime(), until: z.iso.datetime() },
    }),
  ),
});
export type BookingData = z.infer<typeof bookingDataSchema>;
