import { SERVICES } from '@concert/machine-kit/rooms';
import type { SystemAddress } from '../../dev/system/address.ts';
import type { NamedProcess } from '../meters.ts';

const TASK_SECONDS = /^scheduled_task_duration_seconds_sum\{(?:.*,)?task="([^"]+)".*\} (\S+)$/gm;
const REQUESTS = /^http_request_duration_seconds_count\{(?!.*route="[^"]*\/?health).*\} (\S+)$/gm;
const MESSAGES = /^message_handling_duration_seconds_count\{.*\} (\S+)$/gm;
const PUBLISHED = /^outbox_published_total\{.*\} (\S+)$/gm;
/** What took less is not told. */
const MIN_SECONDS = 0.5;

/** A process of a service beside that of the system. */
export interface SecondCopy extends NamedProcess {
  /** Where Prometheus would read. */
  readonly metrics: string;
}

/** What a process of a service has done until now, as its metrics say. */
interface Work {
  readonly taskSeconds: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly messages: number;
  /** Facts that it published. */
  readonly published: number;
}

/** What every process of the services has done until now. */
export type ServiceWork = ReadonlyMap<string, Work>;

/** @param seconds copies that run beside those of the system */
export async function serviceWork({ metrics }: Pick<SystemAddress, 'metrics'>, seconds: readonly SecondCopy[]): Promise<ServiceWork> {
  const places = [...SERVICES.map((name) => ({ name: name, metrics: metrics[name] })), ...seconds];
  const texts = await Promise.all(places.map(async (place) => [place.name, await (await fetch(place.metrics)).text()] as const));
  return new Map(
    texts.map(([name, text]) => {
      const taskSeconds = new Map<string, number>();
      for (const [, task, sum] of text.matchAll(TASK_SECONDS)) taskSeconds.set(task!, (taskSeconds.get(task!) ?? 0) + Number(sum));
      return [name, { taskSeconds, requests: total(text, REQUESTS), messages: total(text, MESSAGES), published: total(text, PUBLISHED) }];
    }),
  );
}

/** The tasks that ran longest between two moments, as one text. Whoever meets a long one looks slower than the others. */
export function longTasks(before: ServiceWork, after: ServiceWork): string {
  return [...after]
    .flatMap(([process, { taskSeconds }]) =>
      [...taskSeconds].map(([task, seconds]): [string, number] => [
        `${process} ${task}`,
        seconds - (before.get(process)?.taskSeconds.get(task) ?? 0),
      ]),
    )
    .filter(([, seconds]) => seconds >= MIN_SECONDS)
    .sort(([, one], [, other]) => other - one)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
    .join(', ');
}

/** How much of the work some processes had between two moments, as one text. */
export function handledBy(processes: readonly NamedProcess[], before: ServiceWork, after: ServiceWork): string {
  return processes
    .map(({ name }) => {
      const [from, to] = [before.get(name), after.get(name)];
      const more = (count: 'requests' | 'messages' | 'published') => (to?.[count] ?? 0) - (from?.[count] ?? 0);
      return `${name} ${more('requests')} requests, ${more('messages')} messages, ${more('published')} facts published`;
    })
    .join('; ');
}

function total(text: string, lines: RegExp): number {
  return [...text.matchAll(lines)].reduce((sum, [, count]) => sum + Number(count), 0);
}
