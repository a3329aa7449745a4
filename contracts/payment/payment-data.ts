import { z } from 'zod';
import { DISPUTE_STATES } from '../booking/states.ts';
import { idSchema } from '../core/ids.ts';

/** Money in the provider's currency, in minor units. */
const amount = z.object({ amountMinor: z.int(), currency: z.string() });

/** What svc-payment keeps about the bookings of a person, field by field: a field that is not listed is not handed out. */
export const paymentDataSchema = z.object({
  payments: z.array(
    z.object({
      bookingId: idSchema('booking'),
      email: z.string(),
      item: z.string(),
      amount,
      status: z.string(),
      openedAt: z.iso.datetime(),
      receivedAt: z.iso.datetime().nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      bookingId: idSchema('booking'),
      amount,
      cause: z.string(),
      status: z.string(),
      requestedAt: z.iso.datetime(),
      issuedAt: z.iso.datetime().nullable(),
      cardEnding: z.string().nullable(),
    }),
  ),
  disputes: z.array(z.object({ bookingId: idSchema('booking'), amount, state: z.enum(DISPUTE_STATES), openedAt: z.iso.datetime() })),
});
export type PaymentData = z.infer<typeof paymentDataSchema>;
