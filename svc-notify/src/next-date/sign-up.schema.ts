import { defineCollection, goesAt } from '@concert/service-kit/store/collection';
import type { SignUp, SignUpId } from './sign-up.ts';

export interface SignUpDocument extends Omit<SignUp, 'id'> {
  _id: SignUpId;
}

export const signUpsCollection = defineCollection<SignUpDocument>({
  name: 'next-date-sign-ups',
  stores: 'An address that is to be told of the next date',
  kept: 'until its owner leaves; a week where nobody confirmed it',
  fields: {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    nonce: { type: String, required: true },
    askedAt: { type: Date, required: true },
    linkEndsAt: { type: Date, required: true },
    confirmedAt: { type: Date },
    forgetAt: { type: Date },
  },
  indexes: [
    { name: 'uq_email', key: { emailKey: 1 }, options: { unique: true }, serves: 'one sign-up of each address' },
    { name: 'confirmed', key: { confirmedAt: 1 }, serves: 'who is written to about the next date' },
    goesAt('ttl_forget', 'forgetAt', 'an address that nobody confirmed goes by itself'),
  ],
});
