import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { ConfirmChannel } from 'amqplib';
import { MandatoryPublisher } from './mandatory-publisher.ts';

const destroy = jest.fn();
/** A channel whose broker does what a test says with each publish. */
const channelTo = (broker: (confirm: (error?: unknown) => void) => void) =>
  Object.assign(new EventEmitter(), {
    connection: { stream: { destroy } },
    publish: (...[, , , , confirm]: Parameters<ConfirmChannel['publish']>) => broker(confirm as (error?: unknown) => void),
  }) as unknown as ConfirmChannel;
const send = (channel: ConfirmChannel) => new MandatoryPublisher().publish(channel, 'facts', 'key', Buffer.alloc(0), {});

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('cuts a connection on which nothing was confirmed for half a minute, because one channel that hangs in the broker holds up all others', async () => {
  const sent = send(channelTo(() => undefined)).catch((error: Error) => error.name);
  await jest.advanceTimersByTimeAsync(29_000);
  expect(destroy).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await sent).toBe('TimeoutError');
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('cuts nothing for what the broker took or refused', async () => {
  destroy.mockClear();
  expect(await send(channelTo((confirm) => confirm()))).toBe(true);
  await expect(send(channelTo((confirm) => confirm(new Error('closed'))))).rejects.toThrow('closed');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(destroy).not.toHaveBeenCalled();
});
