import { linkKeys } from '@concert/service-kit/key-settings';
import { demandProvider, httpAddress, httpAddresses, serviceSettings, settingIn, wholeNumber } from '@concert/service-kit/settings';
import { z } from 'zod';

export const paymentSettings = {
  ...serviceSettings,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_[A-Za-z0-9_]+$/, { error: 'must be a secret key of the payment provider (sk_test_… or sk_live_…)' }),
  /** Several during a key rotation: a message signed with any of them is accepted. */
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((value) => value.split(',').map((secret) => secret.trim()))
    .refine((secrets) => secrets.length <= 3 && secrets.every((secret) => /^whsec_[A-Za-z0-9_+/=-]{8,}$/.test(secret)), {
      error: 'must be one to three webhook secrets (whsec_…) separated by commas',
    }),
  STRIPE_API_URL: httpAddress.optional(),
  BOOKING_URL: httpAddresses,
  AUTH_URL: httpAddresses,
  /** Keys of the refund pages' secret links: the first signs, the others are still accepted during a key rotation. */
  REFUND_LINK_KEYS: linkKeys,
  /** Refunds per second, at most. The provider allows an account in test mode 25 calls of all kinds. */
  PAYMENT_REFUNDS_PER_SECOND: wholeNumber(1, 100).default(15),
};

export type PaymentSettings = z.output<z.ZodObject<typeof paymentSettings>>;

/** One of this service's settings, as a provider asks for it. */
export const setting = settingIn<PaymentSettings>();

/** @throws SettingsError when a live key would be sent to an address other than Stripe's */
export function demandOwnProvider({
  STRIPE_SECRET_KEY,
  STRIPE_API_URL,
}: Pick<PaymentSettings, 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL'>): void {
  if (/^(sk|rk)_live_/.test(STRIPE_SECRET_KEY)) demandProvider({ setting: 'STRIPE_API_URL', value: STRIPE_API_URL }, 'stripe.com');
}
