import { randomBytes } from 'node:crypto';
import type { auditEntrySchema } from '@concert/contracts/core/audit-entry';
import type { Envelope, FactData, FactKind, FactType } from '@concert/contracts/core/envelope';
import type { Options } from 'amqplib';
import type { ClientSession, Connection } from 'mongoose';
import type { UserId } from '@concert/contracts/core/ids';
import { newAuditEntry, type AuditedAction } from '../identity/audit-entries.ts';
import type { Clock } from '../process/clock.ts';
import { currentContext } from '../process/context.ts';
import { HEADER_TYPE } from './topology.ts';
import { outboxCollection, type OutboxRow } from './outbox.schema.ts';

/** A fact as it was built, not stored yet. */
export interface RecordedFact {
  readonly kind: FactKind;
  readonly envelope: Envelope;
}

/** A fact as it is handed to the broker. `account`: of its owner; the broker refuses any other than that of the connection */
export function messageOf(
  { _id, envelope }: OutboxRow,
  account: string,
): { content: Buffer; options: Omit<Options.Publish, 'headers'> & { headers: Record<string, unknown> } } {
  return {
    content: Buffer.from(JSON.stringify(envelope)),
    options: {
      persistent: true,
      userId: account,
      messageId: _id,
      contentType: 'application/cloudevents+json',
      type: envelope.type,
      headers: { [HEADER_TYPE]: envelope.type, ...(envelope.traceparent ? { traceparent: envelope.traceparent } : {}) },
    },
  };
}

/** UUID version 7 (RFC 9562 section 5.7): 48 bits of milliseconds, a counter so that ids of one process grow, random rest. */
export function createUuidV7(now: () => number): () => string {
  let last = 0;
  let counter = 0;
  return () => {
    const time = Math.max(now(), last);
    counter = time === last ? counter + 1 : 0;
    if (counter > 0xfff) {
      last = time + 1;
      counter = 0;
    } else last = time;
    const tail = randomBytes(8);
    tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
    const hex = `${last.toString(16).padStart(12, '0')}7${counter.toString(16).padStart(3, '0')}${tail.toString('hex')}`;
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

/** What every id of {@link createUuidV7} from that millisecond on sorts after. */
export function lowestIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-`;
}

/** Records facts in the transaction of the change they tell about; the relay publishes them afterwards. */
export class Outbox {
  private readonly nextId: () => string;
  private wake: () => void = () => undefined;
  private readonly awaited = new WeakSet<ClientSession>();

  constructor(
    private readonly connection: Connection,
    private readonly source: string,
    private readonly clock: Clock,
  ) {
    this.nextId = createUuidV7(() => clock.now().getTime());
  }

  /** Called by the relay: what to do when something was recorded. */
  onRecorded(wake: () => void): void {
    this.wake = wake;
  }

  /**
   * Builds a fact, validated against its schema.
   * @param subject id of the aggregate
   * @param version of the aggregate after the change
   * @throws ZodError when the data breaks the schema: a fault of our own code
   */
  fact<K extends FactKind>(kind: K, subject: string, version: number, data: FactData<K>): { kind: K; envelope: Envelope<FactData<K>> } {
    const context = currentContext();
    const id = this.nextId();
    return {
      kind,
      envelope: {
        specversion: '1.0',
        id,
        source: this.source,
        type: kind.type,
        subject,
        time: this.clock.now().toISOString(),
        datacontenttype: 'application/json',
        aggregateversion: version,
        correlationid: context?.correlationId ?? id,
        ...(context?.causationId ? { causationid: context.causationId } : {}),
        ...(context?.traceparent ? { traceparent: context.traceparent } : {}),
        data: kind.data.parse(data) as FactData<K>,
      },
    };
  }

  /**
   * Records what somebody did, for the audit log.
   * @param kind the fact by which this service tells it
   * @param subject and version: as of {@link fact}
   */
  async recordAct(
    session: ClientSession,
    kind: FactKind<FactType, typeof auditEntrySchema>,
    subject: string,
    version: number,
    actor: UserId | 'operator',
    action: AuditedAction,
  ): Promise<void> {
    const entry = newAuditEntry(actor, this.clock.now(), action);
    await this.record(session, [this.fact(kind, subject, version, entry)]);
  }

  /** Stores facts in the caller's transaction; the relay is woken when its session ends. */
  async record(session: ClientSession, facts: readonly RecordedFact[]): Promise<void> {
    if (facts.length === 0) return;
    const rows = facts.map(({ kind, envelope }): OutboxRow => ({
      _id: envelope.id,
      envelope,
      mustRoute: kind.consumedBy.length > 0,
      queues: kind.consumedBy.filter((consumer) => consumer.includes('.')),
      publishedAt: null,
    }));
    await outboxCollection.driver(this.connection).insertMany(rows, { session });
    // A session ends after its commit; the relay looks on its own beat anyway, this only makes the usual case quick.
    if (!this.awaited.has(session)) {
      this.awaited.add(session);
      session.once('ended', () => this.wake());
    }
  }
}
