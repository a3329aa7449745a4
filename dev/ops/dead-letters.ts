import { authFacts } from '@concert/contracts/auth/events';
import { bookingFacts } from '@concert/contracts/booking/events';
import type { FactKind } from '@concert/contracts/core/envelope';
import { notifyFacts } from '@concert/contracts/notify/events';
import { paymentFacts } from '@concert/contracts/payment/events';
import { depthOf, dropDeadLetter, listDeadLetters, redriveDeadLetters, showDeadLetter, type DeadLetter } from '@concert/service-kit/dead-letters';
import { topology } from '@concert/service-kit/topology';
import { Failure } from '@concert/test-kit/failure';
import type { Operation } from './operation.ts';

const FACTS: readonly FactKind[] = [...authFacts, ...bookingFacts, ...notifyFacts, ...paymentFacts];

/** Every queue of the product, as `svc-x purpose`. */
export function queues(): readonly [service: string, purpose: string][] {
  const names = new Set(FACTS.flatMap(({ consumedBy }) => consumedBy.filter((consumer) => consumer.includes('.'))));
  return [...names].sort().map((name) => name.split('.') as [string, string]);
}

const names = (env = process.env) => topology(env.EVENTS_EXCHANGE || 'concert.events', env.EVENTS_QUEUE_PREFIX || '');

/** Lists, shows, sends back or drops what could not be handled. */
export async function deadLetters(operation: Operation, [act = 'list', service, purpose, messageId]: readonly string[]): Promise<void> {
  const url = await operation.rabbitUrl();
  if (act === 'list' && !service) {
    for (const [owner, why] of queues()) {
      const depth = await depthOf(url, names().queue(owner, why));
      operation.say(`${`${owner} ${why}`.padEnd(44)} ${depth ? `${String(depth.dead).padStart(5)} dead  ${String(depth.waiting).padStart(5)} waiting` : 'no queue yet'}`);
    }
    return;
  }
  if (!service || !purpose) throw new Failure('Name the service and the purpose of the queue.', 'npm run ops -- dead-letters list shows them all.');
  const queue = names().queue(service, purpose);
  const reached = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw new Failure(`The dead letters of ${service} ${purpose} cannot be read (${error instanceof Error ? error.message : 'unknown fault'}).`, 'check the names and that the broker answers.');
    });
  const tell = ({ messageId: id, type, fault, attempts }: DeadLetter) => operation.say(`${id}  ${type}  ${fault}  after ${attempts} tries`);
  const count = (letters: readonly DeadLetter[]) => `${letters.length} ${letters.length === 1 ? 'message' : 'messages'}`;

  const letters = (await reached(listDeadLetters(url, queue, 10_000))).filter((letter) => messageId === undefined || letter.messageId === messageId);
  if (messageId !== undefined && letters.length === 0) throw new Failure(`${service} ${purpose} has no dead letter ${messageId}.`, `npm run ops -- dead-letters list ${service} ${purpose} shows those there are.`);
  switch (act) {
    case 'list':
      letters.forEach(tell);
      operation.say(count(letters));
      return;
    case 'show': {
      if (messageId === undefined) throw new Failure('Name the message to show.', `npm run ops -- dead-letters show ${service} ${purpose} MESSAGE`);
      const found = await reached(showDeadLetter(url, queue, messageId));
      if (found) tell(found.letter);
      operation.say(found ? pretty(found.content) : 'It is gone meanwhile.');
      return;
    }
    case 'redrive': {
      letters.forEach(tell);
      if (letters.length === 0 || !(await operation.agreed(`send ${count(letters)} of ${service} ${purpose} back to be handled again`))) return;
      await operation.record({ act: 'dead-letters.redriven', subject: { kind: 'queue', id: queue.main }, detail: { count: letters.length, ...(messageId ? { message: messageId } : {}) } });
      operation.say(`${count(await reached(redriveDeadLetters(url, queue, messageId)))} sent back`);
      return;
    }
    case 'drop': {
      if (messageId === undefined) throw new Failure('Messages are dropped one by one.', `npm run ops -- dead-letters drop ${service} ${purpose} MESSAGE`);
      letters.forEach(tell);
      if (!(await operation.agreed(`throw this message away for good: what it would have caused never happens`))) return;
      await operation.record({ act: 'dead-letter.dropped', subject: { kind: 'queue', id: queue.main }, detail: { message: messageId, type: letters[0]?.type ?? '' } });
      operation.say(`${count(await reached(dropDeadLetter(url, queue, messageId)))} dropped`);
      return;
    }
    default:
      throw new Failure(`Dead letters cannot be ${act}ed.`, 'use list, show, redrive or drop.');
  }
}

function pretty(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}
