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

it('F02 a command whose connections are all cut at any of the first steps after its check-out, or while a large one is sent, is answered', async () => {
  await connection.openUri(room.mongoUrl, { minPoolSize: 2 });
  const client = connection.getClient();
  await failCutCommands(connection);
  const { checkedOut } = (
    client as never as { topology: { s: { servers: Map<string, { pool: { checkedOut: Set<{ onError(error: Error): void }> } }> } } }
  ).topology.s.servers
    .values()
    .next().value!.pool;
  const large = 'x'.repeat(12_000_000);
  const soon = (steps: number, work: () => void): void => (steps === 0 ? work() : queueMicrotask(() => soon(steps - 1, work)));
  const sent = (_: number, work: () => void) => setImmediate(() => setImmediate(work));
  for (const [steps, after, text] of [...Array.from({ length: 12 }, (_, step) => [step, soon, ''] as const), [0, sent, large] as const]) {
    let cut = 0;
    const cutAll = () => checkedOut.forEach((one) => one.onError(new mongoose.mongo.MongoNetworkError(`cut ${(cut += 1)}`)));
    client.once('connectionCheckedOut', () => after(steps, cutAll));
    expect(await connection.collection('probe').findOne({ text })).toBeNull();
    expect([steps, cut > 0]).toEqual([steps, true]);
  }
});
