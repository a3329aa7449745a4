import { contactIndexes } from './contacts/mongo-contacts.repository.ts';
import { mailCountIndexes } from './mails/mongo-mail-counts.ts';
import { mailIndexes } from './mails/mongo-mails.repository.ts';
import { signUpIndexes } from './next-date/mongo-sign-ups.repository.ts';

/** Every index of svc-notify's database; each stands beside the collection it serves. */
export const notifyIndexes = [...mailIndexes, ...mailCountIndexes, ...contactIndexes, ...signUpIndexes];
