import { CLOCKS_APART_MS, DAY_MS, HOUR_MS } from '@concert/contracts/core/durations';

/** Of so many hours, days and weeks that have a backup, the newest one is kept. Weeks begin on Monday, all in UTC. */
const KEPT: readonly { readonly of: (ms: number) => number; readonly most: number }[] = [
  { of: (ms) => Math.floor(ms / HOUR_MS), most: 24 },
  { of: (ms) => Math.floor(ms / DAY_MS), most: 14 },
  { of: (ms) => Math.floor((ms / DAY_MS + 3) / 7), most: 8 },
];
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** The name of the folder of a backup that was begun then. Names sort by time. */
export const backupFolderName = (begunAt: Date): string => `${begunAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** When the backup of a folder was begun; undefined where the name is no such folder's. */
export function begunAt(name: string): Date | undefined {
  if (!NAME.test(name)) return undefined;
  const [day = '', time = ''] = name.split('T');
  return new Date(`${day}T${time.replaceAll('-', ':')}`);
}

/** The folders of backups among these names, newest first; and those dated ahead, which a clock that was wrong has named: nobody knows how old they are. */
export function backupsIn(names: readonly string[], now: Date): { readonly dated: string[]; readonly ahead: string[] } {
  const all = names
    .filter((name) => begunAt(name))
    .sort()
    .reverse();
  const isAhead = (name: string) => begunAt(name)!.getTime() > now.getTime() + CLOCKS_APART_MS;
  return { dated: all.filter((name) => !isAhead(name)), ahead: all.filter(isAhead) };
}

/** Of these folders of backups, those that are no longer needed. Those dated ahead, and names of anything else, are never among them. */
export function outdatedBackups(names: readonly string[], now: Date): string[] {
  const newestFirst = backupsIn(names, now).dated;
  const kept = new Set<string>();
  for (const { of, most } of KEPT) {
    const seen = new Set<number>();
    for (const name of newestFirst) {
      const one = of(begunAt(name)!.getTime());
      if (seen.has(one)) continue;
      if (seen.size === most) break;
      seen.add(one);
      kept.add(name);
    }
  }
  return newestFirst.filter((name) => !kept.has(name));
}
