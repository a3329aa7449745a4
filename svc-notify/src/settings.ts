import { plainEmail } from '@concert/contracts/core/as-typed';
import { isEmail } from '@concert/contracts/core/email';
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
import { eventKey } from './mails/sendgrid-signature.ts';

function isEventKey(text: string): boolean {
  try {
    return Boolean(eventKey(text));
  } catch {
    return false;
  }
}

export const notifySettings = {
  ...serviceSettings,
  SENDGRID_API_KEY: z.string().regex(/^SG\.[\x21-\x7e]+$/, { error: 'must be a key of the email provider (SG.…)' }),
  /** Another address of the provider, for its region or for a stand-in. */
  SENDGRID_API_URL: httpAddress.optional(),
  /** Sender of every mail. The provider must be allowed to send for its domain. */
  MAIL_FROM: z.string().transform(plainEmail).refine(isEmail, { error: 'must be an email address' }),
  /** Public keys that sign delivery reports; several during a key rotation. Without any, no report is accepted. */
  SENDGRID_EVENT_PUBLIC_KEYS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((key) => key.trim())
        .filter(Boolean),
    )
    .refine((keys) => keys.length <= 3 && keys.every(isEventKey), {
      error: 'must be up to three public keys of the event webhook, separated by commas',
    }),
  /** Receives visitors' messages, and replies to our mails to visitors. */
  CONTACT_EMAIL: z.string().transform(plainEmail).refine(isEmail, { error: 'must be an email address' }),
  /** Messages of visitors that are mailed to the organisers one by one in a day; further ones come in one mail when the day is over. */
  CONTACT_MAILS_PER_DAY: wholeNumber(1, 1_000_000).default(50),
  /** Mails that the provider's plan allows in a day. A fifth of them may be caused by forms that anybody can send. */
  MAILS_PER_DAY: wholeNumber(10, 100_000_000).default(1_000),
  BOOKING_URL: httpAddresses,
  PAYMENT_URL: httpAddresses,
  AUTH_URL: httpAddresses,
};

export type NotifySettings = z.output<z.ZodObject<typeof notifySettings>>;

/** One of this service's settings, as a provider asks for it. */
export const setting = settingIn<NotifySettings>();
/** A service whose address is among them. */
export const neighbour = neighbourIn<NotifySettings>();

/** Keys of the stand-in begin so. */
const STAND_IN_KEY = /^SG\.standin\./;
/** The form of a real SendGrid key; a stand-in's keys look different. */
const REAL_KEY = /^SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/** @throws SettingsError when a real key would be sent to an address other than SendGrid's, or the stand-in's to SendGrid */
export function assertOwnProvider({
  SENDGRID_API_KEY,
  SENDGRID_API_URL,
}: Pick<NotifySettings, 'SENDGRID_API_KEY' | 'SENDGRID_API_URL'>): void {
  if (STAND_IN_KEY.test(SENDGRID_API_KEY) && SENDGRID_API_URL === undefined)
    throw new SettingsError([{ setting: 'SENDGRID_API_KEY', fault: 'is the key of a stand-in, and would be sent to SendGrid' }]);
  if (REAL_KEY.test(SENDGRID_API_KEY)) assertProvider({ setting: 'SENDGRID_API_URL', value: SENDGRID_API_URL }, 'sendgrid.com');
}
