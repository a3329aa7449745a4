import type { UserId } from '@concert/contracts/core/ids';
import { defineCollection } from '@concert/service-kit/store/collection';
import type { HelperLink } from './helper-link.ts';

/** Keyed by the id that the helper acts as. */
export interface HelperLinkDocument extends Omit<HelperLink, 'id'> {
  _id: UserId;
}

export const helperLinksCollection = defineCollection<HelperLinkDocument>({
  name: 'helper-links',
  stores: 'A helper at the door without an account: a link, and the session it was opened for',
  kept: 'until the evening is over, or an organiser takes it back',
  fields: {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    madeBy: { type: String, required: true },
    madeAt: { type: Date, required: true },
    tokenHash: { type: String },
    openUntil: { type: Date, required: true },
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
    { name: 'newest', key: { madeAt: -1 }, serves: 'the list of helpers' },
    {
      name: 'ttl_ended',
      key: { endsAt: 1 },
      options: { expireAfterSeconds: 0 },
      serves: 'helpers are deleted when their evening is over; they count for nothing before that',
    },
  ],
});
