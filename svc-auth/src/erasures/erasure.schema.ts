import { ERASING_SERVICES, type ErasingService } from '@concert/contracts/auth/erasure';
import type { UserId } from '@concert/contracts/core/ids';
import { defineVersionedCollection } from '@concert/service-kit/store/collection';
import type { Erasure } from './erasure.ts';

export interface ErasureDocument extends Omit<Erasure, 'userId' | 'awaits'> {
  /** Whose. */
  _id: UserId;
  awaits: ErasingService[];
}

export const erasuresCollection = defineVersionedCollection<ErasureDocument>({
  name: 'erasures',
  stores: 'That an account was erased, by its number alone once every service has forgotten its address (0062)',
  kept: 'for ever: a restored backup is erased again by it',
  fields: {
    _id: { type: String, required: true },
    email: { type: String },
    erasedAt: { type: Date, required: true },
    awaits: { type: [{ type: String, enum: ERASING_SERVICES }], required: true },
    republishAt: { type: Date },
    version: { type: Number, required: true },
  },
  indexes: [
    {
      name: 'unfinished',
      key: { republishAt: 1 },
      options: { partialFilterExpression: { republishAt: { $type: 'date' } } },
      serves: 'erasures that a service has not reported, to be announced again',
    },
  ],
});
