import { indexesOf } from '@concert/service-kit/collection';
import { windowCountsCollection } from '@concert/service-kit/window-counts.schema';
import { contactsCollection } from './contacts/contact.schema.ts';
import { correctedAddressesCollection } from './mails/corrected-address.schema.ts';
import { mailsCollection } from './mails/mail.schema.ts';
import { signUpsCollection } from './next-date/sign-up.schema.ts';

/** Everything svc-notify stores; start reading there. */
export const notifyCollections = [
  mailsCollection,
  windowCountsCollection,
  correctedAddressesCollection,
  contactsCollection,
  signUpsCollection,
] as const;

/** Every index of svc-notify's database; each stands with the collection it serves. */
export const notifyIndexes = indexesOf(notifyCollections);
