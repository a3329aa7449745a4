import type { Id, UserId } from '@concert/contracts/core/ids';
import type { ContactFields } from '@concert/contracts/notify/contact';

/** A message of a visitor, as it was typed. */
export interface ContactMessage extends ContactFields {
  readonly id: Id<'contact'>;
  readonly receivedAt: Date;
  /** When an organiser said that it was answered; null while nobody did. */
  readonly answeredAt: Date | null;
  readonly answeredBy: UserId | null;
  /** When the mail is due that brings it to the organisers with others of its day; absent where it was mailed alone. */
  readonly digestAt?: Date;
}
