import { linkKeys } from '@concert/service-kit/process/key-settings';
import {
  assertProvider,
  httpAddress,
  httpAddresses,
  serviceSettings,
  settingIn,
  SettingsError,
  wholeNumber,
} from '@concert/service-kit/process/settings';
import { neighbourIn } from '@concert/service-kit/http/neighbour-clients';
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
  /** Which key it has to be; with another one the process does not start. */
  STRIPE_MODE: z.enum(['own', 'test', 'live'], { error: 'must be own, test or live' }).optional(),
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
/** A service whose address is among them. */
export const neighbour = neighbourIn<PaymentSettings>();

/** Keys of the stand-in begin so; it takes any key, Stripe none of these. */
const STAND_IN_KEY = /^sk_test_standin_/;

/** Whether a key moves real money. */
export const isLiveKey = (key: string): boolean => /^(sk|rk)_live_/.test(key);

/** What is wrong with the kind of a key; undefined when it is of the kind that was told. */
function faultOf({ STRIPE_SECRET_KEY: key, STRIPE_API_URL, STRIPE_MODE }: KeySettings): string | undefined {
  if (STAND_IN_KEY.test(key)) {
    if (STRIPE_API_URL === undefined) return 'is the key of a stand-in, and would be sent to Stripe';
    return STRIPE_MODE === undefined ? undefined : `is the key of a stand-in, and STRIPE_MODE says ${STRIPE_MODE}`;
  }
  const mode = isLiveKey(key) ? 'live' : 'test';
  return STRIPE_MODE === undefined || STRIPE_MODE === 'own' || STRIPE_MODE === mode
    ? undefined
    : `is a key of ${mode} mode, and STRIPE_MODE says ${STRIPE_MODE}`;
}

type KeySettings = Pick<PaymentSettings, 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL' | 'STRIPE_MODE'>;

/** @throws SettingsError when the key is of another kind than was told, or would be sent to where it does not belong */
export function assertOwnProvider(settings: KeySettings): void {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = settings;
  const fault = faultOf(settings);
  if (fault !== undefined) throw new SettingsError([{ setting: 'STRIPE_SECRET_KEY', fault }]);
  if (isLiveKey(STRIPE_SECRET_KEY)) assertProvider({ setting: 'STRIPE_API_URL', value: STRIPE_API_URL }, 'stripe.com');
}
