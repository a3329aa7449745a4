import { EventEmitter } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
import type { ChannelModel } from 'amqplib';
import { onOneOffChannel } from './one-off-channel.ts';

/** A connection whose channels are closed like this. */
const connectionThat = (close: () => Promise<void>) => {
  const channel = Object.assign(new EventEmitter(), { close });
  return { channel, connection: { createConfirmChannel: () => Promise.resolve(channel) } as unknown as ChannelModel };
};

describe('work on a channel of its own', () => {
  it('ends although the close is never answered, because the connection broke meanwhile', async () => {
    jest.useFakeTimers();
    try {
      const { connection } = connectionThat(() => new Promise(() => undefined));
      const seen = jest.fn();
      void onOneOffChannel(connection, () => Promise.resolve(7)).then(seen);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(seen).toHaveBeenCalledWith(7);
    } finally {
      jest.useRealTimers();
    }
  });

  it('says what the work failed with, not what the close does then', async () => {
    const { channel, connection } = connectionThat(() => {
      throw new Error('Channel closed');
    });
    const work = () => {
      channel.emit('error', new Error('NOT_FOUND - no queue'));
      return Promise.reject(new Error('NOT_FOUND - no queue'));
    };
    await expect(onOneOffChannel(connection, work)).rejects.toThrow('NOT_FOUND - no queue');
  });
});
