import { afterAll, describe, expect, it } from '@jest/globals';
import amqp from 'amqplib';
import mongoose from 'mongoose';
import { openTestRoom } from './servers.ts';
import { until } from './until.ts';

describe('a test room', () => {
  const room = openTestRoom();
  afterAll(() => room.close());

  it('has an empty database in which transactions commit and roll back', async () => {
    const client = new mongoose.mongo.MongoClient(room.mongoUrl);
    try {
      const seats = client.db().collection<{ seat: number }>('seats');
      expect(await seats.countDocuments()).toBe(0);
      await client.withSession((session) => session.withTransaction(() => seats.insertOne({ seat: 1 }, { session })));
      const undone = client.withSession((session) =>
        session.withTransaction(async () => {
          await seats.insertOne({ seat: 2 }, { session });
          throw new Error('changed my mind');
        }),
      );
      await expect(undone).rejects.toThrow('changed my mind');
      expect(await seats.distinct('seat')).toEqual([1]);
    } finally {
      await client.close();
    }
  });

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

  it('has an exchange of its own whose messages reach a quorum queue', async () => {
    const connection = await amqp.connect(room.rabbitUrl);
    try {
      const channel = await connection.createConfirmChannel();
      const queue = `${room.queuePrefix}door`;
      await channel.assertExchange(room.exchange, 'topic', { durable: true });
      await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
      await channel.bindQueue(queue, room.exchange, 'booking.#');
      channel.publish(room.exchange, 'booking.booking.paid.v1', Buffer.from('{}'), { persistent: true });
      await channel.waitForConfirms();
      const message = await until('the message is in the queue', () => channel.get(queue));
      expect(message && message.fields.routingKey).toBe('booking.booking.paid.v1');
      await channel.deleteQueue(queue);
    } finally {
      await connection.close();
    }
  });

  it('shares neither database nor names with another room', () => {
    const other = openTestRoom();
    expect(other.mongoUrl).not.toBe(room.mongoUrl);
    expect(other.exchange).not.toBe(room.exchange);
  });
});
