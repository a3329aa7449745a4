import { httpAddress, serviceSettings } from '@concert/service-kit/settings';
import { z } from 'zod';

export const paymentSettings = {
  ...serviceSettings,
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_[A-Za-z0-9_]+$/, { error: 'must be a secret key of the payment provider (sk_test_… or sk_live_…)' }),
  /** Several while one is rotated out: a message signed with any of them is taken. */
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((value) => value.split(',').map((secret) => secret.trim()))
    .refine((secrets) => secrets.length <= 3 && secrets.every((secret) => /^whsec_[A-Za-z0-9_+/=-]{8,}$/.test(secret)), {
      error: 'must be one to three webhook secrets (whsec_…) separated by commas',
    }),
  STRIPE_API_URL: httpAddress.optional(),
  BOOKING_URL: httpAddress,
};

export type PaymentSettings = z.output<z.ZodObject<typeof paymentSettings>>;
