import { defineCollection, type Stored } from '@concert/service-kit/store/collection';
import type { AccountRequest } from './account-request.ts';

export type AccountRequestDocument = Stored<AccountRequest>;

export const accountRequestsCollection = defineCollection<AccountRequestDocument>({
  name: 'account-requests',
  stores: 'Something asked for by address without being signed in: stored before its answer, looked into afterwards',
  kept: 'until it was looked into, a moment later',
  fields: {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: ['sign-up', 'verification', 'password-reset', 'sign-in-code'] },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    name: { type: String },
    passwordHash: { type: String },
    nav: { type: String },
    requestHash: { type: String },
    spent: { type: [String], required: true },
    createdAt: { type: Date, required: true },
  },
  indexes: [{ name: 'waiting', key: { createdAt: 1 }, serves: 'requests that a process left behind, oldest first' }],
});
