import { sourceOf, type FactKind } from '@concert/contracts/core/envelope';
import type { Caller } from '@concert/contracts/core/route';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { AmqpConnectionManager } from 'amqp-connection-manager';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Connection } from 'mongoose';
import { lastValueFrom } from 'rxjs';
import { BrokerChannel } from './broker-channel.ts';
import { inContext, type WorkContext } from '../../process/context.ts';
import { domainErrorIn, isUnavailable, PermanentMessageError } from '../../process/errors.ts';
import type { Inbox } from '../inbox.ts';
import { closeWithTimeout } from '../../process/with-timeout.ts';
import type { Log } from '../../process/log.ts';
import { requeueLater, RetryPublisher } from './retry-publisher.ts';
import { MandatoryPublisher } from './mandatory-publisher.ts';
import { factIdOf, factIn } from './message-facts.ts';
import { delayOf, faultOf, isDeliveredOften, retryHeaders } from './message-faults.ts';
import type { Metrics } from '../../process/metrics.ts';
import { PoisonMessageIsolation } from './poison-message-isolation.ts';
import { assertOwner, publisherOf, refusedIdOf, WrongPublisherError } from './publisher.ts';
import { Replays } from './replays.ts';
import {
  bindProbe,
  declareQueue,
  HEADER_ATTEMPT,
  HEADER_FAULT,
  HEADER_REPLAYED,
  HEADER_TYPE,
  PROBE,
  type QueueNames,
  type Topology,
} from '../topology.ts';
import { contextFrom, endSpan, inSpan, startSpan, traceparentOf } from '../../process/tracing.ts';

/** Unacknowledged messages of one queue: each may have a transaction of its own, and all purposes share the connections to the database. */
const PREFETCH = 20;

interface Consumer {
  readonly purpose: string;
  readonly queue: QueueNames;
  readonly handlers: Map<string, { fact: FactKind; handle: MessageHandler }>;
}

/**
 * Nest transport over a RabbitMQ topic exchange and quorum queues. Nest's own transport leaves a message unacknowledged when its
 * handler throws, and has no delayed retry. So this strategy owns ack, retry and dead letters:
 * - the handler returns: ack (it has committed by then);
 * - the message breaks its schema, was not published by the owner of its type, or can never be handled: dead letters at once;
 * - a domain refusal: it is an outcome, ack;
 * - a dependency is away: retried without counting, so that a long outage loses nothing;
 * - an earlier fact has not arrived yet: retried without counting, for a day;
 * - anything else: retried with growing delays, then dead letters;
 * - its process dies, again and again: handled one at a time, and the one that was begun each time goes to the dead letters.
 */
export class RmqEvents extends Server implements CustomTransportStrategy {
  private readonly consumers = new Map<string, Consumer>();
  private readonly running = new Set<Promise<void>>();
  private readonly mandatory = new MandatoryPublisher();
  private readonly copies = new RetryPublisher(this.mandatory);
  private current: ConfirmChannel | undefined;
  private readonly channel: BrokerChannel;
  private readonly replays: Replays;
  private poisonMessages: PoisonMessageIsolation;
  private tags: { channel: ConfirmChannel; tag: string }[] = [];
  private closing = false;

  constructor(
    private readonly service: Caller,
    private readonly broker: AmqpConnectionManager,
    private readonly names: Topology,
    connection: Connection,
    private readonly inbox: Inbox,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    super();
    this.replays = new Replays(service, connection, names, this.mandatory, log);
    this.poisonMessages = new PoisonMessageIsolation(inbox);
    this.channel = new BrokerChannel(broker, { name: 'facts', setUp: (channel) => this.consume(channel) }, log);
  }

  /** Whether every queue of this process is being consumed now. */
  isListening(): boolean {
    return this.consumers.size === 0 || this.channel.isUsable();
  }

  /** The queues that this process consumes. */
  get queues(): QueueNames[] {
    return [...this.consumers.values()].map(({ queue }) => queue);
  }

  /** Nest passes each `@OnFact` method; several purposes may handle one fact. */
  override addHandler(pattern: unknown, callback: MessageHandler, isEventHandler = false, extras: Record<string, unknown> = {}): void {
    const { purpose, fact } = extras as { purpose?: string; fact?: FactKind };
    if (!isEventHandler || !purpose || !fact) throw new Error(`handler of ${String(pattern)} must be declared with @OnFact`);
    const queue = this.names.queue(this.service, purpose);
    const consumer = this.consumers.get(queue.main) ?? { purpose, queue, handlers: new Map() };
    if (consumer.handlers.has(fact.type)) throw new Error(`two handlers of ${fact.type} for ${purpose}`);
    consumer.handlers.set(fact.type, { fact, handle: callback });
    this.consumers.set(queue.main, consumer);
    this.messageHandlers.set(`${fact.type}#${purpose}`, callback);
  }

  listen(callback: (error?: unknown) => void): void {
    this.channel.open();
    // Report success even if the broker is away: consuming starts when it is back.
    callback();
  }

  /** Takes no more messages and waits for the running handlers. */
  async close(): Promise<void> {
    this.closing = true;
    await Promise.all(this.tags.map(({ channel, tag }) => closeWithTimeout(() => channel.cancel(tag))));
    await Promise.allSettled(this.running);
    await this.channel.close();
  }

  on(): never {
    throw new Error('the transport of facts has no client events');
  }

  unwrap<T>(): T {
    return this.broker as T;
  }

  private async consume(channel: ConfirmChannel): Promise<void> {
    this.current = channel;
    // What the channel before had in hand comes again, and must not wait for what hangs there.
    this.poisonMessages = new PoisonMessageIsolation(this.inbox);
    this.mandatory.watch(channel);
    this.tags = [{ channel, tag: await this.replays.listen(channel) }];
    for (const consumer of this.consumers.values()) {
      await this.declare(channel, consumer);
      await channel.prefetch(PREFETCH);
      const { consumerTag } = await channel.consume(consumer.queue.main, (message) => {
        if (message) this.take(channel, consumer, message);
        // The broker ended the subscription because its queue was deleted. A new channel declares and consumes again.
        else void channel.close().catch(() => undefined);
      });
      this.tags.push({ channel, tag: consumerTag });
    }
  }

  /**
   * Declares what a consumer needs. Where something of it was missing, the owners of its facts are asked for what was lost with it.
   * @param known it was declared before, and only what is missing has to be
   */
  private async declare(channel: ConfirmChannel, { purpose, queue, handlers }: Consumer, known = false): Promise<void> {
    const types = [...handlers.keys()];
    const owners = [...new Set(types.map((type) => sourceOf(type)))];
    const { connection } = this.broker;
    const lacking = connection ? await this.replays.lackingOf(connection, queue, owners) : owners;
    if (known && lacking.length === 0) return;
    await declareQueue(channel, this.names, queue, types);
    for (const owner of lacking)
      if (await this.replays.ask(channel, `${this.service}.${purpose}`, owner)) await bindProbe(channel, this.names, queue, owner);
  }

  /**
   * Declares again what this service needs and somebody deleted while it was connected. If that fails, the broker closes the channel, and
   * the next channel declares and consumes again. One process does this for all of its service.
   */
  async look(): Promise<void> {
    const channel = this.current;
    if (!channel || !this.channel.isUsable()) return;
    try {
      await this.replays.declare(channel);
      for (const consumer of this.consumers.values()) await this.declare(channel, consumer, true);
    } catch (error) {
      if (!isUnavailable(error)) this.log.warn('what this process listens to could not be declared again', {}, error);
    }
  }

  private take(channel: ConfirmChannel, consumer: Consumer, message: ConsumeMessage): void {
    if (this.closing) return; // unacknowledged: the broker gives it to another consumer
    if (message.properties.headers?.[HEADER_TYPE] === PROBE) return channel.ack(message);
    const work = this.handle(channel, consumer, message).catch((error: unknown) => {
      // If the channel is gone, the broker delivers the message again; otherwise the message is returned to its queue.
      this.log.warn('a message could not be settled', { queue: consumer.queue.main }, error);
      requeueLater(channel, message);
    });
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private async handle(channel: ConfirmChannel, consumer: Consumer, message: ConsumeMessage): Promise<void> {
    const headers = message.properties.headers ?? {};
    const type = String(headers[HEADER_TYPE] ?? message.fields.routingKey);
    const attempt = Number(headers[HEADER_ATTEMPT] ?? 0);
    const stop = this.metrics.messageSeconds.startTimer({
      queue: consumer.queue.main,
      type: consumer.handlers.has(type) ? type : 'unknown',
    });
    const parent = contextFrom(typeof headers['traceparent'] === 'string' ? headers['traceparent'] : undefined);
    const span = startSpan(`handle ${type}`, 'consumer', parent);
    let outcome = 'done';
    try {
      const handler = consumer.handlers.get(type);
      if (!handler) throw new PermanentMessageError('no handler for this type');
      assertOwner(this.names, message, type, consumer.queue.account);
      const envelope = factIn(handler.fact, message);
      assertOwner(this.names, message, type, consumer.queue.account, envelope.source);
      const isReplayed = headers[HEADER_REPLAYED] === true;
      if (isReplayed && (await this.inbox.handledOf(consumer.purpose, [envelope.id])).size > 0) {
        channel.ack(message);
        outcome = 'repeat';
        return;
      }
      if (isReplayed && attempt === 0) this.metrics.factsToldAgain.inc({ queue: consumer.queue.main });
      const context: WorkContext = {
        correlationId: envelope.correlationid,
        traceId: span.spanContext().traceId,
        traceparent: traceparentOf(span),
        causationId: envelope.id,
      };
      const work = () =>
        inSpan(span, parent, () =>
          inContext(context, async (): Promise<unknown> =>
            lastValueFrom(this.transformToObservable(await handler.handle(envelope)), { defaultValue: undefined }),
          ),
        );
      const said = await (isDeliveredOften(message) ? this.poisonMessages.handle(consumer.purpose, envelope.id, work) : work());
      await this.inbox.noteWithoutEffect(consumer.purpose, envelope.id, context);
      channel.ack(message);
      // A handler that returns the inbox's result gets its repeats counted.
      if (said === 'repeat') outcome = 'repeat';
    } catch (error) {
      outcome = await this.settleFailure(channel, consumer, message, type, attempt, error);
    } finally {
      stop({ outcome });
      endSpan(span, outcome === 'dead' || outcome === 'retried');
    }
  }

  private async settleFailure(
    channel: ConfirmChannel,
    consumer: Consumer,
    message: ConsumeMessage,
    type: string,
    attempt: number,
    error: unknown,
  ): Promise<'refused' | 'retried' | 'dead'> {
    const queue = consumer.queue;
    const fields = { queue: queue.main, factType: type, factId: String(message.properties.messageId ?? ''), attempt };
    const refusal = domainErrorIn(error);
    if (refusal) {
      this.log.info('a fact was refused by the domain', { ...fields, code: refusal.code });
      await this.noteRefused(consumer, message);
      channel.ack(message);
      return 'refused';
    }
    const fault = faultOf(error, message, this.names.retryDelaysMs);
    const delay = delayOf(fault, message, attempt, this.names.retryDelaysMs);
    if (fault.forGood || delay === undefined) {
      this.log.error('a fact goes to the dead letters', fields, error);
      const headers = { [HEADER_TYPE]: type, [HEADER_ATTEMPT]: attempt, [HEADER_FAULT]: fault.words };
      // Its id may be that of a true fact, which it must not be taken for.
      const isForged = error instanceof WrongPublisherError;
      if (isForged) this.metrics.wrongPublishers.inc({ queue: queue.main, publisher: publisherOf(message, queue.account) });
      await this.copies.publish(channel, queue, queue.deadLetters, message, headers, isForged ? refusedIdOf(message) : undefined);
      channel.ack(message);
      return 'dead';
    }
    this.log.warn('a fact is tried again later', fields, error);
    await this.copies.publish(channel, queue, queue.retry(delay), message, {
      [HEADER_TYPE]: type,
      [HEADER_FAULT]: fault.words,
      ...retryHeaders(fault, message, attempt),
    });
    channel.ack(message);
    return 'retried';
  }

  /** A refusal is an outcome and is noted as handled. If the note fails, the fact may be delivered and refused once more. */
  private async noteRefused({ purpose }: Consumer, message: ConsumeMessage): Promise<void> {
    const id = factIdOf(message);
    if (id) await this.inbox.noteHandled(purpose, id).catch(() => undefined);
  }
}
