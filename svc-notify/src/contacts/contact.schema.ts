import { CONTACT_MESSAGE_DAYS } from '@concert/contracts/core/personal-data';
import { CONTACT_FIELDS } from '@concert/contracts/notify/contact';
import { defineCollection, goesAt, requiredTexts, type Stored } from '@concert/service-kit/store/collection';
import type { ContactMessage } from './contact-message.ts';

export type ContactDocument = Stored<ContactMessage>;

/** The name is the specification's (section 7). */
export const contactsCollection = defineCollection<ContactDocument>({
  name: 'concert-2024-contacts',
  stores: 'What a visitor wrote to the organisers',
  kept: 'a year, as the privacy page says',
  fields: {
    _id: { type: String, required: true },
    ...requiredTexts(CONTACT_FIELDS),
    receivedAt: { type: Date, required: true },
    answeredAt: { type: Date },
    answeredBy: { type: String },
    digestAt: { type: Date },
  },
  indexes: [
    { name: 'newest', key: { receivedAt: -1, _id: -1 }, serves: 'messages of visitors, newest first' },
    {
      name: 'open',
      key: { receivedAt: -1, _id: -1, answeredAt: 1 },
      options: { partialFilterExpression: { answeredAt: null } },
      serves: 'messages that nobody answered yet, newest first, and how many',
    },
    {
      name: 'of_digest',
      key: { digestAt: 1, receivedAt: 1, _id: 1 },
      options: { partialFilterExpression: { digestAt: { $exists: true } } },
      serves: 'messages that come to the organisers in one email',
    },
    goesAt('ttl_received', 'receivedAt', 'old messages are deleted', CONTACT_MESSAGE_DAYS * 86_400),
  ],
});
