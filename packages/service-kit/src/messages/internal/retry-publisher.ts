import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { MandatoryPublisher } from './mandatory-publisher.ts';
import { optionsOfCopy } from './publisher.ts';
import type { QueueNames } from '../topology.ts';

/** Pause before a message that could not be acknowledged is returned to its queue. */
const HAND_BACK_MS = 1_000;

/** Publishes copies of messages to retry queues and dead letters. */
export class RetryPublisher {
  constructor(private readonly mandatory: MandatoryPublisher) {}

  /**
   * Publishes a copy and waits for the confirm, so that the original is acknowledged only when the copy is safe. When no queue takes it,
   * somebody deleted that queue: a new channel declares it, and the original is delivered again.
   * @param to one of the queues
   * @param messageId where the copy must not carry that of the original
   */
  async publish(
    channel: ConfirmChannel,
    queue: QueueNames,
    to: string,
    message: ConsumeMessage,
    headers: Readonly<Record<string, unknown>>,
    messageId?: string,
  ): Promise<void> {
    const options = { ...optionsOfCopy(message, queue, queue.account, headers), ...(messageId && { messageId }) };
    if (await this.mandatory.publish(channel, queue.exchange, to, message.content, options)) return;
    void channel.close().catch(() => undefined);
    throw new Error('no queue took the copy of a message');
  }
}

/** Returns a message to its queue after a pause, so that a broker which refuses is not called in a loop. */
export function requeueLater(channel: ConfirmChannel, message: ConsumeMessage): void {
  setTimeout(() => {
    try {
      channel.nack(message, false, true);
    } catch {
      // The channel was closed: the message is back in its queue already.
    }
  }, HAND_BACK_MS).unref();
}
