import type { Caller } from '@concert/contracts/core/route';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Connection } from 'mongoose';
import { z, ZodError } from 'zod';
import { PermanentMessageError } from '../../process/errors.ts';
import type { Log } from '../../process/log.ts';
import type { MandatoryPublisher } from './mandatory-publisher.ts';
import { requeueLater } from './retry-publisher.ts';
import { messageOf } from '../outbox.ts';
import { outboxCollection } from '../outbox.schema.ts';
import { onOneOffChannel } from './one-off-channel.ts';
import {
  declareReplays,
  HEADER_REPLAYED,
  HEADER_TYPE,
  queueRoutingKey,
  PROBE,
  probeKeyOf,
  type QueueNames,
  type Topology,
} from '../topology.ts';

/** Facts published again at once. */
const AT_ONCE = 200;

/** What the consumer `svc-x.purpose` asks the owners of its facts: to publish again to its queue what they told it. */
const askSchema = z.object({ consumer: z.string() });

/**
 * Brings back the facts that were lost with a queue, a binding or an exchange that somebody deleted. A consumer that finds something of its
 * queue missing declares it and asks the owners of its facts, and each publishes again to that queue alone what its outbox still holds. The
 * consumer's inbox tells what is new to it (`docs/decisions/0135`).
 */
export class Replays {
  constructor(
    private readonly service: Caller,
    private readonly connection: Connection,
    private readonly names: Topology,
    private readonly mandatory: MandatoryPublisher,
    private readonly log: Log,
  ) {}

  /** Declares the queue in which this service is asked for replays. */
  async declare(channel: ConfirmChannel): Promise<void> {
    await declareReplays(channel, this.names, this.names.replays(this.service));
  }

  /** Does what this service is asked for. @returns the tag of the consumer */
  async listen(channel: ConfirmChannel): Promise<string> {
    await this.declare(channel);
    await channel.prefetch(1);
    const { consumerTag } = await channel.consume(this.names.replays(this.service), (message) => {
      if (message) void this.answer(channel, message);
      else void channel.close().catch(() => undefined);
    });
    return consumerTag;
  }

  /**
   * Which owners have to publish again what they told a consumer: all of them where one of its queues is missing, and each whose probe does
   * not arrive. An exchange that was made again has no bindings any more, and only a message can tell.
   */
  lackingOf(
    connection: Pick<ChannelModel, 'createConfirmChannel'>,
    queue: QueueNames,
    owners: readonly string[],
  ): Promise<readonly string[]> {
    return onOneOffChannel(connection, async (channel) => {
      const retries = this.names.retryDelaysMs.map((delayMs) => queue.retry(delayMs));
      for (const name of [queue.main, queue.deadLetters, ...retries]) await channel.checkQueue(name);
      this.mandatory.watch(channel);
      const probe = { userId: queue.account, headers: { [HEADER_TYPE]: PROBE } };
      const arrived = await Promise.all(
        owners.map((owner) =>
          this.mandatory.publish(channel, this.names.exchange, probeKeyOf(this.service, queue.main, owner), Buffer.alloc(0), probe),
        ),
      );
      return owners.filter((_, index) => !arrived[index]);
    }).catch(() => owners);
  }

  /**
   * Asks the owner of some facts for everything that it told a consumer.
   * @param consumer `svc-x.purpose`
   * @returns whether it will hear that; where its queue is missing it will not
   */
  ask(channel: ConfirmChannel, consumer: string, owner: string): Promise<boolean> {
    const content = Buffer.from(JSON.stringify({ consumer } satisfies z.infer<typeof askSchema>));
    return this.mandatory.publish(channel, this.names.exchange, queueRoutingKey(this.service, this.names.replays(owner)), content, {
      persistent: true,
      userId: this.names.account(this.service),
    });
  }

  private async answer(channel: ConfirmChannel, message: ConsumeMessage): Promise<void> {
    try {
      const { consumer } = askSchema.parse(JSON.parse(message.content.toString('utf8')));
      const [service = '', purpose = ''] = consumer.split('.');
      const queue = this.names.queue(service, purpose);
      if (message.properties.userId !== queue.account) throw new PermanentMessageError('it asks for someone else');
      await this.replay(channel, consumer, queue);
      channel.ack(message);
    } catch (error) {
      this.log.warn('a consumer was not told again what it asked for', {}, error);
      if (error instanceof PermanentMessageError || error instanceof ZodError || error instanceof SyntaxError) channel.ack(message);
      else requeueLater(channel, message);
    }
  }

  private async replay(channel: ConfirmChannel, consumer: string, queue: QueueNames): Promise<void> {
    let count = 0;
    for (let after = ''; ;) {
      const rows = await outboxCollection
        .driver(this.connection)
        .find({ queues: consumer, _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(AT_ONCE)
        .toArray();
      const taken = await Promise.all(
        rows.map((row) => {
          const { content, options } = messageOf(row, this.names.account(this.service));
          const headers = { ...options.headers, [HEADER_REPLAYED]: true };
          return this.mandatory.publish(channel, this.names.exchange, queueRoutingKey(this.service, queue.main), content, {
            ...options,
            headers,
          });
        }),
      );
      count += rows.length;
      // Where the queue is gone again, its consumer asks again.
      if (rows.length < AT_ONCE || taken.includes(false)) break;
      after = rows.at(-1)!._id;
    }
    this.log.info('a consumer whose queue was missing was told again what it may have lost', { queue: queue.main, count });
  }
}
