import type { AmqpConnectionManager } from 'amqp-connection-manager';
import type { Metrics, MetricReading } from '../../process/metrics.ts';
import { onOneOffChannel } from './one-off-channel.ts';
import type { QueueNames, Topology } from '../topology.ts';

/** Reports how many messages a service's queues hold: `waiting` to be handled, `retried` until their pause is over, `dead`. */
export function watchQueues(metrics: Metrics, broker: AmqpConnectionManager, names: Topology, queues: () => readonly QueueNames[]): void {
  metrics.watch('queue_messages', 'Messages in a queue by state (waiting, retried, dead)', ['queue', 'state'], async () => {
    const asked = queues();
    const { connection } = broker;
    if (!connection || asked.length === 0) return [];
    return onOneOffChannel(connection, async (channel) => {
      const depth = async (name: string) => (await channel.checkQueue(name)).messageCount;
      const readings: MetricReading<'queue' | 'state'>[] = [];
      for (const queue of asked) {
        readings.push(
          [{ queue: queue.main, state: 'waiting' }, await depth(queue.main)],
          [{ queue: queue.main, state: 'dead' }, await depth(queue.deadLetters)],
        );
        let retried = 0;
        for (const delayMs of names.retryDelaysMs) retried += await depth(queue.retry(delayMs));
        readings.push([{ queue: queue.main, state: 'retried' }, retried]);
      }
      return readings;
    });
  });
}
