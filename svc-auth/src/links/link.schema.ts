import { defineCollection, goesAt, type Stored } from '@concert/service-kit/store/collection';
import { LINK_KINDS, type Link } from './link.ts';

/** Kept for a while after its end, so that somebody who opens an old mail is told that it is old. */
const KEEP_SECONDS = 7 * 86_400;

export type LinkDocument = Stored<Link>;

export const linksCollection = defineCollection<LinkDocument>({
  name: 'account-links',
  stores: 'A single-use secret of an account (only its hash), or an email about an account that has none',
  kept: 'a week after its end',
  fields: {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: LINK_KINDS },
    userId: { type: String, required: true },
    tokenHash: { type: String },
    passwordHash: { type: String },
    name: { type: String },
    signedInAt: { type: Date },
    passkeyAt: { type: Date },
    sessionId: { type: String },
    sessionEpoch: { type: Number },
    device: { type: String },
    nav: { type: String },
    requestHash: { type: String },
    tried: { type: [String], required: true },
    spent: { type: [String], required: true },
    act: { type: String },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    usedAt: { type: Date },
  },
  indexes: [
    {
      name: 'uq_token',
      key: { tokenHash: 1 },
      options: { unique: true, partialFilterExpression: { tokenHash: { $type: 'string' } } },
      serves: 'the link of a secret',
    },
    {
      name: 'of_request',
      key: { requestHash: 1, createdAt: -1 },
      options: { partialFilterExpression: { requestHash: { $type: 'string' } } },
      serves: 'the sign-in codes that a browser asked for',
    },
    { name: 'of_user', key: { userId: 1, kind: 1 }, serves: "ending a user's links" },
    goesAt('ttl_expired', 'expiresAt', 'old links go by themselves; they work for nothing before that', KEEP_SECONDS),
  ],
});
