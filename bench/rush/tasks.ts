import { SERVICES } from '../../dev/system/rooms.ts';
import type { SystemAddress } from '../../dev/system/address.ts';

const SECONDS = /^scheduled_task_duration_seconds_sum\{(?:.*,)?task="([^"]+)".*\} (\S+)$/gm;
/** What took less is not told. */
const MIN_SECONDS = 0.5;

/** How long each scheduled task has run until now, in seconds, as the services' metrics say. Second copies are not asked. */
export async function taskSeconds({ metrics }: Pick<SystemAddress, 'metrics'>): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const service of SERVICES) {
    const text = await (await fetch(metrics[service])).text();
    for (const [, task, seconds] of text.matchAll(SECONDS)) {
      const name = `${service} ${task!}`;
      sums.set(name, (sums.get(name) ?? 0) + Number(seconds));
    }
  }
  return sums;
}

/** The tasks that ran longest between two moments, as one text. Whoever meets a long one looks slower than the others. */
export function longTasks(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  return [...after]
    .map(([name, seconds]): [string, number] => [name, seconds - (before.get(name) ?? 0)])
    .filter(([, seconds]) => seconds >= MIN_SECONDS)
    .sort(([, one], [, other]) => other - one)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
    .join(', ');
}
