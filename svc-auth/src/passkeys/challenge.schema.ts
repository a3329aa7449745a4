import { defineCollection, goesAt } from '@concert/service-kit/store/collection';
import { CHALLENGE_PURPOSES, type Challenge } from './challenge.ts';

export interface ChallengeDocument extends Omit<Challenge, 'hash'> {
  _id: string;
}

export const challengesCollection = defineCollection<ChallengeDocument>({
  name: 'passkey-challenges',
  stores: 'A challenge (only its hash) that a passkey may answer once',
  kept: 'five minutes, or until it is answered',
  fields: {
    _id: { type: String, required: true },
    purpose: { type: String, required: true, enum: CHALLENGE_PURPOSES },
    userId: { type: String },
    sessionId: { type: String },
    expiresAt: { type: Date, required: true },
  },
  indexes: [goesAt('ttl_expired', 'expiresAt', 'challenges that nobody answered go by themselves')],
});
