import { randomUUID } from 'node:crypto';
import type { ConfirmChannel, Options } from 'amqplib';
import { TimeoutError, withTimeout } from '../../process/with-timeout.ts';
import { socketOf } from './rabbit.ts';

/**
 * How long the broker may take to confirm, in milliseconds. A channel that publishes to a quorum queue in the moment in which it is deleted can
 * hang in the broker for ever (seen with RabbitMQ 3.10), and then everything else on its connection waits too.
 */
const CONFIRM_MS = 30_000;

/** Publishes messages of which it must be known whether a queue took them. */
export class MandatoryPublisher {
  /** Those that the broker sent back, by their correlation ids. */
  private readonly returned = new Set<string>();

  /** Notes what the broker returns on a channel; to be called once for each channel. */
  watch(channel: ConfirmChannel): void {
    channel.on(
      'return',
      ({ properties }: { properties: { correlationId?: string } }) => void this.returned.add(properties.correlationId ?? ''),
    );
  }

  /**
   * Publishes a message and waits for the broker's confirm. Without one the connection is cut: the next one has no channel that hangs.
   * @returns whether a queue took it; true where `options.mandatory` is false
   * @throws when the channel closes before the confirm, or it does not come in time
   */
  async publish(channel: ConfirmChannel, exchange: string, key: string, content: Buffer, options: Options.Publish): Promise<boolean> {
    const correlationId = randomUUID();
    const confirmed = new Promise<boolean>((resolve, reject) => {
      channel.publish(exchange, key, content, { mandatory: true, ...options, correlationId }, (error: unknown) => {
        if (error) reject(error instanceof Error ? error : new Error('not confirmed'));
        else resolve(!this.returned.delete(correlationId));
      });
    });
    try {
      return await withTimeout(confirmed, CONFIRM_MS);
    } catch (error) {
      if (error instanceof TimeoutError) socketOf(channel).destroy(new Error('the broker does not confirm'));
      throw error;
    }
  }
}
