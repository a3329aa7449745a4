/** Names and arguments of exchanges and queues. Arguments of a queue never change: a new set gets a new version suffix. */
const QUEUE_VERSION = 'v1';

/** The waits of {@link Topology.retryDelaysMs} in a running system. */
export const RETRY_DELAYS_MS = [300, 1_500, 6_000, 20_000] as const;
/** Redeliveries that the broker allows a message whose consumer keeps dying. */
const DELIVERY_LIMIT = 10;

export interface Topology {
  readonly exchange: string;
  readonly deadLetterExchange: string;
  /** Waits before a failed message is tried again, in milliseconds; after the last one it goes to the dead letters. */
  readonly retryDelaysMs: readonly number[];
  queue(service: string, purpose: string): QueueNames;
}

export interface QueueNames {
  readonly main: string;
  readonly deadLetters: string;
  retry(delayMs: number): string;
}

export function topology(exchange: string, prefix: string, retryDelaysMs: readonly number[] = RETRY_DELAYS_MS): Topology {
  return {
    exchange,
    deadLetterExchange: `${exchange}.dead`,
    retryDelaysMs,
    queue(service, purpose) {
      const base = `${prefix}${service}.${purpose}`;
      return {
        main: `${base}.${QUEUE_VERSION}`,
        deadLetters: `${base}.dead.${QUEUE_VERSION}`,
        retry: (delayMs) => `${base}.retry-${delayMs}.${QUEUE_VERSION}`,
      };
    },
  };
}

interface Declares {
  assertExchange(name: string, type: string, options: object): PromiseLike<unknown>;
  assertQueue(name: string, options: object): PromiseLike<{ messageCount: number }>;
  bindQueue(queue: string, exchange: string, key: string): PromiseLike<unknown>;
}

/** The topic exchange of facts and the direct exchange of dead letters. */
export async function declareExchanges(channel: Declares, names: Topology): Promise<void> {
  await channel.assertExchange(names.exchange, 'topic', { durable: true });
  await channel.assertExchange(names.deadLetterExchange, 'direct', { durable: true });
}

const quorum = (extra: object) => ({ durable: true, arguments: { 'x-queue-type': 'quorum', ...extra } });

/**
 * One consumer's quorum queue with its delayed retries and its dead letters. Dead letters move at least once, so a
 * missing or full target keeps the message at its source.
 * @returns how many messages wait in it
 */
export async function declareQueue(channel: Declares, names: Topology, queue: QueueNames, types: readonly string[]): Promise<number> {
  await channel.assertQueue(queue.deadLetters, quorum({}));
  await channel.bindQueue(queue.deadLetters, names.deadLetterExchange, queue.main);
  const { messageCount } = await channel.assertQueue(
    queue.main,
    quorum({
      'x-dead-letter-exchange': names.deadLetterExchange,
      'x-dead-letter-routing-key': queue.main,
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
      'x-delivery-limit': DELIVERY_LIMIT,
    }),
  );
  for (const delayMs of names.retryDelaysMs) {
    await channel.assertQueue(
      queue.retry(delayMs),
      quorum({
        'x-message-ttl': delayMs,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': queue.main,
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
      }),
    );
  }
  for (const type of types) await channel.bindQueue(queue.main, names.exchange, type);
  return messageCount;
}

/**
 * Headers for a copy of a message, without the history that the broker writes: with that history, the broker takes a copy that comes back
 * from a retry queue for a cycle and drops it (RabbitMQ, "Dead Letter Exchanges", automatic cycle detection).
 */
export function headersForCopy(headers: Record<string, unknown> | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name]) => !/^x-(death|first-death|last-death|delivery-count)/.test(name)),
  );
}

/** The broker's words for a queue that exists with other arguments; the error closes the channel. */
export const PRECONDITION_FAILED = 406;

/** The type of a roll call's question, where a fact has its own type. */
export const ROLL_CALL = 'kit.roll-call';

/** Headers of our own on a message. */
export const HEADER_ATTEMPT = 'x-attempt';
export const HEADER_TYPE = 'x-fact-type';
export const HEADER_FAULT = 'x-fault';
/** How often it has waited for something else, and since when (milliseconds since 1970). */
export const HEADER_WAITS = 'x-waits';
export const HEADER_WAITS_SINCE = 'x-waits-since';
