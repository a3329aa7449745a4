import type { AmqpConnectionManager } from 'amqp-connection-manager';
import type { Channel } from 'amqplib';
import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';
import type { QueueNames, Topology } from './topology.ts';

/** Longest wait for the broker's answer while metrics are read. */
const ANSWER_MS = 1_000;

/**
 * Tells how many messages lie in a service's queues, asked of the broker whenever metrics are read: `waiting` to be
 * handled, `retried` until their pause is over, `dead`. While the broker is away the numbers are absent, not old.
 */
export function observeQueues(metrics: Metrics, broker: AmqpConnectionManager, names: Topology, queues: () => readonly QueueNames[]): void {
  const gauge = new Gauge({
    name: 'queue_messages',
    help: 'Messages in a queue by state (waiting, retried, dead)',
    labelNames: ['queue', 'state'] as const,
    registers: [metrics.registry],
    async collect() {
      gauge.reset();
      const asked = queues();
      const connection = broker.connection;
      if (!connection || asked.length === 0) return;
      let channel: Channel | undefined;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error('the broker is slow')), ANSWER_MS)));
      const ask = async () => {
        channel = await connection.createChannel();
        // A queue that is missing closes the channel; it is ended below either way.
        channel.on('error', () => undefined);
        for (const queue of asked) {
          const depth = async (name: string) => (await channel!.checkQueue(name)).messageCount;
          gauge.set({ queue: queue.main, state: 'waiting' }, await depth(queue.main));
          gauge.set({ queue: queue.main, state: 'dead' }, await depth(queue.deadLetters));
          let retried = 0;
          for (const delayMs of names.retryDelaysMs) retried += await depth(queue.retry(delayMs));
          gauge.set({ queue: queue.main, state: 'retried' }, retried);
        }
      };
      try {
        const asking = ask();
        asking.catch(() => undefined);
        await Promise.race([asking, late]);
      } catch {
        gauge.reset();
      } finally {
        clearTimeout(timer);
        await channel?.close().catch(() => undefined);
      }
    },
  });
}
