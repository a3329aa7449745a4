import { depthOf, dropDeadLetter, listDeadLetters, redriveDeadLetters, type DeadLetter } from '@concert/service-kit/messages/dead-letters';
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

/** What queues are called at the broker of an operation. */
export const namesAt = ({ env }: Operation) => topology(env.EVENTS_EXCHANGE || 'concert.events', env.EVENTS_QUEUE_PREFIX || '');

/** Longest time for the broker to answer: one that is suspended accepts connections and never answers. */
const WITHIN_MS = 15_000;
const LIST = 'npm run ops -- dead-letters list';

const reached = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, WITHIN_MS).catch((error: unknown) => {
    throw new Failure(
      `The broker does not answer (${error instanceof Error ? error.message : 'unknown fault'}).`,
      'check that RabbitMQ runs, and RABBITMQ_URL where it is set.',
    );
  });

const counted = ({ length }: readonly unknown[]) => `${length} ${length === 1 ? 'message' : 'messages'}`;
const inOneLine = ({ messageId, type, fault, attempts }: DeadLetter) => `${messageId}  ${type}  ${fault}  after ${attempts} tries`;
const unknown = (service: string, purpose: string, id: string) =>
  new Failure(`${service} ${purpose} has no dead letter ${id}.`, `${LIST} ${service} ${purpose} shows those there are.`);

/** The queue of a purpose. @throws Failure when there is none */
async function queueOf(operation: Operation, service: string, purpose: string) {
  if (!allQueues().some(([owner, why]) => owner === service && why === purpose))
    throw new Failure(`There is no queue ${`${service} ${purpose}`.trim()}.`, `${LIST} shows them all.`);
  const [url, queue] = [await operation.rabbitUrl(), namesAt(operation).queue(service, purpose)];
  if (!(await reached(depthOf(url, queue))))
    throw new Failure(`The queue ${service} ${purpose} has not been made yet.`, `start ${service}, which makes it.`);
  return { url, queue };
}

/** All dead letters of a queue, or the one with an id, said one by one. @throws Failure when there is none with that id */
async function letters(operation: Operation, service: string, purpose: string, id?: string) {
  const { url, queue } = await queueOf(operation, service, purpose);
  const found = (await reached(listDeadLetters(url, queue, 10_000))).filter(({ messageId }) => id === undefined || messageId === id);
  if (id !== undefined && found.length === 0) throw unknown(service, purpose, id);
  for (const letter of found) operation.say(inOneLine(letter));
  return { url, queue, found };
}

/** What lies in each queue, or in one. */
export async function listLetters(operation: Operation, [service, purpose = '']: readonly string[]): Promise<void> {
  if (service) return operation.say(counted((await letters(operation, service, purpose)).found));
  const [url, names] = [await operation.rabbitUrl(), namesAt(operation)];
  for (const [owner, why] of allQueues()) {
    const depth = await reached(depthOf(url, names.queue(owner, why)));
    const lie = depth ? `${String(depth.dead).padStart(5)} dead  ${String(depth.waiting).padStart(5)} waiting` : 'no queue yet';
    operation.say(`${`${owner} ${why}`.padEnd(44)} ${lie}`);
  }
}

export async function showLetter(operation: Operation, [service = '', purpose = '', id = '']: readonly string[]): Promise<void> {
  const { found } = await letters(operation, service, purpose, id);
  operation.say(pretty(found[0]!.content));
}

/** Sends one or all back to be handled again. */
export async function redriveLetters(operation: Operation, [service = '', purpose = '', id]: readonly string[]): Promise<void> {
  const { url, queue, found } = await letters(operation, service, purpose, id);
  if (found.length === 0) return operation.say(`${counted(found)}: there is nothing to send back`);
  if (!(await operation.agreed(`send ${counted(found)} of ${service} ${purpose} back to be handled again`))) return;
  await operation.record({
    act: 'dead-letters.redriven',
    subject: { kind: 'queue', id: queue.main },
    detail: { count: found.length, ...(id ? { message: id } : {}) },
  });
  operation.say(`${counted(await reached(redriveDeadLetters(url, queue, id)))} sent back`);
}

/** Throws one away. */
export async function dropLetter(operation: Operation, [service = '', purpose = '', id = '']: readonly string[]): Promise<void> {
  const { url, queue, found } = await letters(operation, service, purpose, id);
  if (!(await operation.agreed('throw this message away for good: what it would have caused never happens'))) return;
  await operation.record({
    act: 'dead-letter.dropped',
    subject: { kind: 'queue', id: queue.main },
    detail: { message: id, type: found[0]?.type ?? '' },
  });
  const dropped = await reached(dropDeadLetter(url, queue, id));
  // Otherwise its owner would publish it again.
  const { filter, change } = droppedNote(purpose, id, new Date());
  const inbox = (await operation.database(serviceNamed(service))).collection<InboxRow>(inboxCollection.name);
  await inbox.updateOne(filter, change, { upsert: true });
  operation.say(`${counted(dropped)} dropped`);
}

function pretty(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}
