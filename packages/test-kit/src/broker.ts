import { randomUUID } from 'node:crypto';
import { sourceOf, type FactKind } from '@concert/contracts/core/envelope';
import amqp, { type ChannelModel } from 'amqplib';
import type { TestRoom } from './servers.ts';

/** A message as it was on the wire. */
export interface ReceivedMessage {
  readonly type: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** How a message is published. */
interface Told {
  readonly messageId: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** How often. */
  readonly times?: number;
  /** For this queue alone, whatever the type. */
  readonly to?: string;
}

/** The neighbours of a service under test: each publishes its own facts, with its own account. */
export class Neighbours {
  readonly #room: Pick<TestRoom, 'exchange' | 'accountOf' | 'rabbitUrlOf'>;
  readonly #connections = new Map<string, Promise<ChannelModel>>();

  constructor(room: Pick<TestRoom, 'exchange' | 'accountOf' | 'rabbitUrlOf'>) {
    this.#room = room;
  }

  /** Publishes a fact as its owner does; resolves when the broker has confirmed it. */
  async publish(type: string, content: Buffer, { messageId, headers = {}, times = 1, to }: Told): Promise<void> {
    const owner = type.split('.', 1)[0]!;
    const service = `svc-${owner}` as Parameters<TestRoom['accountOf']>[0];
    const opened = this.#connections.get(service) ?? amqp.connect(this.#room.rabbitUrlOf(service), { timeout: 10_000 });
    this.#connections.set(service, opened);
    const channel = await (await opened).createConfirmChannel();
    const options = { messageId, headers, persistent: true, userId: this.#room.accountOf(service) };
    for (let count = 0; count < times; count += 1)
      channel.publish(this.#room.exchange, to === undefined ? type : `${owner}.to.${to}`, content, options);
    await channel.waitForConfirms();
    await channel.close();
  }

  /** Publishes a fact in its envelope. @returns its id */
  async tell(
    { type }: FactKind,
    data: unknown,
    over: { id?: string; subject?: string; version?: number; now?: Date; times?: number } = {},
  ): Promise<string> {
    const { id = randomUUID(), subject = 'x', version = 1, now = new Date(), times = 1 } = over;
    const about = {
      id,
      source: sourceOf(type),
      type,
      subject,
      time: now.toISOString(),
      aggregateversion: version,
      correlationid: `journey-${id}`,
    };
    const envelope = { specversion: '1.0', datacontenttype: 'application/json', ...about, data };
    await this.publish(type, Buffer.from(JSON.stringify(envelope)), { messageId: id, headers: { 'x-fact-type': type }, times });
    return id;
  }

  async close(): Promise<void> {
    for (const opened of this.#connections.values()) await (await opened).close();
  }
}

/** A test's own connection to a broker: it sees what passes, and puts messages where a program would never put them. */
export class BrokerProbe {
  readonly received: ReceivedMessage[] = [];
  readonly #connection: ChannelModel;
  readonly #account: string;

  private constructor(connection: ChannelModel, account: string) {
    this.#connection = connection;
    this.#account = account;
  }

  static async open(url: string): Promise<BrokerProbe> {
    return new BrokerProbe(await amqp.connect(url, { timeout: 10_000 }), decodeURIComponent(new URL(url).username));
  }

  /** From now on {@link received} collects everything that is published to an exchange. */
  async listen(exchange: string): Promise<void> {
    const channel = await this.#connection.createChannel();
    const { queue } = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(queue, exchange, '#');
    await channel.consume(
      queue,
      (message) => message && this.received.push({ type: message.fields.routingKey, headers: message.properties.headers ?? {} }),
      { noAck: true },
    );
  }

  /** Puts a message into a queue; resolves when the broker has confirmed it. */
  async put(
    queue: string,
    content: string,
    { messageId, headers }: { messageId: string; headers: Record<string, unknown> },
  ): Promise<void> {
    const channel = await this.#connection.createConfirmChannel();
    channel.sendToQueue(queue, Buffer.from(content), { persistent: true, userId: this.#account, messageId, headers });
    await channel.waitForConfirms();
    await channel.close();
  }

  /** Deletes a queue or an exchange, as somebody with a management page might. */
  async remove(kind: 'queue' | 'exchange', name: string): Promise<void> {
    const channel = await this.#connection.createChannel();
    await (kind === 'queue' ? channel.deleteQueue(name) : channel.deleteExchange(name));
    await channel.close();
  }

  /** How often the broker has delivered the first message of a queue, which stays there; undefined without one. */
  async deliveriesOfFirst(queue: string): Promise<number | undefined> {
    const channel = await this.#connection.createChannel();
    const message = await channel.get(queue, { noAck: false });
    if (message) channel.nack(message);
    await channel.close();
    return message ? Number(message.properties.headers?.['x-delivery-count'] ?? 0) : undefined;
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}
