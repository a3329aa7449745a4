import { isEmail } from '@concert/contracts/core/fields';
import { demandProvider, httpAddress, serviceSettings, settingIn } from '@concert/service-kit/settings';
import { z } from 'zod';
import { eventKey } from './delivery/sendgrid-signature.ts';

function isEventKey(text: string): boolean {
  try {
    return Boolean(eventKey(text));
  } catch {
    return false;
  }
}

export const notifySettings = {
  ...serviceSettings,
  SENDGRID_API_KEY: z.string().regex(/^SG\.[\x21-\x7e]+$/, { error: 'must be a key of the mail provider (SG.…)' }),
  /** Another address of the provider, for its region or a stand-in. */
  SENDGRID_API_URL: httpAddress.optional(),
  /** Sender of every mail; its domain must be one the provider may send for. */
  MAIL_FROM: z.string().refine(isEmail, { error: 'must be an email address' }),
  /** Whose signatures of delivery news are believed; several while one is rotated out. Unset, no news are taken. */
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
  /** Where messages of visitors go, and answers to what visitors are sent. */
  CONTACT_EMAIL: z.string().refine(isEmail, { error: 'must be an email address' }),
  /** Key that the secret links of next-date mails are made with. With a new one, links in mails already sent stop working. */
  NOTIFY_LINK_KEY: z.string().min(32, { error: 'must have at least 32 characters' }),
  BOOKING_URL: httpAddress,
  PAYMENT_URL: httpAddress,
  AUTH_URL: httpAddress,
};

export type NotifySettings = z.output<z.ZodObject<typeof notifySettings>>;

/** One of this service's settings, as a provider asks for it. */
export const setting = settingIn<NotifySettings>();

/** A key as SendGrid makes them; keys of stand-ins look otherwise. */
const REAL_KEY = /^SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/** @throws SettingsError when a real key would go anywhere but to SendGrid */
export function demandOwnProvider({
  SENDGRID_API_KEY,
  SENDGRID_API_URL,
}: Pick<NotifySettings, 'SENDGRID_API_KEY' | 'SENDGRID_API_URL'>): void {
  if (REAL_KEY.test(SENDGRID_API_KEY)) demandProvider({ setting: 'SENDGRID_API_URL', value: SENDGRID_API_URL }, 'sendgrid.com');
}
