import type { UserId } from '@concert/contracts/core/ids';
import { defineCollection } from '@concert/service-kit/collection';
import type { Recovery } from './recovery.ts';

export interface RecoveryDocument extends Omit<Recovery, 'userId'> {
  /** Whose passkeys they are. */
  _id: UserId;
}

export const recoveriesCollection = defineCollection<RecoveryDocument>({
  name: 'passkey-recoveries',
  stores: 'A recovery of passkeys that waits for its time',
  kept: 'until it is carried out or called off',
  fields: {
    _id: { type: String, required: true },
    askedBy: { type: String, required: true },
    askedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true },
  },
  indexes: [{ name: 'by_time', key: { dueAt: 1 }, serves: 'what is due, and the list in its order' }],
});
