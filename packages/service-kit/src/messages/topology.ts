import { ownerOf } from '@concert/contracts/core/envelope';
import type { Caller } from '@concert/contracts/core/route';

/** Names and arguments of exchanges and queues. Arguments of a queue never change: a new set gets a new version suffix. */
const QUEUE_VERSION = 'v4';

/** The waits of {@link Topology.retryDelaysMs} in a running system. */
export const RETRY_DELAYS_MS = [300, 1_500, 6_000, 20_000] as const;
/**
 * Redeliveries that the broker allows a message: as good as any number. It counts each message that a dying consumer had in hand, also the
 * hundreds that only waited there, and would make dead letters of them; {@link PoisonMessageIsolation} finds the one that kills. Without a limit,
 * RabbitMQ 4 has one of 20.
 */
const DELIVERY_LIMIT = 1_000_000;

/**
 * Who owns what at the broker, as the broker enforces it (`docs/decisions/0050`). The topic exchange of facts belongs to an administrator:
 * a service may publish under keys that begin with its own name, and nothing else. Everything else belongs to one service: what begins with
 * the name of its account. No service may publish to the default exchange, through which it would reach every queue.
 */
export interface Topology {
  /** The topic exchange of facts. */
  readonly exchange: string;
  /** Waits before a failed message is tried again, in milliseconds; after the last one it goes to the dead letters. */
  readonly retryDelaysMs: readonly number[];
  /** The account of a service. */
  account(service: string): string;
  queue(service: string, purpose: string): QueueNames;
  /** The queue in which consumers ask a service to publish again what it told them. */
  replays(service: string): string;
}

export interface QueueNames {
  /** The account of the service that these belong to. */
  readonly account: string;
  /** The direct exchange that takes the place of the default exchange within one service: its queues are bound by their names. */
  readonly exchange: string;
  readonly main: string;
  readonly deadLetters: string;
  retry(delayMs: number): string;
}

export function topology(exchange: string, prefix: string, retryDelaysMs: readonly number[] = RETRY_DELAYS_MS): Topology {
  return {
    exchange,
    retryDelaysMs,
    account: (service) => `${prefix}${service}`,
    replays: (service) => `${prefix}${service}.replays.${QUEUE_VERSION}`,
    queue(service, purpose) {
      const account = `${prefix}${service}`;
      const base = `${account}.${purpose}`;
      return {
        account,
        exchange: `${account}.queues`,
        main: `${base}.${QUEUE_VERSION}`,
        deadLetters: `${base}.dead.${QUEUE_VERSION}`,
        retry: (delayMs) => `${base}.retry-${delayMs}.${QUEUE_VERSION}`,
      };
    },
  };
}

/** Whether an account at the broker is that of a service, of this system or of another one there. */
export const isAccountOfService = (account: string): boolean => /(^|\.)svc-[a-z]+$/.test(account);

/**
 * The routing key of a message for one queue alone: a fact that is published again, or the question for it.
 * @param service who sends it; the broker refuses a key that does not begin with its sender's name
 */
export const queueRoutingKey = (service: Caller, queue: string): string => `${ownerOf(service)}.to.${queue}`;
/** The binding under which a queue gets what anybody sends to it alone. */
const fromAnybodyTo = (queue: string): string => `*.to.${queue}`;
const probed = (queue: string, owner: string): string => `${queue}.probe.${owner}`;
/** The routing key of a {@link PROBE} for a queue, see {@link bindProbe}. */
export const probeKeyOf = (service: Caller, queue: string, owner: string): string => queueRoutingKey(service, probed(queue, owner));

interface Declares {
  assertExchange(name: string, type: string, options: object): PromiseLike<unknown>;
  assertQueue(name: string, options: object): PromiseLike<{ messageCount: number }>;
  bindQueue(queue: string, exchange: string, key: string): PromiseLike<unknown>;
}

const quorum = (extra: object) => ({ durable: true, arguments: { 'x-queue-type': 'quorum', ...extra } });

/**
 * One consumer's quorum queue with its delayed retries and its dead letters. Dead letters move at least once, so a
 * missing or full target keeps the message at its source.
 */
export async function declareQueue(channel: Declares, names: Topology, queue: QueueNames, types: readonly string[]): Promise<void> {
  const deadLettersTo = (key: string) => ({
    'x-dead-letter-exchange': queue.exchange,
    'x-dead-letter-routing-key': key,
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
  });
  const declare = async (name: string, extra: object) => {
    await channel.assertQueue(name, quorum(extra));
    await channel.bindQueue(name, queue.exchange, name);
  };
  await channel.assertExchange(queue.exchange, 'direct', { durable: true });
  await declare(queue.deadLetters, {});
  await declare(queue.main, { ...deadLettersTo(queue.deadLetters), 'x-delivery-limit': DELIVERY_LIMIT, 'x-single-active-consumer': true });
  for (const delayMs of names.retryDelaysMs)
    await declare(queue.retry(delayMs), { 'x-message-ttl': delayMs, ...deadLettersTo(queue.main) });
  for (const key of [fromAnybodyTo(queue.main), ...types]) await channel.bindQueue(queue.main, names.exchange, key);
}

/**
 * The last bindings of a queue, one for each owner of its facts. Each is made once that owner was asked for what the queue may have lost:
 * while it is missing, its probe does not arrive, and the owner is asked.
 */
export async function bindProbe(channel: Declares, names: Topology, queue: QueueNames, owner: string): Promise<void> {
  await channel.bindQueue(queue.main, names.exchange, fromAnybodyTo(probed(queue.main, owner)));
}

/** The queue of {@link Topology.replays}. */
export async function declareReplays(channel: Declares, names: Topology, queue: string): Promise<void> {
  await channel.assertQueue(queue, quorum({ 'x-delivery-limit': DELIVERY_LIMIT }));
  await channel.bindQueue(queue, names.exchange, fromAnybodyTo(queue));
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

/** The type of a message that only tells whether it arrives, where a fact has its own type. */
export const PROBE = 'kit.probe';

/** Headers of our own on a message. */
export const HEADER_REPLAYED = 'x-replayed';
export const HEADER_ATTEMPT = 'x-attempt';
export const HEADER_TYPE = 'x-fact-type';
export const HEADER_FAULT = 'x-fault';
/** Who published the message that this is a copy of. */
export const HEADER_PUBLISHER = 'x-publisher';
/** What it waits for, and how often in a row it has waited for that. */
export const HEADER_WAITS_FOR = 'x-waits-for';
export const HEADER_WAITS = 'x-waits';
