import amqp, { type ChannelModel } from 'amqplib';

/** A message as it was on the wire. */
export interface Heard {
  readonly type: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A test's own connection to a broker: it sees what passes, and puts messages where a program would never put them. */
export class BrokerProbe {
  readonly heard: Heard[] = [];
  readonly #connection: ChannelModel;

  private constructor(connection: ChannelModel) {
    this.#connection = connection;
  }

  static async open(url: string): Promise<BrokerProbe> {
    return new BrokerProbe(await amqp.connect(url, { timeout: 10_000 }));
  }

  /** From now on {@link heard} collects everything that is published to an exchange. */
  async listen(exchange: string): Promise<void> {
    const channel = await this.#connection.createChannel();
    const { queue } = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(queue, exchange, '#');
    await channel.consume(
      queue,
      (message) => message && this.heard.push({ type: message.fields.routingKey, headers: message.properties.headers ?? {} }),
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
    channel.sendToQueue(queue, Buffer.from(content), { persistent: true, messageId, headers });
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
