import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { BrokerAdministrator } from '@concert/machine-kit/broker-accounts';
import { keepExchange } from '@concert/machine-kit/broker-keeper';
import { testServers } from '@concert/test-kit/servers';
import { atLeast, until, untilReady } from '@concert/test-kit/until';
import { connect } from 'amqplib';
import { thingMadeV1, thingSoldV1 } from '../../test/probe-service.ts';
import { RunningProbe } from '../../test/running-probe.harness.ts';
import { failing } from '../../test/steering.ts';
import { listDeadLetters } from './dead-letters.ts';
import { droppedNote } from './inbox.ts';
import { declareQueue, queueRoutingKey } from './topology.ts';
import type { OutboxRow } from './outbox.schema.ts';
import type { InboxRow } from './inbox.schema.ts';

/* What somebody deletes at the broker while everything runs. A running system looks every 10 s; here it looks more often. */

const LOOK_MS = 600;
const RETRIES_MS = [1_000, 1_500] as const;
const HEALED = { withinMs: 30_000 };
jest.setTimeout(120_000);

const probe = new RunningProbe({ retryDelaysMs: RETRIES_MS, lookMs: LOOK_MS });
const { room, names } = probe;
const FACTS = [thingMadeV1, thingSoldV1];
const count = names.queue('svc-notify', 'count');
const greet = names.queue('svc-notify', 'greet');
const late = names.queue('svc-booking', 'starts-late');
let made = 0;

const effects = async (collection: string) =>
  new Map(
    (await probe.database.db!.collection<{ _id: string; effects: number }>(collection).find().toArray()).map((row) => [
      row._id,
      row.effects,
    ]),
  );
/** Makes things, whose facts `count` and `greet` take. */
async function make(times: number, what = 'thing'): Promise<string[]> {
  const names: string[] = [];
  for (let index = 0; index < times; index += 1) {
    made += 1;
    const name = `${what} ${made}`;
    expect((await probe.make(name)).status).toBe(201);
    names.push(name);
  }
  return names;
}

/** Every one had its effect for both purposes, once. */
async function handledOnce(things: readonly string[]): Promise<void> {
  for (const collection of ['counts', 'greetings']) {
    const seen = await until(
      `all had their effect in ${collection}`,
      () => effects(collection),
      (all) => things.every((name) => all.has(name)),
      HEALED,
    );
    expect(things.filter((name) => seen.get(name) !== 1)).toEqual([]);
  }
}

async function sumOf(line: RegExp): Promise<number> {
  const text = await (await fetch(probe.service.metricsUrl!)).text();
  return [...text.matchAll(line)].reduce((sum, [, value]) => sum + Number(value), 0);
}
const toldAgain = () => sumOf(/^facts_told_again_total\{[^}]*\} (\d+)$/gm);
const looks = () => sumOf(/^scheduled_task_duration_seconds_count\{(?=[^}]*task="look-at-queues")[^}]*outcome="done"[^}]*\} (\d+)$/gm);
/** The service has looked at its queues again, from beginning to end. */
async function looked(): Promise<void> {
  const before = await looks();
  await until('it has looked', looks, (now) => now >= before + 2, HEALED);
}

/** How many messages wait in a queue; none where there is no such queue, which closes the channel that asks. */
async function depth(queue: string): Promise<number> {
  const asking = await probe.broker.createChannel();
  asking.on('error', () => undefined);
  const found = await asking.checkQueue(queue).catch(() => undefined);
  if (found) await asking.close();
  return found?.messageCount ?? 0;
}

beforeAll(() => probe.start(), 60_000);

afterEach(() => {
  probe.steering.behave = () => undefined;
});

afterAll(() => probe.stop());

describe('where nothing is deleted', () => {
  it('nothing is told twice', async () => {
    await handledOnce(await make(5));
    await looked();
    await handledOnce(await make(5));
    expect(await toldAgain()).toBe(0);
  });
});

describe('deleted at run time', () => {
  it('a queue with what waits in it: every fact has its effect, once, and what was refused is not handled again', async () => {
    probe.steering.behave = () => failing.asRefusal();
    const [refused] = await make(1, 'refused');
    await until('it was refused', () => probe.steering.attempts.get(refused!)?.length === 1);
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    probe.steering.behave = () => gate;
    const things = await make(60);
    await until('some are in hand and some wait', () => depth(count.main), atLeast(30), HEALED);
    const before = await toldAgain();
    await probe.channel.deleteQueue(count.main);
    open();
    await handledOnce(things);
    expect(await toldAgain()).toBeGreaterThan(before);
    expect(probe.steering.attempts.get(refused!)).toHaveLength(1);
    await handledOnce(await make(3));
  });

  it('the queue of a consumer that does not run: once it runs, it is told everything from the first fact on', async () => {
    const [first] = await make(1);
    await handledOnce([first!]);
    await probe.channel.deleteQueue(late.main);
    const [second] = await make(1);
    await handledOnce([second!]);
    const told = new Set<string>();
    const consumer = await connect(room.rabbitUrlOf('svc-booking'));
    try {
      const listening = await consumer.createConfirmChannel();
      await declareQueue(listening, names, late, [thingMadeV1.type]);
      const ask = Buffer.from(JSON.stringify({ consumer: 'svc-booking.starts-late' }));
      listening.publish(room.exchange, queueRoutingKey('svc-booking', names.replays('svc-notify')), ask, { userId: late.account });
      await listening.consume(
        late.main,
        (message) => {
          told.add((JSON.parse(message!.content.toString()) as { subject: string }).subject);
        },
        { noAck: true },
      );
      await until(
        'it was told both',
        () => told,
        (seen) => seen.has(first!) && seen.has(second!),
        HEALED,
      );
    } finally {
      await consumer.close();
    }
  });

  it('B9-517 the exchange, which the keeper makes again: every fact has its effect, once', async () => {
    const keeper = keepExchange(new BrokerAdministrator(testServers().broker.managementUrl), room.exchange, () => undefined, LOOK_MS);
    try {
      await probe.channel.deleteExchange(room.exchange);
      await handledOnce(await make(10));
      await untilReady(probe.service.url);
    } finally {
      await keeper.stop();
    }
  });

  it('the exchange, made again by somebody who binds one of two queues: every fact has its effect, and both are bound again', async () => {
    await handledOnce(await make(1));
    await probe.channel.deleteExchange(room.exchange);
    await room.openBroker(FACTS);
    await probe.channel.bindQueue(greet.main, room.exchange, thingMadeV1.type);
    await handledOnce(await make(10));
    await looked();
    const before = await toldAgain();
    await handledOnce(await make(10));
    expect(await toldAgain()).toBe(before);
  });

  it('a queue of a retry with a message in it: it is tried again', async () => {
    probe.steering.behave = (name, attempt) => void (name.startsWith('retried') && attempt === 1 && failing.plainly());
    const things = await make(1, 'retried');
    await until('it waits for its retry', () => depth(count.retry(RETRIES_MS[0])), 1, HEALED);
    await probe.channel.deleteQueue(count.retry(RETRIES_MS[0]));
    await handledOnce(things);
  });

  it('dead letters that nobody has decided about: they are told again, and one that lies there or was dropped is not', async () => {
    probe.steering.behave = (name) => void (name.startsWith('dead') && failing.forGood());
    const [kept, dropped] = await make(2, 'dead');
    const dead = () => listDeadLetters(room.rabbitUrl, count);
    await until('both are dead', dead, (letters) => letters.length === 2, HEALED);
    await looked();
    expect([probe.steering.attempts.get(kept!)?.length, probe.steering.attempts.get(dropped!)?.length]).toEqual([1, 1]);
    // As the operator's command does.
    const { filter, change } = droppedNote(
      'count',
      (await probe.database.db!.collection<OutboxRow>('outbox').findOne({ 'envelope.subject': dropped! }))!._id,
      new Date(),
    );
    await probe.database.db!.collection<InboxRow>('inbox').updateOne(filter, change, { upsert: true });
    probe.steering.behave = () => undefined;
    await probe.channel.deleteQueue(count.deadLetters);
    await handledOnce([kept!]);
    await handledOnce(await make(1));
    expect(probe.steering.attempts.get(dropped!)).toHaveLength(1);
  });
});
