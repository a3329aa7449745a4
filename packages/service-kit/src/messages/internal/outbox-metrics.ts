import type { Connection } from 'mongoose';
import type { Clock } from '../../process/clock.ts';
import type { Metrics } from '../../process/metrics.ts';
import { isWaiting, outboxCollection } from '../outbox.schema.ts';

/** Reports what waits in the outbox. Every process looks for itself, whichever one publishes. */
export function watchOutbox(metrics: Metrics, connection: Connection, clock: Clock): void {
  const rows = () => outboxCollection.driver(connection);
  metrics.watchOne('outbox_waiting', 'Facts that wait in the outbox', () => rows().countDocuments(isWaiting));
  metrics.watchAge('outbox_oldest_unpublished_seconds', 'Age of the oldest fact that waits in the outbox', clock, async () => {
    const oldest = await rows().find(isWaiting).sort({ _id: 1 }).limit(1).next();
    return oldest ? new Date(oldest.envelope.time) : undefined;
  });
}
