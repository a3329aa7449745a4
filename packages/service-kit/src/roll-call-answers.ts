import type { Caller } from '@concert/contracts/core/route';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Inbox } from './inbox.ts';
import type { Log } from './log.ts';
import { isDeliveredOften } from './message-faults.ts';
import { WrongPublisherError, type Publishers } from './publisher.ts';
import { questionSchema, type RollCallAnswer } from './roll-call.ts';
import { keyOfQueue, type QueueNames, type Topology } from './topology.ts';
import { withTimeout } from './with-timeout.ts';

/** How long a roll call waits for the messages being handled before it is answered without them. */
const IN_HAND_MS = 10_000;

/** The consumer's side of a {@link RollCall}. */
export class RollCallAnswers {
  constructor(
    private readonly service: Caller,
    private readonly names: Topology,
    private readonly inbox: Inbox,
    private readonly log: Log,
    private readonly publishers: Publishers,
  ) {}

  /**
   * Answers which of some facts are known here. The facts were published before the question, so they have been delivered before it; it
   * waits for those still being handled. While the database is away it does not answer, and the owner asks again.
   * @param handling messages that are being handled
   */
  async answer(
    channel: ConfirmChannel,
    { purpose, queue }: { readonly purpose: string; readonly queue: QueueNames },
    message: ConsumeMessage,
    handling: Iterable<Promise<void>>,
  ): Promise<void> {
    try {
      // A question that keeps being redelivered is outdated.
      if (isDeliveredOften(message)) return channel.ack(message);
      if (!this.publishers.asksForItself(message)) throw new WrongPublisherError('it asks for somebody else');
      const { ids } = questionSchema.parse(JSON.parse(message.content.toString('utf8')));
      await withTimeout(Promise.allSettled(handling), IN_HAND_MS).catch(() => undefined);
      const answer: RollCallAnswer = { consumer: `${this.service}.${purpose}`, ...(await this.inbox.standingOf(purpose, ids)) };
      const key = keyOfQueue(this.service, String(message.properties.replyTo));
      channel.publish(this.names.exchange, key, Buffer.from(JSON.stringify(answer)), {
        userId: queue.account,
        correlationId: message.properties.correlationId as string,
      });
    } catch (error) {
      this.log.warn('a roll call was not answered', { queue: queue.main }, error);
    }
    channel.ack(message);
  }
}
