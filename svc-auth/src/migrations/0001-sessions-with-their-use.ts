import type { Migration } from '@concert/service-kit/store/migrations';
import { sessionsCollection } from '../sessions/session.schema.ts';

/** Ends sessions of before their last use and their device were kept: they count as unused, and whoever had one signs in again. */
export const sessionsWithTheirUse: Migration = {
  id: '0001-sessions-with-their-use',
  up: async (db) => {
    await db
      .collection(sessionsCollection.name)
      .deleteMany({ $or: [{ lastUsedAt: { $not: { $type: 'date' } } }, { device: { $not: { $type: 'string' } } }] });
  },
};
