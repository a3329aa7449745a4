import { z } from 'zod';
import { accountDataSchema } from '../auth/account-data.ts';
import { bookingDataSchema } from '../booking/booking-data.ts';
import { defineRoutes } from '../core/route.ts';
import { paymentDataSchema } from '../payment/payment-data.ts';
import { ownMessageSchema } from './contact.ts';

/** Everything that is kept about a person, by the service that keeps it. */
export const ownDataSchema = z.object({
  madeAt: z.iso.datetime(),
  account: accountDataSchema,
  bookings: bookingDataSchema,
  payments: paymentDataSchema,
  mails: z.object({
    /** Mails about the person's bookings; what they said is not kept. */
    sent: z.array(
      z.object({
        kind: z.string(),
        createdAt: z.iso.datetime(),
        state: z.string(),
        sentAt: z.iso.datetime().nullable(),
        delivery: z.string().nullable(),
      }),
    ),
    /** Addresses that an organiser gave for a booking whose mails did not arrive. */
    correctedAddresses: z.array(z.object({ of: z.string(), email: z.string(), correctedAt: z.iso.datetime() })),
    messages: z.array(ownMessageSchema),
  }),
});
export type OwnData = z.infer<typeof ownDataSchema>;

export const ownDataRoutes = defineRoutes({
  showOwnData: {
    request: 'GET /api/own-data',
    summary: 'Everything that is kept about the signed-in person, in every service, as one file',
    access: 'session',
    freshSignIn: true,
    answer: ownDataSchema,
    longestSilenceMs: 10_000,
    problems: ['notify.own_data_incomplete'],
  },
});
