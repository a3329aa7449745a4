import { defineCollection, goesAt, type Stored } from '@concert/service-kit/store/collection';
import type { HelperLink } from './helper-link.ts';

/** Keyed by the id that the helper acts as. */
export type HelperLinkDocument = Stored<HelperLink>;

export const helperLinksCollection = defineCollection<HelperLinkDocument>({
  name: 'helper-links',
  stores: 'A helper at the door without an account: a link, and the session it was opened for',
  kept: 'until the evening is over, or for half an hour where nobody opens it, or until an organiser takes it back',
  fields: {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    madeBy: { type: String, required: true },
    madeAt: { type: Date, required: true },
    tokenHash: { type: String },
    liveUntil: { type: Date, required: true },
    endsAt: { type: Date, required: true },
    opened: { type: Object },
  },
  indexes: [
    {
      name: 'uq_token',
      key: { tokenHash: 1 },
      options: { unique: true, partialFilterExpression: { tokenHash: { $type: 'string' } } },
      serves: 'opening a link, once',
    },
    {
      name: 'of_secret',
      key: { 'opened.secretHash': 1 },
      serves: 'who a session stands for',
    },
    goesAt(
      'ttl_live',
      'liveUntil',
      'the list and the number of helpers; they are deleted once nobody opened their link, or their evening is over, and count for nothing before that',
    ),
  ],
});
