import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@concert/test-kit/clock';
import { openTestRoom } from '@concert/test-kit/servers';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { currentContext, inContext } from '../process/context.ts';
import { inboxCollection } from './inbox.schema.ts';
import { Inbox } from './inbox.ts';
import { oneByOne, type GroupEffect } from './message-group.ts';
import { Transactions } from '../store/mongo.ts';

const room = openTestRoom();
const clock = new FakeClock();
const GROUP = 40;
let connection: Connection;
let inbox: Inbox;
let groups: string[][];

interface Message {
  readonly id: string;
  readonly subject: string;
}

beforeAll(async () => {
  connection = await mongoose.createConnection(room.mongoUrl).asPromise();
});

beforeEach(() => {
  inbox = new Inbox(connection, new Transactions(connection), clock);
  groups = [];
});

afterAll(async () => {
  await connection.close();
  await room.close();
});

const counts = () => connection.db!.collection<{ _id: string; effects: number }>('counts');
const effects = async (messages: readonly Message[]) => {
  const rows = await counts()
    .find({ _id: { $in: messages.map(({ subject }) => subject) } })
    .toArray();
  return messages.map(({ subject }) => rows.find(({ _id }) => _id === subject)?.effects ?? 0);
};
const newMessages = (count: number, name = ''): Message[] =>
  Array.from({ length: count }, () => ({ id: randomUUID(), subject: `${name}:${randomUUID()}` }));

/** Counts each message of a group. */
const count: GroupEffect<Message> = async (group, transaction) => {
  groups.push(group.map(({ message }) => message.id));
  await counts().bulkWrite(
    group.map(({ message }) => ({ updateOne: { filter: { _id: message.subject }, update: { $inc: { effects: 1 } }, upsert: true } })),
    { session: transaction },
  );
};

describe('messages of one purpose', () => {
  it('that come together share a transaction, their repeats are left out, and a lone one waits for nobody', async () => {
    const handle = inbox.together('share', count);
    const messages = newMessages(GROUP);
    const [first, second] = messages as [Message, Message];
    expect(await Promise.all([...messages, first, second].map(handle))).toEqual([...messages.map(() => 'done'), 'repeat', 'repeat']);
    expect(groups.map(({ length }) => length)).toEqual([GROUP]);
    expect(await Promise.all([...messages, ...newMessages(1)].map(handle))).toEqual([...messages.map(() => 'repeat'), 'done']);
    expect(await effects(messages)).toEqual(messages.map(() => 1));
    expect(groups.map(({ length }) => length)).toEqual([GROUP, 1]);
    expect(await inbox.once('share', first, () => Promise.reject(new Error('must not run')))).toBe('repeat');
  });

  it('had by two processes at a time have one effect', async () => {
    const other = new Inbox(connection, new Transactions(connection), clock);
    const messages = newMessages(GROUP);
    const [handle, handleElsewhere] = [inbox, other].map((of) => of.together('both', count));
    const outcomes = await Promise.all([...messages.map(handle!), ...messages.toReversed().map(handleElsewhere!)]);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(GROUP);
    expect(await effects(messages)).toEqual(messages.map(() => 1));
  });

  it('count as noted for their own piece of work', async () => {
    const handle = inbox.together(
      'noted',
      oneByOne<Message>(() => Promise.reject(new Error('fails'))),
    );
    const [message] = newMessages(1);
    const context = { correlationId: '', traceId: '', traceparent: '' };
    await inContext(context, async () => {
      await expect(handle(message!)).rejects.toThrow('fails');
      expect(currentContext()).toBe(context);
    });
    await inbox.noteWithoutEffect('noted', message!.id, context);
    const notes = connection.db!.collection<{ _id: string }>(inboxCollection.name, { readConcern: { level: 'local' } });
    expect(await notes.countDocuments({ _id: `noted:${message!.id}` })).toBe(0);
    await inbox.noteWithoutEffect('noted', message!.id, { ...context });
    expect(await notes.countDocuments({ _id: `noted:${message!.id}` })).toBe(1);
  });
});

describe('messages that changed nothing', () => {
  it('are noted, whether or not they were before', async () => {
    const ids = newMessages(GROUP).map(({ id }) => id);
    await inbox.noteHandled('nothing', ids[0]!);
    await Promise.all([...ids, ...ids].map((id) => inbox.noteHandled('nothing', id)));
    // The notes are not journaled, so a read may miss them at first.
    const handled = await until(
      'all are noted',
      () => inbox.handledOf('nothing', ids),
      (seen) => seen.size === ids.length,
    );
    expect(handled).toEqual(new Set(ids));
  });
});
