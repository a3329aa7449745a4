import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofLength, until } from '@concert/test-kit/until';
import { connect, type ChannelModel, type ConfirmChannel, type Options } from 'amqplib';
import { startProbe, thingMade, thingMadeV1 } from '../../../test/probe-service.ts';
import { RunningProbe } from '../../../test/running-probe.harness.ts';
import { Steering } from '../../../test/steering.ts';
import { listDeadLetters, redriveDeadLetters, type DeadLetter } from '../dead-letters.ts';
import type { InboxRow } from '../inbox.schema.ts';
import type { OutboxRow } from '../outbox.schema.ts';
import { HEADER_PUBLISHER, HEADER_TYPE, queueRoutingKey } from '../topology.ts';

/*
 * Ways on which a service brings a fact of its neighbour into a queue although the broker checks keys: whoever may publish to an exchange may
 * also let dead letters go there and bind it to another one, and nobody checks the keys of those. So the consumer checks who published.
 */

const FAULT = 'its publisher is not the owner of its type';
const probe = new RunningProbe();
const { room, keys, names, lines } = probe;
const queue = names.queue('svc-notify', 'count');
const thief = room.accountOf('svc-booking');
let stolen: ChannelModel;

/** A fact of svc-notify, as a message. */
function fact(name: string, over: object = {}, id: string = randomUUID()): { content: Buffer; options: Options.Publish } {
  const envelope = { ...thingMade(name, id), ...over };
  return {
    content: Buffer.from(JSON.stringify(envelope)),
    options: { messageId: id, persistent: true, headers: { [HEADER_TYPE]: thingMadeV1.type } },
  };
}

async function on(connection: ChannelModel, work: (channel: ConfirmChannel) => Promise<unknown> | boolean): Promise<void> {
  const channel = await connection.createConfirmChannel();
  await work(channel);
  await channel.waitForConfirms();
  await channel.close();
}

const dead = () => listDeadLetters(room.rabbitUrl, queue);
async function becomeDead(count: number): Promise<DeadLetter[]> {
  return until('they are dead', dead, (letters) => letters.length === count, { withinMs: 15_000 });
}
async function refused(): Promise<Record<string, number>> {
  const text = await (await fetch(probe.service.metricsUrl!)).text();
  return Object.fromEntries(
    [...text.matchAll(/^facts_wrong_publisher_total\{queue="[^"]*\.count\.[^"]*",publisher="([^"]*)"[^}]*\} (\d+)$/gm)].map(
      ([, publisher, value]) => [publisher!, Number(value)],
    ),
  );
}
const attempts = () => [...probe.service.app.get(Steering).attempts.keys()];

beforeAll(async () => {
  await probe.start();
  stolen = await connect(room.rabbitUrlOf('svc-booking'));
}, 60_000);

afterAll(async () => {
  await stolen?.close();
  await probe.stop();
});

const byThief = { userId: thief };
const vouching = (headers: object) => ({ ...headers, [HEADER_PUBLISHER]: room.accountOf('svc-notify') });

/** Publishes a fact to the queue alone, by the stolen account. @param over of the message, made from its true options */
const toQueue = (name: string, over: (options: Options.Publish) => Options.Publish, id?: string) =>
  on(stolen, (channel) => {
    const { content, options } = fact(name, {}, id);
    return channel.publish(room.exchange, queueRoutingKey('svc-booking', queue.main), content, { ...options, ...over(options) });
  });

/** What is published, and whom the count names. */
const FORGERIES: readonly (readonly [way: string, publisher: string, publish: (name: string) => Promise<void>])[] = [
  ['sent to the queue alone', thief, (name) => toQueue(name, () => byThief)],
  ['sent to the queue alone by nobody', 'unknown', (name) => toQueue(name, () => ({}))],
  ['sent as the copy of a fact', thief, (name) => toQueue(name, ({ headers }) => ({ ...byThief, headers: vouching(headers as object) }))],
  [
    'that was a dead letter of another queue',
    thief,
    (name) =>
      on(stolen, async (channel) => {
        const own = `${thief}.queues`;
        const { queue: trap } = await channel.assertQueue(`${thief}.trap`, {
          autoDelete: true,
          arguments: { 'x-message-ttl': 1, 'x-dead-letter-exchange': room.exchange, 'x-dead-letter-routing-key': thingMadeV1.type },
        });
        await channel.assertExchange(own, 'direct', { durable: true });
        await channel.bindQueue(trap, own, trap);
        const { content, options } = fact(name);
        channel.publish(own, trap, content, { ...options, ...byThief, headers: vouching(options.headers as object) });
      }),
  ],
  [
    'that came through another exchange',
    thief,
    (name) =>
      on(stolen, async (channel) => {
        const tunnel = `${thief}.tunnel`;
        await channel.assertExchange(tunnel, 'topic', { durable: false });
        await channel.bindExchange(room.exchange, tunnel, '#');
        const { content, options } = fact(name);
        channel.publish(tunnel, thingMadeV1.type, content, { ...options, ...byThief });
        await channel.waitForConfirms();
        await channel.deleteExchange(tunnel);
      }),
  ],
  [
    'of its owner that names another source',
    room.accountOf('svc-notify'),
    async (name) => {
      const owner = await connect(room.rabbitUrlOf('svc-notify'));
      const { content, options } = fact(name, { source: 'svc-booking' });
      await on(owner, (channel) =>
        channel.publish(room.exchange, thingMadeV1.type, content, { ...options, userId: room.accountOf('svc-notify') }),
      );
      await owner.close();
    },
  ],
];

describe('a fact from the wrong publisher', () => {
  it.each(FORGERIES)('B9-621 %s is never handled, lies in the dead letters and is counted', async (way, publisher, publish) => {
    const before = (await refused())[publisher] ?? 0;
    const lying = (await dead()).length;
    await publish(way);
    const letters = await becomeDead(lying + 1);
    expect(letters.filter(({ fault }) => fault === FAULT)).toHaveLength(letters.length);
    expect((await refused())[publisher]).toBe(before + 1);
    expect(attempts()).not.toContain(way);
  });

  it('B9-621 is refused again when it is sent back', async () => {
    const letters = await dead();
    expect(letters.length).toBeGreaterThan(0);
    const before = Object.values(await refused()).reduce((sum, value) => sum + value, 0);
    await redriveDeadLetters(room.rabbitUrl, queue);
    await until(
      'all were refused again',
      refused,
      (counts) => Object.values(counts).reduce((sum, value) => sum + value, 0) === before + letters.length,
      { withinMs: 15_000 },
    );
    await becomeDead(letters.length);
    expect(attempts()).toEqual([]);
  });

  it('B9-621 does not make the true fact with its id count as dead', async () => {
    const id = randomUUID();
    const lying = (await dead()).length;
    await toQueue('the same id', () => byThief, id);
    await becomeDead(lying + 1);
    expect(await probe.database.db!.collection<InboxRow>('inbox').countDocuments({ _id: `count:${id}` })).toBe(0);
    expect((await dead()).map(({ messageId }) => messageId)).not.toContain(id);
  });
});

describe('a question for what was told', () => {
  it('B9-621 in the name of somebody else gets nothing', async () => {
    const victim = names.queue('svc-payment', 'x').main;
    const received: string[] = [];
    const channel = await probe.broker.createChannel();
    await channel.assertQueue(victim, { exclusive: true });
    await channel.bindQueue(victim, room.exchange, `*.to.${victim}`);
    await channel.consume(victim, (message) => void received.push(message!.fields.routingKey), { noAck: true });
    const { options } = fact('told to the victim');
    await probe.database.db!.collection<OutboxRow>('outbox').insertOne({
      _id: options.messageId!,
      envelope: thingMade('told to the victim', options.messageId),
      mustRoute: false,
      queues: ['svc-payment.x'],
      publishedAt: new Date(),
    });
    const ask = Buffer.from(JSON.stringify({ consumer: 'svc-payment.x' }));
    await on(stolen, (thief) => thief.publish(room.exchange, queueRoutingKey('svc-booking', names.replays('svc-notify')), ask, byThief));
    await until(
      'it was refused',
      () => lines.filter((line) => line.includes('a consumer was not told again what it asked for')),
      ofLength(1),
    );
    expect(received).toEqual([]);
  });
});

describe('a service', () => {
  it('does not start with the account of somebody else', async () => {
    await expect(startProbe({ ...room.settingsOf('svc-booking'), ...keys.settingsFor('svc-notify') })).rejects.toThrow(
      `RABBITMQ_URL must name the account ${room.accountOf('svc-notify')}`,
    );
  });
});
