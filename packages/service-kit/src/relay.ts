import type { AmqpConnectionManager, ChannelWrapper } from 'amqp-connection-manager';
import type { ConfirmChannel } from 'amqplib';
import type { Connection } from 'mongoose';
import type { Clock } from './clock.ts';
import { isUnavailable } from './errors.ts';
import type { Leases } from './lease.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { collectionOf } from './mongo.ts';
import { OUTBOX, type OutboxRow } from './outbox.ts';
import { declareExchanges, HEADER_TYPE, type Topology } from './topology.ts';

const BATCH = 200;
const BEAT_MS = 250;
const LEASE_MS = 10_000;
const CONFIRM_MS = 5_000;

/**
 * Publishes what waits in the outbox, in the order it was recorded, one process at a time (lease `outbox`), and marks it
 * after the broker's confirm. A crash between confirm and mark publishes again: consumers' inboxes make that harmless.
 * Memory stays bounded: one batch is read at a time, nothing is read while the broker is away.
 */
export class OutboxRelay {
  private readonly channel: ChannelWrapper;
  private readonly returned = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly connection: Connection,
    private readonly broker: AmqpConnectionManager,
    private readonly names: Topology,
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    this.channel = broker.createChannel({
      name: 'outbox',
      confirm: true,
      publishTimeout: CONFIRM_MS,
      setup: async (channel: ConfirmChannel) => {
        channel.on('return', (message: { properties: { messageId?: string } }) => {
          if (message.properties.messageId) this.returned.add(message.properties.messageId);
        });
        await declareExchanges(channel, names);
      },
    });
    // Without a listener a refused declaration would end the process.
    this.channel.on('error', (error: unknown) => this.log.error('the outbox channel failed', { dependency: 'rabbitmq' }, error));
  }

  start(): void {
    this.plan(0);
  }

  /** Looks at the outbox now, or again right after the look that is under way. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) this.again = true;
    else this.plan(0);
  }

  /** Lets the batch under way finish, then closes. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
    await this.leases.release('outbox').catch(() => undefined);
    await this.channel.close().catch(() => undefined);
  }

  private plan(delayMs: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.again = false;
      this.running = this.drain().finally(() => {
        this.running = undefined;
        this.plan(this.again ? 0 : BEAT_MS);
      });
    }, delayMs);
  }

  private async drain(): Promise<void> {
    try {
      if (this.connection.readyState !== 1 || !(await this.leases.take('outbox', LEASE_MS))) return;
      const outbox = collectionOf<OutboxRow>(this.connection, OUTBOX);
      for (;;) {
        const rows = await outbox.find({ publishedAt: null }).sort({ _id: 1 }).limit(BATCH).toArray();
        const oldest = rows[0];
        this.metrics.outboxOldestSeconds.set(oldest ? Math.max(0, (this.clock.now().getTime() - Date.parse(oldest.envelope.time)) / 1_000) : 0);
        if (rows.length === 0 || !this.broker.isConnected() || this.stopped) return;
        const published = await this.publish(rows);
        if (published.length > 0) {
          await outbox.updateMany({ _id: { $in: published } }, { $set: { publishedAt: this.clock.now() } });
          this.metrics.outboxPublished.inc(published.length);
        }
        if (published.length < rows.length || !(await this.leases.take('outbox', LEASE_MS))) return;
      }
    } catch (error) {
      if (!isUnavailable(error)) this.log.error('publishing from the outbox failed', {}, error);
    }
  }

  /** Ids of the rows the broker took responsibility for. */
  private async publish(rows: readonly OutboxRow[]): Promise<string[]> {
    this.returned.clear();
    const outcomes = await Promise.allSettled(
      rows.map((row) =>
        this.channel.publish(this.names.exchange, row.envelope.type, Buffer.from(JSON.stringify(row.envelope)), {
          persistent: true,
          mandatory: row.mustRoute,
          messageId: row._id,
          contentType: 'application/cloudevents+json',
          type: row.envelope.type,
          headers: { [HEADER_TYPE]: row.envelope.type, ...(row.envelope.traceparent ? { traceparent: row.envelope.traceparent } : {}) },
        }),
      ),
    );
    const published: string[] = [];
    rows.forEach((row, index) => {
      if (this.returned.has(row._id)) this.log.warn('no queue takes this fact yet, it stays in the outbox', { factType: row.envelope.type, factId: row._id });
      else if (outcomes[index]?.status === 'fulfilled') published.push(row._id);
    });
    return published;
  }
}
