import { defineCollection, goesAt, type Stored } from '@concert/service-kit/store/collection';
import type { GoogleFlow } from './google.ts';

export type FlowDocument = Stored<GoogleFlow>;

export const flowsCollection = defineCollection<FlowDocument>({
  name: 'google-flows',
  stores: 'A sign-in by way of Google that was begun and may be finished once',
  kept: 'ten minutes',
  fields: {
    _id: { type: String, required: true },
    browserHash: { type: String, required: true },
    nonce: { type: String, required: true },
    codeVerifier: { type: String, required: true },
    mode: { type: String, required: true, enum: ['popup', 'redirect'] },
    confirms: { type: String },
    askedAt: { type: Date },
    expiresAt: { type: Date, required: true },
  },
  indexes: [goesAt('ttl_expired', 'expiresAt', 'flows nobody came back from go by themselves')],
});
