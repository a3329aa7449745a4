import { randomUUID } from 'node:crypto';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { publisherOf } from './publisher.ts';
import { HEADER_PUBLISHER, headersForCopy, type QueueNames } from './topology.ts';

/** Pause before a message that could not be acknowledged is returned to its queue. */
const HAND_BACK_MS = 1_000;

/** Publishes copies of messages to retry queues and dead letters. */
export class MessageCopies {
  /** Copies that no queue took. */
  private readonly returned = new Set<string>();

  /** Notes what the broker returns on a channel; to be called once for each channel. */
  watch(channel: ConfirmChannel): void {
    channel.on(
      'return',
      ({ properties }: { properties: { correlationId?: string } }) => void this.returned.add(properties.correlationId ?? ''),
    );
  }

  /**
   * Publishes a copy and waits for the confirm, so that the original is acknowledged only when the copy is safe. When no queue takes it,
   * somebody deleted that queue: a new channel declares it, and the original is delivered again.
   * @param to one of the queues
   * @param messageId where the copy must not carry that of the original
   */
  publish(
    channel: ConfirmChannel,
    queue: QueueNames,
    to: string,
    message: ConsumeMessage,
    headers: Readonly<Record<string, unknown>>,
    messageId = message.properties.messageId as string | undefined,
  ): Promise<void> {
    const copy = randomUUID();
    return new Promise((resolve, reject) => {
      channel.publish(
        queue.exchange,
        to,
        message.content,
        {
          persistent: true,
          mandatory: true,
          userId: queue.account,
          correlationId: copy,
          messageId,
          contentType: message.properties.contentType as string | undefined,
          headers: { ...headersForCopy(message.properties.headers), ...headers, [HEADER_PUBLISHER]: publisherOf(message, queue.account) },
        },
        (error: unknown) => {
          if (error) return reject(error instanceof Error ? error : new Error('not confirmed'));
          if (!this.returned.delete(copy)) return resolve();
          reject(new Error('no queue took the copy of a message'));
          void channel.close().catch(() => undefined);
        },
      );
    });
  }
}

/** Returns a message to its queue after a pause, so that a broker which refuses is not called in a loop. */
export function handBackSoon(channel: ConfirmChannel, message: ConsumeMessage): void {
  setTimeout(() => {
    try {
      channel.nack(message, false, true);
    } catch {
      // The channel was closed: the message is back in its queue already.
    }
  }, HAND_BACK_MS).unref();
}
