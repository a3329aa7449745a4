import { isEmail } from '@concert/contracts/core/fields';
import { httpAddress, serviceSettings } from '@concert/service-kit/settings';
import { z } from 'zod';

export const notifySettings = {
  ...serviceSettings,
  SENDGRID_API_KEY: z.string().regex(/^SG\.[\x21-\x7e]+$/, { error: 'must be a key of the mail provider (SG.…)' }),
  /** Another address of the provider, for its region or a stand-in. */
  SENDGRID_API_URL: httpAddress.optional(),
  /** Sender of every mail; its domain must be one the provider may send for. */
  MAIL_FROM: z.string().refine(isEmail, { error: 'must be an email address' }),
  BOOKING_URL: httpAddress,
  AUTH_URL: httpAddress,
};

export type NotifySettings = z.output<z.ZodObject<typeof notifySettings>>;
