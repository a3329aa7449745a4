import type { AmqpConnectionManager } from 'amqp-connection-manager';
import type { ConfirmChannel } from 'amqplib';
import type { Connection } from 'mongoose';
import { BrokerChannel } from './broker-channel.ts';
import type { Clock } from '../../process/clock.ts';
import { isUnavailable } from '../../process/errors.ts';
import { LEASE_MS, type Leases } from '../../store/lease.ts';
import type { Log } from '../../process/log.ts';
import type { Metrics } from '../../process/metrics.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import { isConnected } from '../../store/mongo.ts';
import { MandatoryPublisher } from './mandatory-publisher.ts';
import { lowestIdAt, messageOf } from '../outbox.ts';
import type { Topology } from '../topology.ts';
import { isWaiting, outboxCollection, type OutboxRow } from '../outbox.schema.ts';

const BATCH = 200;
/** Between two looks at everything that waits. What this process records wakes it in between. */
const BEAT_MS = 1_000;
/**
 * How far back a woken relay looks. The database keeps passing over entries that left the index, for minutes. No transaction lives longer
 * than this; an older row comes from a clock that is behind, and is found with the next beat.
 */
const LOOK_BACK_MS = 10_000;

/**
 * Publishes what waits in the outbox, in the order it was recorded, one process at a time (lease `outbox`), and marks it after the broker's
 * confirm. A crash between confirm and mark publishes again, which consumers' inboxes make harmless. Memory stays bounded: one batch is
 * read at a time, and nothing is read while the broker is away.
 */
export class OutboxRelay {
  private readonly channel: BrokerChannel;
  private readonly mandatory = new MandatoryPublisher();
  /** The channel that was opened last. */
  private open: ConfirmChannel | undefined;
  /** Types that no queue took: they are left out until the next beat, so that they do not hold up others. */
  private readonly held = new Set<string>();
  private leaseFreshUntil = 0;
  private beat: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  /** What to look at when the current look is done. */
  private next: 'recent' | 'all' | undefined;
  private stopped = false;

  constructor(
    private readonly service: string,
    private readonly connection: Connection,
    broker: AmqpConnectionManager,
    private readonly names: Topology,
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    this.channel = new BrokerChannel(
      broker,
      {
        name: 'outbox',
        setUp: async (channel) => {
          this.mandatory.watch(channel);
          this.open = channel;
          await channel.checkExchange(names.exchange);
        },
      },
      log,
    );
  }

  start(): void {
    this.channel.open();
    this.beat = setInterval(() => this.look('all'), BEAT_MS);
    this.look('all');
  }

  /** Looks at what was recorded a moment ago, now or right after the current look. */
  wake(): void {
    this.look('recent');
  }

  /** Finishes the current batch, then closes. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.beat);
    await this.running;
    await this.leases.release('outbox').catch(() => undefined);
    await this.channel.close();
  }

  private look(at: 'recent' | 'all'): void {
    if (this.stopped) return;
    if (this.running) {
      if (this.next !== 'all') this.next = at;
      return;
    }
    this.running = this.drain(at).finally(() => {
      this.running = undefined;
      const { next } = this;
      this.next = undefined;
      if (next) this.look(next);
    });
  }

  private async drain(at: 'recent' | 'all'): Promise<void> {
    try {
      const after = at === 'recent' ? lowestIdAt(this.clock.now().getTime() - LOOK_BACK_MS) : '';
      let held: ReadonlySet<string> = at === 'recent' ? this.held : new Set();
      while (!this.stopped && isConnected(this.connection) && this.open && this.channel.isUsable()) {
        const rows = await this.waiting(after, held);
        // Taking the lease is a write to the disk, so it is not done for nothing.
        if (rows.length === 0 || !(await this.leads())) return;
        const { published, unroutable } = await this.publish(this.open, rows);
        await this.mark(published);
        held = this.held;
        // What was recorded since this batch was read has woken this relay, or waits for its next beat.
        if (published.length + unroutable < rows.length || rows.length < BATCH) return;
      }
    } catch (error) {
      if (!isUnavailable(error)) this.log.error('publishing from the outbox failed', {}, error);
    }
  }

  /** Whether this process may publish. Renewing the lease is a write to the disk, so it is not done for each batch. */
  private async leads(): Promise<boolean> {
    const now = performance.now();
    if (now < this.leaseFreshUntil) return true;
    if (!(await this.leases.take('outbox', LEASE_MS))) return false;
    // A batch that begins by then ends before the lease does: its confirms are waited for no longer than the other half.
    this.leaseFreshUntil = now + LEASE_MS / 2;
    return true;
  }

  /** The next rows to publish, in order, without the types that are held. */
  private waiting(after: string, held: ReadonlySet<string>): Promise<OutboxRow[]> {
    const filter = { ...isWaiting, _id: { $gt: after }, ...(held.size > 0 && { 'envelope.type': { $nin: [...held] } }) };
    return outboxCollection.driver(this.connection).find(filter).sort({ _id: 1 }).limit(BATCH).toArray();
  }

  private async mark(published: readonly OutboxRow[]): Promise<void> {
    if (published.length > 0)
      await outboxCollection
        .driver(this.connection)
        .updateMany({ _id: { $in: published.map(({ _id }) => _id) } }, { $set: { publishedAt: this.clock.now() } });
    this.metrics.outboxPublished.inc(published.length);
  }

  private hold(type: string): void {
    if (!this.held.has(type)) this.log.warn('no queue takes this fact yet, it stays in the outbox', { factType: type });
    this.held.add(type);
  }

  /** The rows that the broker accepted, and for how many it had no queue. */
  private async publish(channel: ConfirmChannel, rows: readonly OutboxRow[]): Promise<{ published: OutboxRow[]; unroutable: number }> {
    const outcomes = await Promise.allSettled(
      rows.map((row) => {
        const { content, options } = messageOf(row, this.names.account(this.service));
        const publishing = this.mandatory.publish(channel, this.names.exchange, row.envelope.type, content, {
          ...options,
          mandatory: row.mustRoute,
        });
        return withTimeout(publishing, LEASE_MS / 2);
      }),
    );
    const published: OutboxRow[] = [];
    const unroutable = new Set<string>();
    let returned = 0;
    rows.forEach((row, index) => {
      const outcome = outcomes[index];
      if (outcome?.status !== 'fulfilled') return;
      if (outcome.value) return void published.push(row);
      unroutable.add(row.envelope.type);
      returned += 1;
    });
    for (const row of rows) if (!unroutable.has(row.envelope.type)) this.held.delete(row.envelope.type);
    for (const type of unroutable) this.hold(type);
    return { published, unroutable: returned };
  }
}
