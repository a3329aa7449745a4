import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceOf } from '@concert/contracts/core/envelope';
import { bindProbe, declareQueue, declareReplays, topology, type QueueNames } from '@concert/service-kit/messages/topology';
import { BrokerAdministrator } from '@concert/machine-kit/broker-accounts';
import { keepExchange } from '@concert/machine-kit/broker-keeper';
import { freePort } from '@concert/machine-kit/ports';
import { openTestRoom, testServers } from '@concert/test-kit/servers';
import { moreThan, until } from '@concert/test-kit/until';
import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { FACTS } from '../../contracts/facts.ts';
import { SERVICES, type ServiceName } from '@concert/machine-kit/rooms';

/* What the broker refuses whoever has stolen the account of one service, with the rights that a running system gives; and who keeps the exchange. */

const room = openTestRoom();
/* Without waits, each of which is one more queue like those of dead letters. */
const names = topology(room.exchange, room.queuePrefix, []);
const connections = new Map<ServiceName, ChannelModel>();
const queues = new Map<ServiceName, QueueNames[]>();
const ACCESS_REFUSED = '403';

const foreign = (service: ServiceName): readonly QueueNames[] => [...queues].flatMap(([owner, owned]) => (owner === service ? [] : owned));
const hears = (service: ServiceName, consumers: readonly string[]) => consumers.some((consumer) => consumer.split('.')[0] === service);

/** What the broker says to an act: 'done', or the code of its refusal. */
async function outcomeOf(service: ServiceName, act: (channel: ConfirmChannel) => unknown): Promise<string> {
  const channel = await connections.get(service)!.createConfirmChannel();
  let refusal = '';
  channel.on('error', ({ code }: { code?: number }) => (refusal = String(code)));
  try {
    await act(channel);
    await channel.waitForConfirms();
    await channel.close();
    return refusal || 'done';
  } catch (error) {
    return refusal || String((error as { code?: number }).code ?? error);
  }
}

const publish = (exchange: string, key: string, userId?: string) => (channel: ConfirmChannel) =>
  channel.publish(exchange, key, Buffer.from('{}'), userId === undefined ? {} : { userId });

/** Those acts that the broker does not refuse with this code. */
async function allowed(
  service: ServiceName,
  acts: readonly (readonly [string, (channel: ConfirmChannel) => unknown])[],
  code = ACCESS_REFUSED,
) {
  expect(acts.length).toBeGreaterThan(0);
  const outcomes = await Promise.all(acts.map(async ([what, act]) => [what, await outcomeOf(service, act)] as const));
  return outcomes.filter(([, outcome]) => outcome !== code).map((found) => found.join(': '));
}

beforeAll(async () => {
  await room.openBroker(FACTS);
  for (const service of SERVICES) {
    const connection = await connect(room.rabbitUrlOf(service));
    connection.on('error', () => undefined);
    connections.set(service, connection);
    const purposes = new Set(FACTS.flatMap(({ consumedBy }) => consumedBy.filter((consumer) => consumer.startsWith(`${service}.`))));
    queues.set(
      service,
      [...purposes].map((purpose) => names.queue(service, purpose.slice(service.length + 1))),
    );
    for (const queue of queues.get(service)!) {
      const types = FACTS.filter(({ consumedBy }) => consumedBy.some((consumer) => names.queue(...pair(consumer)).main === queue.main));
      const declared = await outcomeOf(service, async (channel) => {
        await declareQueue(
          channel,
          names,
          queue,
          types.map(({ type }) => type),
        );
        for (const owner of SERVICES) await bindProbe(channel, names, queue, owner);
        await declareReplays(channel, names, names.replays(service));
      });
      expect([queue.main, declared]).toEqual([queue.main, 'done']);
    }
  }
}, 60_000);

function pair(consumer: string): [service: string, purpose: string] {
  const [service = '', purpose = ''] = consumer.split('.');
  return [service, purpose];
}

afterAll(async () => {
  for (const connection of connections.values()) await connection.close();
  await room.close();
});

describe.each(SERVICES)('the account of %s', (service) => {
  const own = room.accountOf(service);
  const ofOthers = FACTS.filter(({ type }) => sourceOf(type) !== service);

  it('B9-514 publishes its own facts, and no fact of another service', async () => {
    const ownFacts = FACTS.filter(({ type }) => sourceOf(type) === service);
    expect(
      await allowed(
        service,
        ownFacts.map(({ type }) => [type, publish(room.exchange, type, own)] as const),
        'done',
      ),
    ).toEqual([]);
    expect(
      await allowed(
        service,
        ofOthers.map(({ type }) => [type, publish(room.exchange, type, own)] as const),
      ),
    ).toEqual([]);
  });

  it('B9-514 publishes in no name but its own', async () => {
    const PRECONDITION_FAILED = '406';
    const type = FACTS.find(({ type: one }) => sourceOf(one) === service)!.type;
    const others = SERVICES.filter((other) => other !== service);
    const acts = others.map((other) => [other, publish(room.exchange, type, room.accountOf(other))] as const);
    expect(await allowed(service, acts, PRECONDITION_FAILED)).toEqual([]);
  });

  it('B9-514 publishes to no queue past the exchange of facts, its own included', async () => {
    const acts = [...queues.values()]
      .flat()
      .flatMap(({ main, deadLetters, exchange }) => [
        ...[main, deadLetters].map((queue) => [`default ${queue}`, publish('', queue)] as const),
        ...(exchange === `${own}.queues` ? [] : [[`${exchange} ${main}`, publish(exchange, main)] as const]),
      ]);
    expect(await allowed(service, [...acts, ['amq.topic', publish('amq.topic', 'x')]])).toEqual([]);
  });

  it('B9-514 hears only the facts that name it', async () => {
    const queue = `${own}.curious`;
    const unheard = FACTS.filter(({ consumedBy }) => !hears(service, consumedBy));
    expect(await outcomeOf(service, (channel) => channel.assertQueue(queue, { autoDelete: true }))).toBe('done');
    const acts = ['#', '*.*.*.*', ...unheard.map(({ type }) => type), ...foreign(service).map(({ main }) => `*.to.${main}`)].map(
      (key) => [key, (channel: ConfirmChannel) => channel.bindQueue(queue, room.exchange, key)] as const,
    );
    expect(await allowed(service, acts)).toEqual([]);
    expect(await outcomeOf(service, (channel) => channel.deleteQueue(queue))).toBe('done');
  });

  it('B9-514 neither reads nor empties a queue of another service', async () => {
    const acts = foreign(service).flatMap(({ main, deadLetters }) =>
      [main, deadLetters].flatMap((queue) => [
        [`get ${queue}`, (channel: ConfirmChannel) => channel.get(queue)] as const,
        [`consume ${queue}`, (channel: ConfirmChannel) => channel.consume(queue, () => undefined)] as const,
        [`purge ${queue}`, (channel: ConfirmChannel) => channel.purgeQueue(queue)] as const,
      ]),
    );
    expect(await allowed(service, acts)).toEqual([]);
  });

  it('B9-514 neither declares, binds nor deletes what is not its own', async () => {
    const acts = foreign(service).flatMap(({ main, exchange }) => [
      [`declare ${main}`, (channel: ConfirmChannel) => channel.assertQueue(`${main}.more`)] as const,
      [`delete ${main}`, (channel: ConfirmChannel) => channel.deleteQueue(main)] as const,
      [`bind ${main}`, (channel: ConfirmChannel) => channel.bindQueue(main, room.exchange, '#')] as const,
      [`unbind ${main}`, (channel: ConfirmChannel) => channel.unbindQueue(main, exchange, main)] as const,
      [`delete ${exchange}`, (channel: ConfirmChannel) => channel.deleteExchange(exchange)] as const,
    ]);
    const facts = [
      ['declare facts', (channel: ConfirmChannel) => channel.assertExchange(room.exchange, 'topic')] as const,
      ['delete facts', (channel: ConfirmChannel) => channel.deleteExchange(room.exchange)] as const,
      ['a queue of nobody', (channel: ConfirmChannel) => channel.assertQueue('anything')] as const,
      [
        'dead letters past the exchanges',
        (channel: ConfirmChannel) => channel.assertQueue(`${own}.trap`, { arguments: { 'x-dead-letter-exchange': '' } }),
      ] as const,
    ];
    expect(await allowed(service, [...acts, ...facts])).toEqual([]);
  });
});

describe('the keeper of the exchange of facts', () => {
  const EVERY_MS = 100;
  const HEALED = { withinMs: 20_000, everyMs: 50 };
  const administrator = new BrokerAdministrator(testServers().broker.managementUrl);
  const MADE_AGAIN = `The exchange ${room.exchange} was gone at the broker, and was made again.`;
  const remove = async (): Promise<void> => {
    const connection = await connect(room.rabbitUrl);
    const channel = await connection.createChannel();
    await channel.deleteExchange(room.exchange);
    await connection.close();
  };
  const publishes = () => {
    const type = FACTS.find(({ type: one }) => sourceOf(one) === 'svc-auth')!.type;
    return outcomeOf('svc-auth', publish(room.exchange, type, room.accountOf('svc-auth')));
  };

  it('B9-626 makes it again when somebody deletes it, with the rights as before, and says so only then; a broker that is away it names once', async () => {
    const nobody = new BrokerAdministrator(`http://guest:guest@127.0.0.1:${await freePort()}`);
    const said: string[] = [];
    let [looks, away] = [0, false];
    const counting = {
      makeExchange: (...asked: Parameters<BrokerAdministrator['makeExchange']>) => {
        looks += 1;
        return (away ? nobody : administrator).makeExchange(...asked);
      },
    };
    const lookedAgain = (): Promise<number> => {
      const before = looks;
      return until('it has looked again', () => looks, moreThan(before + 2), HEALED);
    };
    const keeper = keepExchange(counting, room.exchange, (text) => said.push(text), EVERY_MS);
    try {
      await lookedAgain();
      expect(said).toEqual([]);
      await remove();
      await until('it has said so', () => said.length, Boolean, HEALED);
      // A busy broker may answer that it made the exchange twice for one that was deleted once.
      await lookedAgain();
      const times = said.length;
      away = true;
      await lookedAgain();
      expect([new Set(said.slice(0, times)), said.slice(times)]).toEqual([
        new Set([MADE_AGAIN]),
        [expect.stringContaining('does not answer')],
      ]);
      await remove();
      away = false;
      await until('it has made the exchange', () => said.length, moreThan(times + 1), HEALED);
      expect(said.slice(times + 1)).toEqual([MADE_AGAIN]);
    } finally {
      await keeper.stop();
    }
    expect(await publishes()).toBe('done');
    const foreignFact = FACTS.find(({ type }) => sourceOf(type) !== 'svc-auth')!.type;
    expect(await outcomeOf('svc-auth', publish(room.exchange, foreignFact, room.accountOf('svc-auth')))).toBe(ACCESS_REFUSED);
  });
});
