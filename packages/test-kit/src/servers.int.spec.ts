import { afterAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { openTestRoom } from './servers.ts';

describe('a test room', () => {
  const room = openTestRoom();
  afterAll(() => room.close());

  it('deletes nothing by the clock of the machine: tests set their own', async () => {
    const client = new mongoose.mongo.MongoClient(room.mongoUrl);
    try {
      // Somebody's own server, named by MONGO_URL, is left as it is.
      expect(await client.db('admin').command({ getParameter: 1, ttlMonitorEnabled: 1 })).toMatchObject({
        ttlMonitorEnabled: process.env['MONGO_URL'] ? expect.any(Boolean) : false,
      });
    } finally {
      await client.close();
    }
  });

  it('lets go of the files of a dropped database a minute later, and not five', async () => {
    const client = new mongoose.mongo.MongoClient(room.mongoUrl);
    try {
      expect(await client.db('admin').command({ getParameter: 1, minSnapshotHistoryWindowInSeconds: 1 })).toMatchObject({
        minSnapshotHistoryWindowInSeconds: process.env['MONGO_URL'] ? expect.any(Number) : 60,
      });
    } finally {
      await client.close();
    }
  });
});
