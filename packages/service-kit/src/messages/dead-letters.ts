import { createHash } from 'node:crypto';
import { connect, type ConfirmChannel, type GetMessage } from 'amqplib';
import { COMMAND_CONNECT_TIMEOUT_MS } from '../process/with-timeout.ts';
import { optionsOfCopy } from './internal/publisher.ts';
import { onOneOffChannel } from './internal/one-off-channel.ts';
import { accountIn } from './internal/rabbit.ts';
import { HEADER_ATTEMPT, HEADER_FAULT, HEADER_TYPE, HEADER_WAITS, HEADER_WAITS_FOR, type QueueNames } from './topology.ts';

/** A message that could not be handled. */
export interface DeadLetter {
  readonly messageId: string;
  readonly type: string;
  readonly fault: string;
  readonly attempts: number;
  /** Its data, which may be personal: for a person's eyes, not for a log. */
  readonly content: string;
}

/** The broker's words for a queue that does not exist. */
const NOT_FOUND = 404;
/** Looks count as deliveries, and RabbitMQ 4 drops a message after twenty: after so many looks it is put back as a new one. */
const MAX_LOOKS = 8;

/** A channel of an operator, and the operator's account at the broker. */
interface Reached {
  readonly channel: ConfirmChannel;
  readonly account: string;
}

async function withChannel<T>(url: string, work: (reached: Reached) => Promise<T>): Promise<T> {
  const connection = await connect(url, { timeout: COMMAND_CONNECT_TIMEOUT_MS });
  connection.on('error', () => undefined);
  try {
    return await onOneOffChannel(connection, (channel) => work({ channel, account: accountIn(url) }));
  } finally {
    await connection.close().catch(() => undefined);
  }
}

/** Forgets what waits in these queues and their retries; dead letters stay. A queue that is not there has nothing to forget. */
export async function emptyQueues(url: string, queues: readonly QueueNames[], retryDelaysMs: readonly number[]): Promise<void> {
  const connection = await connect(url, { timeout: COMMAND_CONNECT_TIMEOUT_MS });
  try {
    for (const name of queues.flatMap((queue) => [queue.main, ...retryDelaysMs.map((delayMs) => queue.retry(delayMs))])) {
      await onOneOffChannel(connection, (channel) => channel.purgeQueue(name)).catch((error: { code?: number }) => {
        if (error.code !== NOT_FOUND) throw error;
      });
    }
  } finally {
    await connection.close().catch(() => undefined);
  }
}

function describe(message: GetMessage): DeadLetter {
  const headers = message.properties.headers ?? {};
  return {
    // Its publisher may have given it no id, and a person still has to be able to name it.
    messageId: String(message.properties.messageId || `unnamed-${createHash('sha256').update(message.content).digest('hex').slice(0, 12)}`),
    type: String(headers[HEADER_TYPE] ?? message.fields.routingKey),
    fault: String(headers[HEADER_FAULT] ?? 'its consumer kept dying'),
    attempts: Number(headers[HEADER_ATTEMPT] ?? 0),
    content: message.content.toString('utf8'),
  };
}

/** Publishes a copy of a message to one of its consumer's queues; resolves when the broker has confirmed it. */
async function sendCopy({ channel, account }: Reached, queue: QueueNames, to: string, message: GetMessage, headers = {}): Promise<void> {
  channel.publish(queue.exchange, to, message.content, optionsOfCopy(message, queue, account, headers));
  await channel.waitForConfirms();
}

/** Reads at most `limit` dead letters that are in a queue now, applies `decide`, and puts back those it says to keep. */
async function visit(
  reached: Reached,
  queue: QueueNames,
  limit: number,
  decide: (message: GetMessage, letter: DeadLetter) => Promise<'keep' | 'take'>,
): Promise<DeadLetter[]> {
  const { channel } = reached;
  const letters: DeadLetter[] = [];
  const kept: GetMessage[] = [];
  // The broker's message count is behind the truth; an empty answer is not.
  while (letters.length + kept.length < limit) {
    const message = await channel.get(queue.deadLetters, { noAck: false });
    if (!message) break;
    const letter = describe(message);
    if ((await decide(message, letter)) === 'take') {
      channel.ack(message);
      letters.push(letter);
    } else {
      kept.push(message);
    }
  }
  for (const message of kept) {
    if (Number(message.properties.headers?.['x-delivery-count'] ?? 0) < MAX_LOOKS) channel.nack(message, false, true);
    else {
      await sendCopy(reached, queue, queue.deadLetters, message);
      channel.ack(message);
    }
  }
  return letters;
}

/** What is in a queue's dead letters; nothing is removed. */
export async function listDeadLetters(url: string, queue: QueueNames, limit = 1_000): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  await withChannel(url, (reached) =>
    visit(reached, queue, limit, (_, letter) => {
      letters.push(letter);
      return Promise.resolve('keep');
    }),
  );
  return letters;
}

/** Deletes one dead letter for good. @returns what was deleted */
export function dropDeadLetter(url: string, queue: QueueNames, messageId: string): Promise<DeadLetter[]> {
  return withChannel(url, (reached) =>
    visit(reached, queue, Number.MAX_SAFE_INTEGER, (_, letter) => Promise.resolve(letter.messageId === messageId ? 'take' : 'keep')),
  );
}

/** How many messages a queue and its dead letters hold; undefined where the queue does not exist. */
export async function depthOf(url: string, queue: QueueNames): Promise<{ waiting: number; dead: number } | undefined> {
  return withChannel(url, async ({ channel }) => ({
    waiting: (await channel.checkQueue(queue.main)).messageCount,
    dead: (await channel.checkQueue(queue.deadLetters)).messageCount,
  })).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === NOT_FOUND) return undefined;
    throw error;
  });
}

/**
 * Sends dead letters back to their queue, with their attempts and waits counted from one again. Each is acknowledged only after the broker confirmed
 * the copy: a crash in between sends it twice, which the inbox makes harmless.
 * @param messageId only this one; all when left out
 */
export function redriveDeadLetters(url: string, queue: QueueNames, messageId?: string): Promise<DeadLetter[]> {
  // A message that fails at once may be back before the last one was sent.
  const sent = new Set<string>();
  return withChannel(url, (reached) =>
    visit(reached, queue, Number.MAX_SAFE_INTEGER, async (message, letter) => {
      if (sent.has(letter.messageId) || (messageId !== undefined && letter.messageId !== messageId)) return 'keep';
      sent.add(letter.messageId);
      await sendCopy(reached, queue, queue.main, message, {
        [HEADER_TYPE]: letter.type,
        [HEADER_ATTEMPT]: 0,
        [HEADER_WAITS]: undefined,
        [HEADER_WAITS_FOR]: undefined,
      });
      return 'take';
    }),
  );
}
