import type { Migration } from '@concert/service-kit/migrations';
import { USERS_COLLECTION, type UserDocument } from '../users/mongo-users.repository.ts';
import { searchWords } from '../users/search-words.ts';

const BATCH = 500;

/** Accounts from before users could be searched get their search words. */
export const searchWordsOfUsers: Migration = {
  id: '0001-search-words',
  estimate: async (db) =>
    `${await db.collection(USERS_COLLECTION).countDocuments({ searchWords: { $exists: false } })} accounts get their words, about a second for each 5,000`,
  up: async (db) => {
    const users = db.collection<UserDocument>(USERS_COLLECTION);
    let batch: { _id: UserDocument['_id']; words: string[] }[] = [];
    const store = async (): Promise<void> => {
      if (batch.length > 0)
        await users.bulkWrite(
          batch.map(({ _id, words }) => ({ updateOne: { filter: { _id }, update: { $set: { searchWords: words } } } })),
          { ordered: false },
        );
      batch = [];
    };
    for await (const { _id, emailKey, name } of users.find({ searchWords: { $exists: false } }, { projection: { emailKey: 1, name: 1 } })) {
      batch.push({ _id, words: searchWords(emailKey, name) });
      if (batch.length === BATCH) await store();
    }
    await store();
  },
};
