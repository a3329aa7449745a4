import { connect as openSocket, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { Envelope } from '@concert/contracts/core/envelope';
import { openTestRoom } from '@concert/test-kit/servers';
import { atLeast, having, moreThan, ofLength, until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { probeIndexes, RETRIES_MS, startProbe, thingMade, thingMadeV1 } from '../../test/probe-service.ts';
import { RunningProbe } from '../../test/running-probe.harness.ts';
import { failing, Steering } from '../../test/steering.ts';
import { CLOCK } from '../process/clock.ts';
import { depthOf, dropDeadLetter, listDeadLetters, redriveDeadLetters } from './dead-letters.ts';
import { Leases } from '../store/lease.ts';
import { Log } from '../process/log.ts';
import { Metrics } from '../process/metrics.ts';
import { migrate } from '../migrations.ts';
import { Transactions } from '../store/mongo.ts';
import { Outbox } from './outbox.ts';
import { RABBIT } from './internal/rabbit.ts';
import { OutboxRelay } from './internal/relay.ts';
import { HEADER_ATTEMPT, HEADER_WAITS, HEADER_WAITS_FOR } from './topology.ts';
import type { OutboxRow } from './outbox.schema.ts';

const probe = new RunningProbe();
const { room, keys, names, lines } = probe;
const queue = names.queue('svc-notify', 'count');
const outbox = () => probe.database.db!.collection<OutboxRow>('outbox');
const logged = (message: string, factId: string) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['message'] === message && line['factId'] === factId);
const dead = () => listDeadLetters(room.rabbitUrl, queue);

beforeAll(() => probe.start());
afterAll(() => probe.stop());

describe('a fact', () => {
  it('B8-502 recorded with its change reaches every purpose once, under the trace of its request', async () => {
    expect(await probe.make('bell')).toEqual({ status: 201, body: { number: 1 } });
    await probe.handled('bell');
    await until('it was greeted', () => probe.effects('bell', 'greetings'), 1);
    const row = (await outbox().findOne({ 'envelope.subject': 'bell' }))!;
    expect(row.publishedAt).toBeInstanceOf(Date);
    expect(row.envelope).toMatchObject({
      specversion: '1.0',
      source: 'svc-notify',
      type: 'notify.thing.made.v1',
      aggregateversion: 1,
      data: { name: 'bell', number: 1 },
    });
    const [seen] = probe.steering.attempts.get('bell')!;
    expect(seen!.causation).toBe(row.envelope.id);
    expect(seen!.trace).toBe(row.envelope.traceparent!.split('-')[1]);
  });

  it('recorded by a clock that is far behind is published, also while others are recorded all the time', async () => {
    const id = '018f0000-0000-7000-8000-0000000000cc';
    let isBusy = true;
    const others = (async () => {
      for (let index = 0; isBusy; index += 1) await probe.make(`other ${index}`);
    })();
    try {
      await probe.handled('other 20');
      await outbox().insertOne({ _id: id, envelope: thingMade('late', id), mustRoute: false, queues: [], publishedAt: null });
      await probe.handled('late');
    } finally {
      isBusy = false;
      await others;
    }
  });

  it('B8-502 delivered a hundred times has one effect', async () => {
    await probe.tell(thingMade('drum', '018f0000-0000-7000-8000-0000000000aa'), { id: '018f0000-0000-7000-8000-0000000000aa', times: 100 });
    await until('all were taken', () => probe.steering.attempts.get('drum')?.length ?? 0, atLeast(100), { withinMs: 25_000 });
    await until('the queue is empty', () => probe.channel.checkQueue(queue.main), having({ messageCount: 0 }));
    await probe.handled('drum');
    expect(await probe.effects('drum')).toBe(1);
    expect(await dead()).toEqual([]);
  });

  it('no queue takes stays in the outbox, holds up no other, and leaves when a queue appears', async () => {
    expect((await probe.make('gong', { sold: true })).status).toBe(201);
    await probe.handled('gong');
    for (let count = 0; count < 3; count += 1) expect((await probe.make(`after gong ${count}`)).status).toBe(201);
    await probe.handled('after gong 2');
    const waiting = () => outbox().countDocuments({ 'envelope.type': 'notify.thing.sold.v1', publishedAt: null });
    expect(await waiting()).toBe(1);
    expect(lines.filter((line) => line.includes('no queue takes this fact yet'))).toHaveLength(1);
    const late = `${room.queuePrefix}late`;
    await probe.channel.assertQueue(late, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await probe.channel.bindQueue(late, room.exchange, 'notify.thing.sold.v1');
    await until('it left the outbox', waiting, 0, { withinMs: 10_000 });
    const message = await until('it arrived', () => probe.channel.get(late, { noAck: true }));
    expect((JSON.parse(message ? message.content.toString() : '{}') as Envelope).data).toEqual({ name: 'gong' });
    await probe.channel.deleteQueue(late);
  });

  it('is published, and handled, by one process at a time although several run', async () => {
    const second = await startProbe(
      { ...room.settingsOf('svc-notify'), ...keys.settingsFor('svc-notify') },
      { logLines: { write: () => undefined } },
    );
    const secondSteering = second.app.get(Steering);
    try {
      await until('the second is ready', () => fetch(`${second.url}/health/ready`).then(({ status }) => status), 200, { withinMs: 10_000 });
      for (let count = 0; count < 20; count += 1) expect((await probe.make(`both ${count}`)).status).toBe(201);
      for (let count = 0; count < 20; count += 1) await probe.handled(`both ${count}`);
      const taken = (of: Steering) =>
        [...of.attempts].filter(([name]) => name.startsWith('both ')).reduce((sum, [, seen]) => sum + seen.length, 0);
      // The second one's queues wait for the end of the first.
      expect([taken(probe.steering), taken(secondSteering)]).toEqual([20, 0]);
    } finally {
      await second.stop();
    }
  });

  it('B8-520 that a process recorded and left behind is published by another one, with its next beat', async () => {
    const deserted = openTestRoom();
    const watched = await mongoose.createConnection(deserted.mongoUrl).asPromise();
    await migrate(watched, [], probeIndexes, () => undefined);
    const { app } = probe.service;
    const [clock, log, metrics] = [app.get(CLOCK), app.get(Log), app.get(Metrics)] as const;
    const other = new OutboxRelay('svc-notify', watched, app.get(RABBIT), names, new Leases(watched), clock, log, metrics);
    try {
      other.start();
      // Nobody tells the other one.
      const recorder = new Outbox(watched, 'svc-notify', clock);
      const facts = [recorder.fact(thingMadeV1, 'left behind', 1, { name: 'left behind', number: 1 })];
      await new Transactions(watched).run((transaction) => recorder.record(transaction, facts));
      await probe.handled('left behind');
    } finally {
      await other.stop();
      await watched.close();
      await deserted.close();
    }
  });
});

describe('a message', () => {
  it.each([
    ['that is no JSON', () => Buffer.from('{')],
    ['that is no envelope', () => ({ name: 'x' })],
    ['whose data break the schema', () => ({ ...thingMade('x'), data: { name: 7 } })],
    ['whose type is not the one it was sent as', () => ({ ...thingMade('x'), type: 'notify.thing.sold.v1' })],
  ])('%s lies in the dead letters at once while the next passes', async (what, content) => {
    const id = await probe.tell(content());
    await probe.tell(thingMade(`next of ${what}`));
    await probe.handled(`next of ${what}`);
    const letters = await until('it is dead', dead, (all) => all.some(({ messageId }) => messageId === id));
    expect(letters.find(({ messageId }) => messageId === id)).toMatchObject({ attempts: 0, type: 'notify.thing.made.v1' });
    expect(logged('a fact goes to the dead letters', id)).toContainEqual(expect.objectContaining({ queue: queue.main, attempt: 0 }));
  });

  it('that fails is tried again after growing waits, then lies in the dead letters, and comes back when redriven', async () => {
    probe.steering.behave = (name) => void (name === 'heavy' && failing.plainly());
    const id = await probe.tell(thingMade('heavy'));
    const letters = await until('it is dead', dead, (all) => all.some(({ messageId }) => messageId === id), { withinMs: 10_000 });
    expect(letters.find(({ messageId }) => messageId === id)).toMatchObject({ fault: 'handler failed', attempts: 3 });
    const at = probe.steering.attempts.get('heavy')!.map((seen) => seen.at);
    expect(at).toHaveLength(RETRIES_MS.length + 1);
    RETRIES_MS.forEach((wait, index) => expect(at[index + 1]! - at[index]!).toBeGreaterThanOrEqual(wait - 20));

    probe.steering.behave = () => undefined;
    expect((await redriveDeadLetters(room.rabbitUrl, queue, id)).map(({ messageId }) => messageId)).toEqual([id]);
    await probe.handled('heavy');
    expect((await dead()).some(({ messageId }) => messageId === id)).toBe(false);
    // The others were looked at and kept.
    expect((await dead()).length).toBeGreaterThan(0);
  });

  it('B8-503 that is dead can be looked at and thrown away, and the others stay', async () => {
    const id = await probe.tell({ ...thingMade('x'), data: { name: 7 } });
    const before = await until('it is dead', dead, (all) => all.some(({ messageId }) => messageId === id));
    expect(JSON.parse(before.find(({ messageId }) => messageId === id)!.content)).toMatchObject({ data: { name: 7 } });
    expect((await dropDeadLetter(room.rabbitUrl, queue, id)).map(({ messageId }) => messageId)).toEqual([id]);
    expect(await dropDeadLetter(room.rabbitUrl, queue, id)).toEqual([]);
    expect((await dead()).map(({ messageId }) => messageId).sort()).toEqual(
      before
        .map(({ messageId }) => messageId)
        .filter((other) => other !== id)
        .sort(),
    );
    expect(await depthOf(room.rabbitUrl, queue)).toEqual({ waiting: 0, dead: before.length - 1 });
    expect(await depthOf(room.rabbitUrl, names.queue('svc-notify', 'nothing'))).toBeUndefined();
  });

  it('B3-560 that has come too early for more than a day is dead with what it waits for; sent back it waits anew, however often it is tried', async () => {
    let known = false;
    probe.steering.behave = (name) => void (name === 'forsaken' && !known && failing.asTooEarly());
    const id = await probe.tell(thingMade('forsaken'), { headers: { [HEADER_WAITS_FOR]: 'early', [HEADER_WAITS]: DAY_MS } });
    const letters = await until('it is dead', dead, (all) => all.some(({ messageId }) => messageId === id));
    expect(letters.find(({ messageId }) => messageId === id)).toMatchObject({ fault: 'too early: what comes before it is not known' });
    await redriveDeadLetters(room.rabbitUrl, queue, id);
    // More often than failures are forgiven.
    const tries = () => probe.steering.attempts.get('forsaken')?.length ?? 0;
    await until('it was tried again and again', tries, moreThan(RETRIES_MS.length + 2), { withinMs: 15_000 });
    known = true;
    await probe.handled('forsaken');
  });

  it('the domain refuses is an outcome: acknowledged, neither repeated nor dead', async () => {
    probe.steering.behave = (name) => void (name === 'refused' && failing.asRefusal());
    const id = await probe.tell(thingMade('refused'));
    await until('it was refused', () => logged('a fact was refused by the domain', id), ofLength(1));
    await probe.tell(thingMade('after refused'));
    await probe.handled('after refused');
    expect(probe.steering.attempts.get('refused')).toHaveLength(1);
    expect((await dead()).some(({ messageId }) => messageId === id)).toBe(false);
  });

  it('that came from the dead letters of a dying consumer still comes back from its retries', async () => {
    // The broker would take this history for a cycle and drop the copy when its wait is over.
    const history = [
      {
        count: 1,
        reason: 'delivery_limit',
        queue: queue.main,
        exchange: '',
        'routing-keys': [queue.main],
        time: { '!': 'timestamp', value: 1_700_000_000 },
      },
    ];
    probe.steering.behave = (name, attempt) => void (name === 'revived' && attempt === 1 && failing.plainly());
    await probe.tell(thingMade('revived'), { to: queue.main, headers: { 'x-death': history, [HEADER_ATTEMPT]: 0 } });
    await probe.handled('revived');
    expect(probe.steering.attempts.get('revived')).toHaveLength(2);
  });
});

describe('messages that are handled in groups', () => {
  const greetings = names.queue('svc-notify', 'greet');
  /** Tells facts about which only the greeting is asked; the first is handled alone, and the others meet while it is. */
  const tellAll = (all: readonly string[]) => Promise.all(all.map((name) => probe.tell(thingMade(name), { to: greetings.main })));

  it('committed and not acknowledged when the line to the broker breaks come again and change nothing', async () => {
    const all = Array.from({ length: 15 }, (_, index) => `unacknowledged ${index}`);
    const committed = new Set<string>();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    probe.steering.greeted = (name) => {
      committed.add(name);
      return gate;
    };
    await tellAll(all);
    await until('all are committed', () => all.filter((name) => committed.has(name)), ofLength(all.length), { withinMs: 20_000 });
    const comeAgain = new Set<string>();
    probe.steering.greeted = (name) => void comeAgain.add(name);
    probe.service.app.get(RABBIT).reconnect();
    try {
      await until('all have come again', () => all.filter((name) => comeAgain.has(name)), ofLength(all.length), { withinMs: 20_000 });
    } finally {
      open();
    }
    for (const name of all) expect(await probe.effects(name, 'greetings')).toBe(1);
    probe.steering.greeted = () => undefined;
  });
});

describe('a message whose consumer dies again and again', () => {
  it('B2-559 is a dead letter where its handling was begun each time; those that only waited beside it are handled', async () => {
    const greetings = names.queue('svc-notify', 'greet');
    const bystanders = Array.from({ length: 13 }, (_, index) => `bystander ${index}`);
    const confirmed = new Set<string>();
    let held = 0;
    let isFirst = true;
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    // Each life confirms one message, and ends with all others in hand.
    probe.steering.greeted = (name) => {
      if (name !== 'kills' && isFirst) {
        isFirst = false;
        confirmed.add(name);
        return undefined;
      }
      held += 1;
      return gate;
    };
    const told: string[] = [];
    const letters = async () => (await listDeadLetters(room.rabbitUrl, greetings)).filter(({ messageId }) => told.includes(messageId));
    try {
      for (const name of [...bystanders, 'kills']) told.push(await probe.tell(thingMade(name), { to: greetings.main }));
      for (let life = 1, isOver = false; life <= 30 && !isOver; life += 1) {
        isOver = await until(
          'a message is in hand, or all are settled',
          async () => held === 0 && confirmed.size + (await letters()).length > bystanders.length,
          (settled) => settled || held > 0,
          { withinMs: 10_000 },
        );
        [held, isFirst] = [0, true];
        if (!isOver) probe.service.app.get(RABBIT).reconnect();
      }
      expect((await letters()).map(({ fault }) => fault)).toEqual(['its consumer kept dying']);
      expect([...confirmed].sort()).toEqual([...bystanders].sort());
    } finally {
      open();
      probe.steering.greeted = () => undefined;
    }
  });
});

describe('a stop', () => {
  it('waits for the request and the handler under way, and nothing is lost', async () => {
    const another = new RunningProbe();
    await another.start();
    const { service: stopping, steering: steered } = another;
    let answer: () => void = () => undefined;
    let handle: () => void = () => undefined;
    steered.gate = new Promise((resolve) => (answer = resolve));
    const handling = new Promise<void>((resolve) => (handle = resolve));
    steered.behave = (name) => (name === 'slow' ? handling : undefined);
    // A connection somebody opened and never used.
    const unused = await new Promise<Socket>((resolve) => {
      const socket: Socket = openSocket(Number(new URL(stopping.url).port), '127.0.0.1', () => resolve(socket));
    });
    const request = fetch(`${stopping.url}/api/wait`);
    await another.tell(thingMade('slow'));
    await until(
      'both run',
      () => [steered.attempts.get('slow')?.length, steered.attempts.get('wait')?.length],
      ([handler, asked]) => handler === 1 && asked === 1,
    );
    const stop = stopping.stop().then(() => 'stopped');
    const soon = () => Promise.race([stop, pause(400).then(() => 'under way')]);
    await until(
      'it takes no new request',
      () =>
        fetch(`${stopping.url}/health/live`).then(
          () => false,
          () => true,
        ),
      Boolean,
    );
    expect(await soon()).toBe('under way');
    answer();
    expect(await (await request).json()).toEqual({ done: true });
    expect(await soon()).toBe('under way');
    handle();
    const began = performance.now();
    await stop;
    expect(performance.now() - began).toBeLessThan(10_000);
    unused.destroy();
    expect(await another.effects('slow')).toBe(1);
    await another.stop();
  });
});
