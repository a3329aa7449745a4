import type { Id, UserId } from '@concert/contracts/core/ids';

/** A message of a visitor, as it was typed. */
export interface ContactMessage {
  readonly id: Id<'contact'>;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly receivedAt: Date;
  /** When an organiser said that it was answered; null while nobody did. */
  readonly answeredAt: Date | null;
  readonly answeredBy: UserId | null;
  /** When the mail is due that brings it to the organisers with others of its day; absent where it was mailed alone. */
  readonly digestAt?: Date;
}
