import { openTestRoom } from '@concert/test-kit/servers';
import { afterAll, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { failCutCommands } from './cut-connections.ts';

const room = openTestRoom();
const connection = mongoose.createConnection();

afterAll(async () => {
  await connection.close();
  await room.close();
});

it('F02 a command whose connections are all cut at any of the first steps after its check-out is answered', async () => {
  await connection.openUri(room.mongoUrl, { minPoolSize: 2 });
  const client = connection.getClient();
  await failCutCommands(connection);
  const { checkedOut } = (
    client as never as { topology: { s: { servers: Map<string, { pool: { checkedOut: Set<{ onError(error: Error): void }> } }> } } }
  ).topology.s.servers
    .values()
    .next().value!.pool;
  for (let steps = 0; steps < 12; steps += 1) {
    let cut = 0;
    const cutAll = () => checkedOut.forEach((one) => one.onError(new mongoose.mongo.MongoNetworkError(`cut ${(cut += 1)}`)));
    const after = (left: number): void => (left === 0 ? cutAll() : queueMicrotask(() => after(left - 1)));
    client.once('connectionCheckedOut', () => after(steps));
    expect(await connection.collection('probe').findOne({})).toBeNull();
    expect([steps, cut > 0]).toEqual([steps, true]);
  }
});
