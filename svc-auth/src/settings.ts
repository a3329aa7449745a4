import { emailField, emailKey } from '@concert/contracts/core/fields';
import { serviceSettings, wholeNumber } from '@concert/service-kit/settings';
import type { z } from 'zod';

export const authSettings = {
  ...serviceSettings,
  /** How long a session lives after sign-in, in seconds. */
  SESSION_LIFETIME_SECONDS: wholeNumber(60, 31_536_000).default(43_200),
  /** This address becomes an admin once it is verified. */
  ADMIN_EMAIL: emailField.transform(emailKey).optional(),
};

export type AuthSettings = z.output<z.ZodObject<typeof authSettings>>;
