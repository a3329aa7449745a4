import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@concert/test-kit/clock';
import { openTestRoom } from '@concert/test-kit/servers';
import { moreThan, until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import type { IndexSpec } from './collection.ts';
import { inContext, type HeldLease } from '../process/context.ts';
import { Idempotency } from './idempotency.ts';
import { Inbox } from '../messages/inbox.ts';
import { isUnavailable } from '../process/errors.ts';
import { LeaseLostError, Leases } from './lease.ts';
import { createLog } from '../process/log.ts';
import { kitIndexes, migrate, missingIndexes, type Migration } from '../migrations.ts';
import { Transactions } from './mongo.ts';
import { Metrics } from '../process/metrics.ts';
import { Schedules } from './schedules.ts';

const room = openTestRoom();
const log = createLog('probe', 'silent');
let connection: Connection;
let other: Connection;

beforeAll(async () => {
  connection = await mongoose.createConnection(room.mongoUrl).asPromise();
  other = await mongoose.createConnection(room.mongoUrl).asPromise();
});

afterAll(async () => {
  await connection.close();
  await other.close();
  await room.close();
});

describe('a lease', () => {
  const name = () => `work ${Math.random()}`;

  it('B8-513 is held by one of many that ask at once', async () => {
    const lease = name();
    const holders = Array.from({ length: 12 }, (_, index) => new Leases(index % 2 ? connection : other));
    const answers = await Promise.all(holders.map((holder) => holder.take(lease, 10_000)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const winner = holders[answers.indexOf(true)]!;
    expect(await winner.take(lease, 10_000)).toBe(true);
  });

  it('passes on when it is given back', async () => {
    const lease = name();
    const [first, second] = [new Leases(connection), new Leases(other)];
    expect(await first.take(lease, 60_000)).toBe(true);
    expect(await second.take(lease, 60_000)).toBe(false);
    await second.release(lease);
    expect(await second.take(lease, 60_000)).toBe(false);
    await first.release(lease);
    await until('the second has it', () => second.take(lease, 60_000));
    expect(await first.take(lease, 60_000)).toBe(false);
  });

  it('of a holder that froze is taken over, and the holder learns it', async () => {
    const lease = name();
    const [frozen, next] = [new Leases(connection), new Leases(other)];
    expect(await frozen.take(lease, 60)).toBe(true);
    await until('the next takes over', () => next.take(lease, 60_000), Boolean, { everyMs: 20 });
    expect(await frozen.take(lease, 60_000)).toBe(false);
    await frozen.release(lease);
    expect(await next.take(lease, 60_000)).toBe(true);
    expect(await connection.db!.collection<{ _id: string; term: number }>('leases').findOne({ _id: lease })).toMatchObject({ term: 2 });
  });
});

describe('a lease that was taken while the clock of the database was two days ahead', () => {
  it.each([10_000, 86_400_000])('keeps nobody from work that takes %i ms', async (milliseconds) => {
    const lease = `ahead ${milliseconds}`;
    const until = new Date(Date.now() + 2 * 86_400_000);
    await connection.db!.collection<{ _id: string }>('leases').insertOne({ _id: lease, holder: 'gone', until, term: 1 } as never);
    expect(await new Leases(other).take(lease, milliseconds)).toBe(true);
  });
});

describe('work under a lease', () => {
  const name = () => `held ${Math.random()}`;
  const untilOf = async (lease: string) =>
    (await connection.db!.collection<{ _id: string; until: Date }>('leases').findOne({ _id: lease }))?.until.getTime() ?? 0;

  it('keeps its lease as long as it takes, and gives it back', async () => {
    const lease = name();
    const [first, second] = [new Leases(connection), new Leases(other)];
    let end: () => void = () => undefined;
    const work = first.hold(lease, 300, () => new Promise((resolve) => (end = resolve)));
    const begun = await until('the lease is there', () => untilOf(lease));
    await until('it was renewed twice', () => untilOf(lease), moreThan(begun + 150), { everyMs: 20 });
    expect(await second.hold(lease, 300, () => Promise.reject(new Error('must not run')))).toBe(false);
    end();
    expect(await work).toBe(true);
    // A renewal may have been under way.
    await until('the second has it', () => second.take(lease, 300));
  });

  it('keeps its term from one piece of work to the next, and begins another one after somebody else', async () => {
    const lease = name();
    const [first, second] = [new Leases(connection), new Leases(other)];
    const terms: number[] = [];
    const work = async (held: HeldLease) => {
      await held.confirm();
      const row = await connection.db!.collection<{ _id: string; term: number }>('leases').findOne({ _id: lease });
      terms.push(row!.term);
    };
    for (const leases of [first, first, second, second, first]) expect(await leases.hold(lease, 60_000, work)).toBe(true);
    expect(terms).toEqual([1, 1, 2, 2, 3]);
  });

  it('B8-513 stores nothing once another process had its lease, even when that one is done', async () => {
    const lease = name();
    const [frozen, next] = [new Leases(connection), new Leases(other)];
    const rows = connection.db!.collection<{ _id: string; by: string }>('fenced');
    const transactions = new Transactions(connection);
    const held = (leases: Leases, work: () => Promise<void>) =>
      leases.hold(lease, 60_000, (of) => inContext({ correlationId: 'c', traceId: 't', traceparent: '', lease: of }, work));
    const wakes = held(frozen, async () => {
      // As a process that froze: its lease ends, another works and is done, and then it goes on.
      await connection.db!.collection<{ _id: string }>('leases').updateOne({ _id: lease }, { $set: { until: new Date(0) } });
      expect(
        await held(next, () =>
          transactions.run(async (session) => void (await rows.insertOne({ _id: `${lease} next`, by: 'next' }, { session }))),
        ),
      ).toBe(true);
      await transactions.run(async (session) => void (await rows.insertOne({ _id: `${lease} frozen`, by: 'frozen' }, { session })));
    });
    await expect(wakes).rejects.toBeInstanceOf(LeaseLostError);
    expect(await rows.find({ _id: { $regex: `^${lease}` } }).toArray()).toEqual([{ _id: `${lease} next`, by: 'next' }]);
  });
});

describe('a transaction', () => {
  it('that never ends is given up soon after its limit, and stores nothing when it goes on later', async () => {
    const rows = connection.db!.collection<{ _id: string }>('overdue');
    const gate = Promise.withResolvers<void>();
    const wentOn = Promise.withResolvers<unknown>();
    const transaction = new Transactions(connection, 500).run(async (session) => {
      await rows.insertOne({ _id: 'early' }, { session });
      await gate.promise;
      const late = rows.insertOne({ _id: 'late' }, { session });
      wentOn.resolve(late.catch(() => undefined));
      await late;
    });
    const failure: unknown = await transaction.catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
    gate.resolve();
    await wentOn.promise;
    await new Transactions(connection).run(async (session) => void (await rows.insertOne({ _id: 'next' }, { session })));
    expect(await rows.find().toArray()).toEqual([{ _id: 'next' }]);
  }, 10_000);
});

describe('schedules', () => {
  it('run a task in one process at a time, never over itself, and a stop waits for it', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const work = async () => {
      running += 1;
      runs += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
    };
    const both = [connection, other].map((of) => new Schedules(new Leases(of), log));
    for (const schedules of both) {
      schedules.every('count', 10, work);
      schedules.start();
    }
    await until('it runs', () => runs, 1);
    const stopped = Promise.all(both.map((schedules) => schedules.stop())).then(() => 'stopped');
    expect(await Promise.race([stopped, pause(200).then(() => 'under way')])).toBe('under way');
    release();
    await stopped;
    expect(running).toBe(0);
    expect([most, runs]).toEqual([1, 1]);
  });

  it('B4-539 go on after a failure, and say how often they are meant to run and when they succeeded last, which it does not move', async () => {
    const metrics = new Metrics('svc-test');
    const schedules = new Schedules(new Leases(connection), log, undefined, metrics);
    const since = (task: string) =>
      metrics.registry.metrics().then((text) => Number(new RegExp(`_done_at_seconds\\{task="${task}".* (\\S+)`).exec(text)?.[1]));
    let failures = 0;
    schedules.every('fine', 5, () => Promise.resolve());
    schedules.every('shaky', 5, () => {
      failures += 1;
      return Promise.reject(new Error('fault'));
    });
    const planned = await since('shaky');
    expect(Math.abs(planned - Date.now() / 1_000)).toBeLessThan(5);
    schedules.start();
    await until('one has succeeded and one has failed', async () => (await since('fine')) > planned && failures > 1);
    await schedules.stop();
    expect(await since('shaky')).toBe(planned);
    await expect(schedules.runNow('nothing')).rejects.toThrow('there is no task nothing');
    await expect(schedules.runNow('shaky')).rejects.toThrow('fault');
    expect(await metrics.registry.metrics()).toMatch(/scheduled_task_every_seconds\{task="fine",service="svc-test"\} 0.005/);
  });
});

describe('one press of a button', () => {
  const clock = new FakeClock();

  it('has one stored answer for one person, route, key and body', async () => {
    const keys = new Idempotency(connection, clock);
    const transactions = new Transactions(connection);
    const attempt = keys.attempt('us_1', 'reserve', 'k', { a: 1, b: [{ c: 2, d: 3 }] });
    expect(await keys.recall(attempt)).toBeUndefined();
    await transactions.run((session) => keys.keep(session, [keys.row(attempt, { id: 'bk_1' })]));
    expect(await keys.recall(keys.attempt('us_1', 'reserve', 'k', { b: [{ d: 3, c: 2 }], a: 1 }))).toEqual({ id: 'bk_1' });
    await expect(keys.recall(keys.attempt('us_1', 'reserve', 'k', { a: 2 }))).rejects.toMatchObject({ code: 'request.key_reused' });
    for (const [actor, route, key] of [
      ['us_2', 'reserve', 'k'],
      ['us_1', 'pay', 'k'],
      ['us_1', 'reserve', 'K'],
    ] as const) {
      expect(await keys.recall(keys.attempt(actor, route, key, { a: 1, b: [{ c: 2, d: 3 }] }))).toBeUndefined();
    }
    await expect(transactions.run((session) => keys.keep(session, [keys.row(attempt, {})]))).rejects.toMatchObject({ code: 11_000 });
  });

  it('gets the answer of the first of several at one moment, who find the act done by it', async () => {
    const keys = new Idempotency(connection, clock);
    const transactions = new Transactions(connection);
    const acts = connection.db!.collection<{ _id: string }>('acts');
    const press = (round: number) => {
      const attempt = keys.attempt('us_1', 'act', `press ${round}`, {});
      return keys.once(attempt, () =>
        transactions.run(async (session) => {
          if (await acts.findOne({ _id: `act ${round}` }, { session })) throw new Error('it was done before');
          await acts.insertOne({ _id: `act ${round}` }, { session });
          await keys.keep(session, [keys.row(attempt, 'done')]);
          return 'done';
        }),
      );
    };
    for (let round = 0; round < 10; round += 1)
      expect(await Promise.allSettled(Array.from({ length: 8 }, () => press(round)))).toEqual(
        Array.from({ length: 8 }, () => ({ status: 'fulfilled', value: 'done' })),
      );
  });
});

describe('the inbox', () => {
  it("shows a duplicate that is the effect's own fault instead of calling it a repeat", async () => {
    const inbox = new Inbox(connection, new Transactions(connection), new FakeClock());
    const rows = connection.db!.collection<{ _id: string }>('rows');
    await rows.insertOne({ _id: 'taken' });
    const message = { id: '018f0000-0000-7000-8000-000000000001' };
    await expect(
      inbox.once('write', message, async (session) => void (await rows.insertOne({ _id: 'taken' }, { session }))),
    ).rejects.toMatchObject({ code: 11_000 });
    expect(await inbox.once('write', message, async (session) => void (await rows.insertOne({ _id: 'free' }, { session })))).toBe('done');
    expect(await inbox.once('write', message, () => Promise.reject(new Error('must not run')))).toBe('repeat');
    expect(await inbox.once('read', message, () => Promise.resolve())).toBe('done');
  });
});

describe('migrations', () => {
  const indexes: IndexSpec[] = [
    { collection: 'seats', name: 'uq_seat', key: { seat: 1 }, options: { unique: true }, serves: 'each seat once' },
  ];
  let runs: string[] = [];
  let said: string[] = [];
  const step = (id: string, up: Migration['up'] = () => Promise.resolve()): Migration => ({
    id,
    up: async (db) => {
      runs.push(id);
      await up(db);
    },
  });
  const go = (of: Connection, steps: Migration[]) => migrate(of, steps, indexes, (line) => void said.push(line));

  beforeEach(async () => {
    [runs, said] = [[], []];
    await connection.db!.dropDatabase();
  });

  it('run in order, once, and make what the kit and the service need', async () => {
    expect(await missingIndexes(connection, [...kitIndexes, ...indexes])).toEqual([
      'outbox.waiting',
      'outbox.ttl_published',
      'inbox.ttl_handled',
      'idempotency-keys.ttl_created',
      'named-people.ttl_forget',
      'seats.uq_seat',
    ]);
    await go(connection, [step('0002-second'), step('0001-first')]);
    await go(connection, [step('0001-first'), step('0002-second'), step('0003-third')]);
    expect(runs).toEqual(['0001-first', '0002-second', '0003-third']);
    expect(said).toEqual(['0001-first', '0002-second', '0003-third']);
    expect(await missingIndexes(connection, [...kitIndexes, ...indexes])).toEqual([]);
    await connection.db!.collection('seats').insertOne({ seat: 1 });
    await expect(connection.db!.collection('seats').insertOne({ seat: 1 })).rejects.toMatchObject({ code: 11_000 });
  });

  it('stop at a step that fails and continue there', async () => {
    let broken = true;
    const steps = [
      step('0001-first'),
      step('0002-second', () => (broken ? Promise.reject(new Error('fault')) : Promise.resolve())),
      step('0003-third'),
    ];
    await expect(go(connection, steps)).rejects.toThrow('fault');
    broken = false;
    await go(connection, steps);
    expect(runs).toEqual(['0001-first', '0002-second', '0002-second', '0003-third']);
  });
});
