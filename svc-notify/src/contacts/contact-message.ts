import type { Id } from '@concert/contracts/core/ids';

/** A message of a visitor, as it was typed. */
export interface ContactMessage {
  readonly id: Id<'contact'>;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly receivedAt: Date;
  /** When the mail is due that brings it to the organisers with others of its day; absent where it was mailed alone. */
  readonly digestAt?: Date;
}
