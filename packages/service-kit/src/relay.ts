import type { AmqpConnectionManager } from 'amqp-connection-manager';
import type { Connection } from 'mongoose';
import { BrokerChannel } from './broker-channel.ts';
import type { Clock } from './clock.ts';
import { isUnavailable } from './errors.ts';
import type { Leases } from './lease.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { isConnected } from './mongo.ts';
import { firstIdAt, messageOf } from './outbox.ts';
import type { Topology } from './topology.ts';
import { isWaiting, outboxCollection, type OutboxRow } from './outbox.schema.ts';

const BATCH = 200;
/** Between two looks of a relay that publishes. What this process records wakes it anyway. */
const BEAT_MS = 250;
/**
 * The same of a relay that has published nothing for {@link IDLE_MS}, and between two questions for the lease while another process holds it:
 * that one publishes, and gives it up when it stops. A copy in reserve finds nothing in any look.
 */
const IDLE_BEAT_MS = 1_000;
const IDLE_MS = 5_000;
const LEASE_MS = 10_000;
const CONFIRM_MS = 5_000;
/** For how long the lease counts as held without asking: a batch that begins by then ends before the lease does. */
const LEASE_FRESH_MS = LEASE_MS - CONFIRM_MS;
/**
 * How far back the relay looks. The database keeps passing over entries that left the index, for minutes, so that looking at everything
 * cost more than a tenth of its processor in a rush. No transaction lives longer than this: an older row that is not
 * stored yet comes from a clock that is behind, and waits until everything is looked at.
 */
const LOOK_BACK_MS = 10_000;
/** So often everything is looked at. */
const LOOK_AT_ALL_MS = 5_000;
/** How far back a woken relay looks most of the time: nearly every transaction takes less. */
const BRIEF_MS = 700;
/** So often it looks {@link LOOK_BACK_MS} back instead. */
const LOOK_BACK_EVERY_MS = 2_000;
/**
 * What waits in the outbox for longer was left behind by a process that died. What is younger is left to the process that recorded it: whoever
 * is in reserve would take the lease from an idle one, and keep it for all of the next rush (docs/decisions/0082).
 */
const LEFT_BEHIND_MS = 2_000;
/** Longest time that a fact waits after a queue for it appears. */
const MAX_HOLD_MS = 4_000;

/**
 * Publishes what waits in the outbox, in the order it was recorded, one process at a time (lease `outbox`), and marks it after the broker's
 * confirm. A crash between confirm and mark publishes again, which consumers' inboxes make harmless. Memory stays bounded: one batch is
 * read at a time, and nothing is read while the broker is away.
 */
export class OutboxRelay {
  private readonly channel: BrokerChannel;
  /** Types that no queue took recently, and until when they are skipped, so that they do not hold up others. */
  private readonly held = new Map<string, { until: number; waitMs: number }>();
  private readonly returned = new Set<string>();
  private leaseFreshUntil = 0;
  private publishedAt = -Infinity;
  /** Another process publishes, as far as is known: this one only asks whether it still has the lease, and does not look. */
  private follows = false;
  /** Something was recorded in this process since it last asked. */
  private recorded = false;
  /** Until when it is enough to look back a little, because a look at everything left nothing behind. */
  private lookBackUntil = 0;
  /** Until when it is enough to look {@link BRIEF_MS} back, because a look further back left nothing behind. */
  private briefUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
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
        publishTimeoutMs: CONFIRM_MS,
        setUp: async (channel) => {
          channel.on('return', (message: { properties: { messageId?: string } }) => {
            if (message.properties.messageId) this.returned.add(message.properties.messageId);
          });
          await channel.checkExchange(names.exchange);
        },
      },
      log,
    );
  }

  start(): void {
    this.channel.open();
    this.plan(0);
  }

  /** Looks at the outbox now, or again right after the current look; while another process publishes, with the next beat. */
  wake(): void {
    if (this.stopped) return;
    if (this.follows) this.recorded = true;
    else if (this.running) this.again = true;
    else this.plan(0);
  }

  /** Finishes the current batch, then closes. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
    await this.leases.release('outbox').catch(() => undefined);
    await this.channel.close();
  }

  private plan(delayMs: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.again = false;
      const told = delayMs === 0 || this.recorded;
      this.recorded = false;
      this.running = this.drain(told).finally(() => {
        this.running = undefined;
        this.plan(this.again ? 0 : this.follows || this.isIdle() ? IDLE_BEAT_MS : BEAT_MS);
      });
    }, delayMs);
  }

  /** @param told whether something is known to wait; otherwise the outbox is looked at first */
  private async drain(told: boolean): Promise<void> {
    try {
      if (!isConnected(this.connection) || !this.channel.isUsable()) return;
      if (await this.isElsewhere(told)) return;
      const begunAt = performance.now();
      const { lookBackUntil, briefUntil } = this;
      const isShort = begunAt < lookBackUntil;
      const isBrief = isShort && told && begunAt < briefUntil;
      [this.lookBackUntil, this.briefUntil] = [0, 0];
      const time = this.clock.now().getTime();
      const after = isShort ? firstIdAt(time - (isBrief ? BRIEF_MS : LOOK_BACK_MS)) : '';
      const isForOthers = !told && !this.holdsLease;
      const nothingIsLeft = (): void => {
        if (this.held.size > 0) return;
        this.lookBackUntil = isShort ? lookBackUntil : begunAt + LOOK_AT_ALL_MS;
        this.briefUntil = isForOthers ? 0 : isBrief ? briefUntil : begunAt + LOOK_BACK_EVERY_MS;
      };
      // Taking the lease is a write to the disk, so it is not done with each beat for nothing.
      if (!told && (await this.waiting(1, after, isForOthers ? firstIdAt(time - LEFT_BEHIND_MS) : undefined)).length === 0)
        return nothingIsLeft();
      for (;;) {
        if (!this.channel.isUsable() || this.stopped || !(await this.leads())) return;
        const rows = await this.waiting(BATCH, after);
        const { published, unroutable } = await this.publish(rows);
        await this.mark(published);
        // What was recorded since this batch was read has woken this relay, or waits for its next beat.
        if (published.length + unroutable < rows.length) return;
        if (rows.length < BATCH) return nothingIsLeft();
      }
    } catch (error) {
      if (!isUnavailable(error)) this.log.error('publishing from the outbox failed', {}, error);
    }
  }

  private isIdle(): boolean {
    return this.held.size === 0 && performance.now() - this.publishedAt >= IDLE_MS;
  }

  /** Whether another process publishes. To ask writes nothing, and costs much less than a look. */
  private async isElsewhere(told: boolean): Promise<boolean> {
    if (this.holdsLease || (told && !this.follows)) return false;
    this.follows = await this.leases.isElsewhere('outbox');
    return this.follows;
  }

  /** As far as this process knows. */
  private get holdsLease(): boolean {
    return performance.now() < this.leaseFreshUntil + LEASE_MS - LEASE_FRESH_MS;
  }

  /** Whether this process may publish. Renewing the lease is a write to the disk, so it is not done for each batch. */
  private async leads(): Promise<boolean> {
    const now = performance.now();
    if (now < this.leaseFreshUntil) return true;
    this.follows = !(await this.leases.take('outbox', LEASE_MS));
    if (this.follows) return false;
    this.leaseFreshUntil = now + LEASE_FRESH_MS;
    return true;
  }

  /** The next rows to publish, in order; types that no queue takes are left out for a while. */
  private waiting(most: number, after: string, before?: string): Promise<OutboxRow[]> {
    const held = this.heldTypes();
    const filter = {
      ...isWaiting,
      _id: { $gt: after, ...(before && { $lt: before }) },
      ...(held.length > 0 && { 'envelope.type': { $nin: held } }),
    };
    return outboxCollection.driver(this.connection).find(filter).sort({ _id: 1 }).limit(most).toArray();
  }

  private async mark(published: readonly OutboxRow[]): Promise<void> {
    const publishedAt = this.clock.now();
    const [expected, unexpected] = [
      published.filter(({ queues }) => queues.length > 0),
      published.filter(({ queues }) => queues.length === 0),
    ];
    const note = (rows: readonly OutboxRow[], change: Partial<OutboxRow>): Promise<unknown> =>
      rows.length === 0
        ? Promise.resolve()
        : outboxCollection.driver(this.connection).updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { $set: change });
    await Promise.all([note(expected, { publishedAt }), note(unexpected, { publishedAt, heardAt: publishedAt })]);
    if (published.length > 0) this.publishedAt = performance.now();
    this.metrics.outboxPublished.inc(published.length);
  }

  private heldTypes(): string[] {
    const now = performance.now();
    return [...this.held].filter(([, { until }]) => until > now).map(([type]) => type);
  }

  private hold(type: string): void {
    const before = this.held.get(type);
    if (!before) this.log.warn('no queue takes this fact yet, it stays in the outbox', { factType: type });
    const waitMs = Math.min(MAX_HOLD_MS, (before?.waitMs ?? BEAT_MS) * 2);
    this.held.set(type, { until: performance.now() + waitMs, waitMs });
  }

  /** The rows that the broker accepted, and for how many it had no queue. */
  private async publish(rows: readonly OutboxRow[]): Promise<{ published: OutboxRow[]; unroutable: number }> {
    this.returned.clear();
    const outcomes = await Promise.allSettled(
      rows.map((row) => {
        const { content, options } = messageOf(row, this.names.account(this.service));
        return this.channel.publish(this.names.exchange, row.envelope.type, content, { ...options, mandatory: row.mustRoute });
      }),
    );
    const published: OutboxRow[] = [];
    const unroutable = new Set<string>();
    let returned = 0;
    rows.forEach((row, index) => {
      if (this.returned.has(row._id)) {
        unroutable.add(row.envelope.type);
        returned += 1;
      } else if (outcomes[index]?.status === 'fulfilled') published.push(row);
    });
    for (const row of rows) if (!unroutable.has(row.envelope.type)) this.held.delete(row.envelope.type);
    for (const type of unroutable) this.hold(type);
    return { published, unroutable: returned };
  }
}
