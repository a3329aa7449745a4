import { defineCollection } from '@concert/service-kit/collection';
import type { AccountRequest } from './account-request.ts';

export interface AccountRequestDocument extends Omit<AccountRequest, 'id'> {
  _id: string;
}

export const accountRequestsCollection = defineCollection<AccountRequestDocument>({
  name: 'account-requests',
  stores: 'Something asked for by address without being signed in: stored before its answer, looked into afterwards',
  kept: 'until it was looked into, a moment later',
  fields: {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: ['sign-up', 'verification', 'password-reset'] },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    name: { type: String },
    passwordHash: { type: String },
    createdAt: { type: Date, required: true },
  },
  indexes: [{ name: 'waiting', key: { createdAt: 1 }, serves: 'requests that a process left behind, oldest first' }],
});

export interface RequestCountDocument {
  /** What is counted, and the hour. */
  _id: string;
  count: number;
  forgetAt: Date;
}

export const requestCountsCollection = defineCollection<RequestCountDocument>({
  name: 'account-request-counts',
  stores: 'How many mails an address or a source asked for in an hour',
  kept: 'until the hour is over',
  fields: {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    forgetAt: { type: Date, required: true },
  },
  indexes: [
    {
      name: 'ttl_forget',
      key: { forgetAt: 1 },
      options: { expireAfterSeconds: 0 },
      serves: 'counts of an hour that is over go by themselves',
    },
  ],
});
