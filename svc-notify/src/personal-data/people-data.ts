import type { BookingId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';
import type { ContactMessage } from '../contacts/contact-message.ts';
import type { Mail } from '../mails/mail.ts';
import type { SignUp } from '../next-date/sign-up.ts';

export const PEOPLE_DATA = token<PeopleData>('PeopleData');

export interface CorrectedAddress {
  /** The booking or complimentary entry. */
  readonly of: string;
  readonly email: string;
  readonly correctedAt: Date;
}

/** Finds and deletes what names a person. */
export interface PeopleData {
  /** Messages of visitors from an address, as its key. */
  messagesFrom(emailKey: string): Promise<ContactMessage[]>;
  signUpOf(emailKey: string): Promise<SignUp | undefined>;
  correctedAddressesOf(subjectIds: readonly string[]): Promise<CorrectedAddress[]>;
  /** Mails about some bookings, newest first. */
  mailsAbout(bookingIds: readonly BookingId[]): Promise<Pick<Mail, 'kind' | 'createdAt' | 'state' | 'sentAt' | 'delivery'>[]>;
  /** Deletes messages and the place on the next-date list. */
  forget(emailKey: string): Promise<void>;
  forgetCorrectedAddress(subjectId: string): Promise<void>;
}
