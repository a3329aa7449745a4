import { APPROVAL_MODES } from '@concert/contracts/auth/approvals';
import { emailField, emailKey } from '@concert/contracts/core/fields';
import { linkKeys } from '@concert/service-kit/process/key-settings';
import { httpAddress, httpAddresses, serviceSettings, settingIn, trueOrFalse, wholeNumber } from '@concert/service-kit/process/settings';
import { neighbourIn } from '@concert/service-kit/http/neighbour-clients';
import { z } from 'zod';

const OWN_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Identities are safe over https only; http is for a stand-in on the same machine. */
const issuer = httpAddress.refine((value) => value.startsWith('https:') || OWN_MACHINE.includes(new URL(value).hostname), {
  error: 'must be an https address',
});

export const authSettings = {
  ...serviceSettings,
  /** How long a session lives after sign-in, in seconds. */
  SESSION_LIFETIME_SECONDS: wholeNumber(60, 31_536_000).default(43_200),
  /** Hours after which an unused session ends; a use is noted to within five minutes. */
  SESSION_IDLE_HOURS: wholeNumber(1, 8_760).default(8),
  /** The same for organisers and admins. */
  SESSION_IDLE_ORGANISER_HOURS: wholeNumber(1, 8_760).default(2),
  /** This address becomes an admin once it is verified. */
  ADMIN_EMAIL: emailField.transform(emailKey).optional(),
  /** Keys that the secret links of mails are made with: new ones with the first, those of the others still work. */
  AUTH_LINK_KEYS: linkKeys,
  /**
   * Whether organisers and admins sign in, and confirm acts, with a passkey besides their password or Google. On wherever real money is
   * taken, unless the operator says otherwise; without a default, so that no installation forgets to say.
   */
  AUTH_PASSKEYS_DEMANDED: trueOrFalse,
  /** Whether money and roles need a second person. Unset: `two-people` where passkeys are demanded, else `off`. */
  AUTH_APPROVALS: z.enum(APPROVAL_MODES, { error: 'must be two-people or off' }).optional(),
  /** What one person may send back by single refunds in a day before they count as big, in cents. */
  AUTH_APPROVALS_ABOVE_CENTS: wholeNumber(0, 1_000_000_000).default(50_000),
  /** Account mails that nobody used and that one network may request in an hour; three times as many at once. */
  AUTH_MAILS_PER_SOURCE: wholeNumber(1, 1_000_000).default(100),
  /** Address of svc-booking, which knows whose money is on its way. */
  BOOKING_URL: httpAddresses,
  /** OpenID provider behind 'Sign in with Google'. */
  GOOGLE_ISSUER: issuer.default('https://accounts.google.com'),
  /** Client of this site there; when unset, the site says that signing in with Google is not set up. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
};

export type AuthSettings = z.output<z.ZodObject<typeof authSettings>>;

/** One of this service's settings, as a provider asks for it. */
export const setting = settingIn<AuthSettings>();
/** A service whose address is among them. */
export const neighbour = neighbourIn<AuthSettings>();
