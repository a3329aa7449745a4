import type { SessionId } from '@concert/contracts/core/ids';
import { defineCollection, goesAt } from '@concert/service-kit/store/collection';
import type { Session } from './session.ts';

/** Keyed by the SHA-256 of the secret: somebody who reads the database cannot sign in with it. */
export interface SessionDocument extends Omit<Session, 'id'> {
  _id: string;
  sessionId: SessionId;
}

export const sessionsCollection = defineCollection<SessionDocument>({
  name: 'sessions',
  stores: 'One signed-in browser',
  kept: 'until it ends',
  fields: {
    _id: { type: String, required: true },
    sessionId: { type: String, required: true },
    userId: { type: String, required: true },
    sessionEpoch: { type: Number, required: true },
    openedAt: { type: Date, required: true },
    signedInAt: { type: Date, required: true },
    passkeyAt: { type: Date },
    expiresAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    device: { type: String, required: true },
  },
  indexes: [
    { name: 'uq_session', key: { sessionId: 1 }, options: { unique: true }, serves: 'ending one session' },
    { name: 'of_user', key: { userId: 1 }, serves: "listing a user's sessions, and ending all of them" },
    goesAt('ttl_expired', 'expiresAt', 'ended sessions go by themselves; they count for nothing before that'),
  ],
});
