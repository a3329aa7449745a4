import type { ContactState } from '@concert/contracts/notify/contact';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { ContactMessage } from './contact-message.ts';

export const CONTACTS = token<ContactsRepository>('ContactsRepository');

/** The position after which a list of messages continues. */
export interface ContactPosition {
  readonly receivedAt: Date;
  readonly id: string;
}

export interface ContactsRepository {
  add(message: ContactMessage, transaction: ClientSession): Promise<void>;
  byId(id: string, transaction?: ClientSession): Promise<ContactMessage | undefined>;
  /** Stores whether a message was answered. */
  mark(message: ContactMessage, transaction: ClientSession): Promise<void>;
  /** How many messages nobody answered yet. */
  countOpen(): Promise<number>;
  /** Messages that come in the mail due then, oldest first, and how many there are. */
  ofDigest(digestAt: Date, most: number): Promise<{ messages: ContactMessage[]; count: number }>;
  /** Newest first. */
  list(filter: { state?: ContactState; after?: ContactPosition; limit: number }): Promise<{ messages: ContactMessage[]; more: boolean }>;
}
