import { randomUUID } from 'node:crypto';
import type { ConfirmChannel, Options } from 'amqplib';

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
   * Publishes a message and waits for the broker's confirm.
   * @returns whether a queue took it; true where `options.mandatory` is false
   * @throws when the channel closes before the confirm
   */
  publish(channel: ConfirmChannel, exchange: string, key: string, content: Buffer, options: Options.Publish): Promise<boolean> {
    const correlationId = randomUUID();
    return new Promise((resolve, reject) => {
      channel.publish(exchange, key, content, { mandatory: true, ...options, correlationId }, (error: unknown) => {
        if (error) reject(error instanceof Error ? error : new Error('not confirmed'));
        else resolve(!this.returned.delete(correlationId));
      });
    });
  }
}
