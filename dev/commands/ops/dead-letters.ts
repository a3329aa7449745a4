import {
  depthOf,
  dropDeadLetter,
  listDeadLetters,
  redriveDeadLetters,
  showDeadLetter,
  type DeadLetter,
} from '@concert/service-kit/messages/dead-letters';
import { droppedNote } from '@concert/service-kit/messages/inbox';
import { withTimeout } from '@concert/service-kit/process/with-timeout';
import { topology } from '@concert/service-kit/messages/topology';
import { Failure } from '@concert/machine-kit/failure';
import { FACTS } from '../../../contracts/facts.ts';
import { serviceNamed, type Operation } from './operation.ts';
import { inboxCollection, type InboxRow } from '@concert/service-kit/messages/inbox.schema';

/** Every queue of the product, as `svc-x purpose`. */
export function allQueues(): readonly [service: string, purpose: string][] {
  const names = new Set(FACTS.flatMap(({ consumedBy }) => consumedBy.filter((consumer) => consumer.includes('.'))));
  return [...names].sort().map((name) => name.split('.') as [string, string]);
}

/** Longest time for the broker to answer: one that is suspended accepts connections and never answers. */
const WITHIN_MS = 15_000;

/** Lists, shows, sends back or drops what could not be handled. */
export async function deadLetters(operation: Operation, [act = 'list', service, purpose, messageId]: readonly string[]): Promise<void> {
  const url = await operation.rabbitUrl();
  const names = topology(operation.env.EVENTS_EXCHANGE || 'concert.events', operation.env.EVENTS_QUEUE_PREFIX || '');
  const reached = <T>(work: Promise<T>): Promise<T> =>
    withTimeout(work, WITHIN_MS).catch((error: unknown) => {
      throw new Failure(
        `The broker does not answer (${error instanceof Error ? error.message : 'unknown fault'}).`,
        'check that RabbitMQ runs, and RABBITMQ_URL where it is set.',
      );
    });
  if (act === 'list' && !service) {
    for (const [owner, why] of allQueues()) {
      const depth = await reached(depthOf(url, names.queue(owner, why)));
      operation.say(
        `${`${owner} ${why}`.padEnd(44)} ${depth ? `${String(depth.dead).padStart(5)} dead  ${String(depth.waiting).padStart(5)} waiting` : 'no queue yet'}`,
      );
    }
    return;
  }
  if (!service || !purpose)
    throw new Failure('Name the service and the purpose of the queue.', 'npm run ops -- dead-letters list shows them all.');
  if (!allQueues().some(([owner, why]) => owner === service && why === purpose))
    throw new Failure(`There is no queue ${service} ${purpose}.`, 'npm run ops -- dead-letters list shows them all.');
  const queue = names.queue(service, purpose);
  if (!(await reached(depthOf(url, queue))))
    throw new Failure(`The queue ${service} ${purpose} has not been made yet.`, `start ${service}, which makes it.`);
  const tell = ({ messageId: id, type, fault, attempts }: DeadLetter) => operation.say(`${id}  ${type}  ${fault}  after ${attempts} tries`);
  const count = (letters: readonly DeadLetter[]) => `${letters.length} ${letters.length === 1 ? 'message' : 'messages'}`;

  const unknown = () =>
    new Failure(
      `${service} ${purpose} has no dead letter ${messageId}.`,
      `npm run ops -- dead-letters list ${service} ${purpose} shows those there are.`,
    );
  if (act === 'show') {
    const found = messageId === undefined ? undefined : await reached(showDeadLetter(url, queue, messageId));
    if (!found) throw unknown();
    tell(found.letter);
    return operation.say(pretty(found.content));
  }
  const letters = (await reached(listDeadLetters(url, queue, 10_000))).filter(
    (letter) => messageId === undefined || letter.messageId === messageId,
  );
  if (messageId !== undefined && letters.length === 0) throw unknown();
  switch (act) {
    case 'list':
      letters.forEach(tell);
      return operation.say(count(letters));
    case 'redrive': {
      letters.forEach(tell);
      if (letters.length === 0) return operation.say(`${count(letters)}: there is nothing to send back`);
      if (!(await operation.agreed(`send ${count(letters)} of ${service} ${purpose} back to be handled again`))) return;
      await operation.record({
        act: 'dead-letters.redriven',
        subject: { kind: 'queue', id: queue.main },
        detail: { count: letters.length, ...(messageId ? { message: messageId } : {}) },
      });
      return operation.say(`${count(await reached(redriveDeadLetters(url, queue, messageId)))} sent back`);
    }
    case 'drop': {
      if (messageId === undefined)
        throw new Failure('Messages are dropped one by one.', `npm run ops -- dead-letters drop ${service} ${purpose} MESSAGE`);
      letters.forEach(tell);
      if (!(await operation.agreed(`throw this message away for good: what it would have caused never happens`))) return;
      await operation.record({
        act: 'dead-letter.dropped',
        subject: { kind: 'queue', id: queue.main },
        detail: { message: messageId, type: letters[0]?.type ?? '' },
      });
      const dropped = await reached(dropDeadLetter(url, queue, messageId));
      // Otherwise its owner would publish it again.
      const { filter, change } = droppedNote(purpose, messageId, new Date());
      const inbox = (await operation.database(serviceNamed(service))).collection<InboxRow>(inboxCollection.name);
      await inbox.updateOne(filter, change, { upsert: true });
      return operation.say(`${count(dropped)} dropped`);
    }
    default:
      throw new Failure(`${act} is nothing that can be done with dead letters.`, 'use list, show, redrive or drop.');
  }
}

function pretty(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}
