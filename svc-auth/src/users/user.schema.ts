import { UNVERIFIED_ACCOUNT_DAYS } from '@concert/contracts/core/personal-data';
import { ROLES } from '@concert/contracts/core/roles';
import { MAX_WORD_LENGTH, nameWords, normalizeForSearch } from '@concert/contracts/core/search-words';
import { defineVersionedCollection, type Stored } from '@concert/service-kit/store/collection';
import type { User } from './user.ts';

export interface UserDocument extends Stored<User> {
  /** The words that organisers find the account by: its address, and each word of its name. */
  searchWords: string[];
}

export const usersCollection = defineVersionedCollection<UserDocument>({
  name: 'users',
  stores: 'An account: who someone is, how they sign in and what they may do',
  kept: 'until its owner has it erased; a week where the address was never verified',
  fields: {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    name: { type: String, required: true },
    address: { type: String, required: true },
    phone: { type: String, required: true },
    note: { type: String, required: true },
    skills: { type: String, required: true },
    availability: { type: String, required: true },
    role: { type: String, required: true, enum: ROLES },
    roleSince: { type: Date },
    passwordHash: { type: String },
    passwordProven: { type: Boolean, required: true },
    googleSub: { type: String },
    emailVerifiedAt: { type: Date },
    sessionEpoch: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    version: { type: Number, required: true },
    searchWords: { type: [String], required: true },
  },
  indexes: [
    {
      name: 'uq_email',
      key: { emailKey: 1 },
      options: { unique: true },
      serves: 'one account per address; the account of an address; the list in its order',
    },
    {
      name: 'uq_google_sub',
      key: { googleSub: 1 },
      options: { unique: true, partialFilterExpression: { googleSub: { $type: 'string' } } },
      serves: 'one account per person at Google; the account of such a person',
    },
    {
      name: 'search_words',
      key: { searchWords: 1, emailKey: 1 },
      serves: 'users by the beginning of an address or of a word of the name',
    },
    {
      name: 'ttl_unverified',
      key: { createdAt: 1 },
      options: {
        expireAfterSeconds: UNVERIFIED_ACCOUNT_DAYS * 86_400,
        partialFilterExpression: { emailVerifiedAt: { $type: 'null' } },
      },
      serves: 'accounts whose address was never verified are deleted: someone else may have typed it',
    },
    {
      name: 'of_role',
      key: { role: 1 },
      serves: 'counting admins before one of them stops being one; organisers, to tell them of a big action',
    },
  ],
});

export function toUser({ _id, searchWords: _words, ...rest }: UserDocument): User {
  return { id: _id, ...rest };
}

export function toDocument({ id, ...rest }: User): UserDocument {
  return {
    _id: id,
    ...rest,
    searchWords: [...new Set([normalizeForSearch(rest.emailKey).slice(0, MAX_WORD_LENGTH), ...nameWords(rest.name)])],
  };
}
