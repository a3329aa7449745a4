import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { closeWithTimeout } from '../../process/with-timeout.ts';

/** Does something on a channel of its own, because what the broker refuses, such as a look at a missing queue, closes the channel. */
export async function onOneOffChannel<T>(
  connection: Pick<ChannelModel, 'createConfirmChannel'>,
  work: (channel: ConfirmChannel) => Promise<T>,
): Promise<T> {
  const channel = await connection.createConfirmChannel();
  // Without a listener, a refusal would end the process.
  channel.on('error', () => undefined);
  try {
    return await work(channel);
  } finally {
    // When the connection breaks meanwhile, the driver never answers a close.
    await closeWithTimeout(() => channel.close());
  }
}
