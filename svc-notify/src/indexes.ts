import { indexesOf } from '@concert/service-kit/store/collection';
import { windowCountsCollection } from '@concert/service-kit/store/window-counts.schema';
import { contactsCollection } from './contacts/contact.schema.ts';
import { correctedAddressesCollection } from './mails/corrected-address.schema.ts';
import { mailsCollection } from './mails/mail.schema.ts';
import { messageRunsCollection } from './messages/message-run.schema.ts';
import { recipientsCollection } from './messages/recipient.schema.ts';
import { timedMessagesCollection } from './messages/timed-message.schema.ts';

/** Every collection of svc-notify; start reading there. */
export const notifyCollections = [
  mailsCollection,
  windowCountsCollection,
  correctedAddressesCollection,
  contactsCollection,
  messageRunsCollection,
  recipientsCollection,
  timedMessagesCollection,
] as const;

/** Every index of svc-notify's database; each is declared with its collection. */
export const notifyIndexes = indexesOf(notifyCollections);
