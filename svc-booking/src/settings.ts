import { signingKeys } from '@concert/service-kit/process/key-settings';
import { plainEmail } from '@concert/contracts/core/as-typed';
import { isEmail } from '@concert/contracts/core/email';
import {
  httpAddress,
  httpAddresses,
  serviceSettings,
  settingIn,
  SettingsError,
  trueOrFalse,
  wholeNumber,
} from '@concert/service-kit/process/settings';
import { neighbourIn } from '@concert/service-kit/http/neighbour-clients';
import { z } from 'zod';
import { FIRST_STATES } from './concert/concert.ts';

export const bookingSettings = {
  ...serviceSettings,
  /** State of the concert at the first migration; later only an admin changes it. */
  CONCERT_STATE: z.enum(FIRST_STATES, { error: 'must be open, draft, disabled or cancelled' }).default('open'),
  /**
   * Whether real money is taken. Then the concert is a draft until an admin has changed it there, whatever `CONCERT_STATE` or a rehearsal left;
   * without a default, so that no installation forgets to say.
   */
  PAYMENTS_LIVE: trueOrFalse,
  /** Where buyers can write, until an admin says it; needed where real money is taken. */
  CONTACT_EMAIL: z.string().transform(plainEmail).refine(isEmail, { error: 'must be an email address' }).optional(),
  /** How long seats are kept for a buyer, in seconds. The payment provider allows no page shorter than 1800. */
  BOOKING_HOLD_SECONDS: wholeNumber(60, 86_400).default(1_800),
  /** How long a reservation may take, in milliseconds, before its buyer is told to try again with the same key. */
  BOOKING_PATIENCE_MS: wholeNumber(100, 60_000).default(4_000),
  /** After how many reservations that ended unpaid within a day an account has to wait. */
  UNPAID_HOLDS_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(6),
  /** After how many holds without a proven email a network (an IPv4 address or an IPv6 /64; a /48 has four times as many) has to prove it first. */
  UNPAID_HOLDS_PER_SOURCE: wholeNumber(1, 1_000_000).default(60),
  /** How many seats an account may hold at a time without having opened a payment page, and a network without a proven email. */
  OPEN_SEATS_PER_ACCOUNT: wholeNumber(6, 1_000_000).default(12),
  OPEN_SEATS_PER_SOURCE: wholeNumber(6, 1_000_000).default(24),
  /** How many new places in the waiting list a network takes in a day; a /48 of IPv6 four times as many. */
  WAITING_PER_SOURCE: wholeNumber(1, 1_000_000).default(100),
  /** How many hours before its beginning the door lets people in. */
  DOOR_OPENS_HOURS_BEFORE: wholeNumber(1, 10_000).default(12),
  /** Address of svc-auth, which knows the people behind the ids in the audit log. */
  AUTH_URL: httpAddresses,
  /** Addresses of the services that know whether payments and mails are ready for a sale. */
  PAYMENT_URL: httpAddresses,
  NOTIFY_URL: httpAddresses,
  /** Address of the process that looks at machine, name and accounts; unset, nobody is asked about them. */
  CHECKS_URL: httpAddress.optional(),
  /** Keys that tickets and their links are signed with: the first signs, those of the others stay good. */
  TICKET_SIGNING_KEYS: signingKeys,
};

export type BookingSettings = z.output<z.ZodObject<typeof bookingSettings>>;

/** One of this service's settings, as a token for providers. */
export const setting = settingIn<BookingSettings>();
/** A service whose address is among them. */
export const neighbour = neighbourIn<BookingSettings>();

/** @throws SettingsError where real money is taken and buyers would be told an address of ours */
export function assertReachable({ PAYMENTS_LIVE, CONTACT_EMAIL }: Pick<BookingSettings, 'PAYMENTS_LIVE' | 'CONTACT_EMAIL'>): void {
  if (PAYMENTS_LIVE && CONTACT_EMAIL === undefined)
    throw new SettingsError([{ setting: 'CONTACT_EMAIL', fault: 'is missing where real money is taken: buyers are told to write there' }]);
}
