import { randomUUID } from 'node:crypto';
import type { Caller } from '@concert/contracts/core/route';
import type { AmqpConnectionManager } from 'amqp-connection-manager';
import type { ConfirmChannel, ConsumeMessage, Options } from 'amqplib';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { BrokerChannel } from './broker-channel.ts';
import type { Clock } from './clock.ts';
import { isUnavailable } from './errors.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { isConnected } from './mongo.ts';
import { messageOf } from './outbox.ts';
import { onShortChannel } from './short-channel.ts';
import { declareAnswers, HEADER_TYPE, keyOfQueue, ROLL_CALL, type Topology } from './topology.ts';
import { isUnheard, outboxCollection } from './outbox.schema.ts';

/** Facts asked about at once. */
const AT_ONCE = 500;
const CONFIRM_MS = 5_000;
/** How long a missing answer is waited for at first, while messages wait in the consumer's queue; the wait grows from then on. */
const FIRST_PATIENCE_MS = 30_000;
const MAX_PATIENCE_MS = 10 * 60_000;

/** The owner's question to a consumer: which of these facts do you know? */
export const questionSchema = z.object({ ids: z.array(z.string()) });

/** The consumer's answer: those it has handled, and those it knows nothing of. Others are in its hands: retried or dead. */
const answerSchema = z.object({ consumer: z.string(), heard: z.array(z.string()), unknown: z.array(z.string()) });
export type RollCallAnswer = z.infer<typeof answerSchema>;

interface Asked {
  readonly id: string;
  /** Where the next question begins; undefined when this one reached the end. */
  readonly goOnAfter: string | undefined;
  readonly until: number;
  readonly patienceMs: number;
}

/**
 * Finds facts that were published and never reached a consumer, because a queue, an exchange or a binding was deleted or a broker lost its
 * disk, and publishes them again to that consumer alone. The owner asks through the consumer's own queue: when the consumer reads the
 * question, it has read everything published before it, so what it does not know then is lost. A long queue makes the answer late, never
 * wrong; and the consumer's inbox makes a repeat harmless anyway.
 */
export class RollCall {
  private readonly channel: BrokerChannel;
  private raw: ConfirmChannel | undefined;
  private replyTo = '';
  private readonly asked = new Map<string, Asked>();
  /** Who has not confirmed which fact, of those asked about since the last look. */
  private readonly owing = new Map<string, Set<string>>();
  /** What was confirmed since the last look while others had not. It is stored with the next look: most others confirm it before that. */
  private readonly confirmed = new Map<string, Set<string>>();

  /** @param settleMs how long ago a fact must have been published to be asked about */
  constructor(
    private readonly service: Caller,
    private readonly connection: Connection,
    private readonly broker: AmqpConnectionManager,
    private readonly names: Topology,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly settleMs: number,
  ) {
    this.channel = new BrokerChannel(
      broker,
      { name: 'roll-call', publishTimeoutMs: CONFIRM_MS, setUp: (channel) => this.setUp(channel) },
      log,
    );
  }

  start(): void {
    this.channel.open();
  }

  stop(): Promise<void> {
    return this.channel.close();
  }

  /** Asks every consumer that has not confirmed a fact, unless its answer to the last question may still come. */
  async look(): Promise<void> {
    if (!this.raw || !isConnected(this.connection) || !this.channel.isUsable()) return;
    // With the exchange somebody may have deleted the binding, and no answer would come. If this fails, the next channel does it all again.
    await declareAnswers(this.raw, this.names, this.replyTo);
    await this.storeConfirmed();
    for (const consumer of await this.rows().distinct('queues', { queues: { $exists: true }, ...isUnheard })) {
      const waiting = await this.depthOf(consumer);
      // Its queue is its own to declare. It has not started yet, and is asked when it has.
      if (waiting === undefined) continue;
      const asked = this.asked.get(consumer);
      if (asked && waiting > 0 && performance.now() < asked.until) continue;
      await this.ask(consumer, undefined, Math.min(MAX_PATIENCE_MS, asked ? asked.patienceMs * 2 : FIRST_PATIENCE_MS));
    }
  }

  private async setUp(channel: ConfirmChannel): Promise<void> {
    const queue = this.names.answers(this.service, randomUUID());
    await declareAnswers(channel, this.names, queue);
    // A question to a queue that is gone would get no answer.
    this.asked.clear();
    this.replyTo = queue;
    this.raw = channel;
    await channel.consume(
      queue,
      (message) => {
        if (message)
          void this.handleAnswer(message).catch(
            (error: unknown) => isUnavailable(error) || this.log.error('an answer to a roll call could not be followed', {}, error),
          );
        else void channel.close().catch(() => undefined);
      },
      { noAck: true },
    );
  }

  /** How many messages wait in a consumer's queue; undefined where there is no such queue. */
  private async depthOf(consumer: string): Promise<number | undefined> {
    const { connection } = this.broker;
    if (!connection) return undefined;
    const found = await onShortChannel(connection, (channel) => channel.checkQueue(this.queueOf(consumer).main).catch(() => undefined));
    return found?.messageCount;
  }

  private async ask(consumer: string, after: string | undefined, patienceMs: number): Promise<void> {
    const publishedAt = { $lte: new Date(this.clock.now().getTime() - this.settleMs) };
    const rows = await this.rows()
      .find({ ...owedBy(consumer), publishedAt, ...(after ? { _id: { $gt: after } } : {}) }, { projection: { queues: 1, heardBy: 1 } })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    const id = randomUUID();
    this.asked.delete(consumer);
    if (rows.length === 0) return;
    for (const { _id, queues, heardBy = [] } of rows)
      if (!this.owing.has(_id)) this.owing.set(_id, new Set(queues.filter((queue) => !heardBy.includes(queue))));
    this.asked.set(consumer, {
      id,
      goOnAfter: rows.length === AT_ONCE ? rows.at(-1)?._id : undefined,
      until: performance.now() + patienceMs,
      patienceMs,
    });
    const content = Buffer.from(JSON.stringify({ ids: rows.map(({ _id }) => _id) } satisfies z.infer<typeof questionSchema>));
    await this.publishTo(consumer, content, {
      persistent: true,
      userId: this.names.account(this.service),
      messageId: id,
      correlationId: id,
      replyTo: this.replyTo,
      contentType: 'application/json',
      type: ROLL_CALL,
      headers: { [HEADER_TYPE]: ROLL_CALL },
    });
  }

  private async handleAnswer(message: ConsumeMessage): Promise<void> {
    const { consumer, heard, unknown } = answerSchema.parse(JSON.parse(message.content.toString('utf8')));
    // Nobody but the consumer itself may say that it has a fact, which is then never told again.
    if (message.properties.userId !== this.queueOf(consumer).account) throw new Error('the answer of somebody else');
    await this.note(consumer, heard);
    if (unknown.length > 0) await this.tellAgain(consumer, unknown);
    const asked = this.asked.get(consumer);
    if (!asked || asked.id !== message.properties.correlationId) return;
    this.asked.delete(consumer);
    if (asked.goOnAfter !== undefined) await this.ask(consumer, asked.goOnAfter, FIRST_PATIENCE_MS);
  }

  /** Stores at once only what no other consumer owes word of, so that most facts are changed once. */
  private async note(consumer: string, heard: readonly string[]): Promise<void> {
    const byAll: string[] = [];
    const beforeOthers = this.confirmed.get(consumer) ?? new Set();
    this.confirmed.set(consumer, beforeOthers);
    for (const id of heard) {
      const owing = this.owing.get(id);
      if (owing?.delete(consumer) && owing.size === 0) {
        this.owing.delete(id);
        byAll.push(id);
        for (const ids of this.confirmed.values()) ids.delete(id);
      } else beforeOthers.add(id);
    }
    if (byAll.length > 0) await this.rows().updateMany({ _id: { $in: byAll }, ...isUnheard }, { $set: { heardAt: this.clock.now() } });
  }

  /** Stores what was confirmed while others had not. */
  private async storeConfirmed(): Promise<void> {
    const all = [...this.confirmed];
    this.confirmed.clear();
    // Answers to earlier questions are stored on their own from here on.
    this.owing.clear();
    for (const [consumer, ids] of all)
      if (ids.size > 0)
        await this.rows().updateMany({ _id: { $in: [...ids] }, ...owedBy(consumer) }, confirmedBy(consumer, this.clock.now()));
  }

  private async tellAgain(consumer: string, ids: readonly string[]): Promise<void> {
    const rows = await this.rows()
      .find({ _id: { $in: [...ids] }, ...owedBy(consumer) })
      .sort({ _id: 1 })
      .toArray();
    if (rows.length === 0) return;
    const queue = this.queueOf(consumer);
    this.log.warn('facts never reached their consumer and are told again', { queue: queue.main, count: rows.length });
    this.metrics.factsToldAgain.inc({ queue: queue.main }, rows.length);
    // To this queue alone: other consumers of the fact already have it.
    await Promise.all(
      rows.map((row) => {
        const { content, options } = messageOf(row, this.names.account(this.service));
        return this.publishTo(consumer, content, options);
      }),
    );
  }

  private publishTo(consumer: string, content: Buffer, options: Options.Publish): Promise<void> {
    return this.channel.publish(this.names.exchange, keyOfQueue(this.service, this.queueOf(consumer).main), content, options);
  }

  private queueOf(consumer: string) {
    const [service = '', purpose = ''] = consumer.split('.');
    return this.names.queue(service, purpose);
  }

  private rows() {
    return outboxCollection.driver(this.connection);
  }
}

/** Facts that a consumer has not confirmed, as far as is stored. */
function owedBy(consumer: string) {
  return { queues: consumer, heardBy: { $ne: consumer }, ...isUnheard };
}

/** Notes that a consumer has confirmed a fact; after the last one it counts as heard by all. */
function confirmedBy(consumer: string, now: Date): object[] {
  return [
    { $set: { heardBy: { $setUnion: [{ $ifNull: ['$heardBy', []] }, [consumer]] } } },
    { $set: { heardAt: { $cond: [{ $setIsSubset: ['$queues', '$heardBy'] }, now, '$heardAt'] } } },
  ];
}
