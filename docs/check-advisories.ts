import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Compares the advisories that the package registry knows of for what we ship with docs/security/advisories.json, and holds each to the
 * time that SECURITY.md gives it. Where the registry does not answer, the snapshot stands in for it for a month. Run by Node itself, in
 * `npm run check`:
 *   node docs/check-advisories.ts           compares
 *   node docs/check-advisories.ts --write   writes down what the registry answers today
 */

const SNAPSHOT = 'docs/security/advisories.json';
const WITHIN_MS = 20_000;
const DAY_MS = 86_400_000;
/** How long a snapshot stands in for a registry that does not answer. */
const MAX_SNAPSHOT_DAYS = 30;

/** Days from the day we first saw an advisory to the day its package is updated, replaced or shown not to be concerned (SECURITY.md). */
export const DAYS = { critical: 2, high: 7, moderate: 30, low: 90, info: 90 } as const;
type Severity = keyof typeof DAYS;

/** One advisory of the snapshot, by its name at the registry. */
interface Known {
  readonly package: string;
  readonly severity: Severity;
  /** The day it was first seen, as 2026-11-22. */
  readonly seen: string;
  /** Why it does not concern us; it has no end then. */
  readonly accepted?: string;
}
export interface Snapshot {
  /** The day the registry was last asked for it, as 2026-11-22. */
  readonly day: string;
  readonly advisories: Readonly<Record<string, Known>>;
}
export type Advisory = Pick<Known, 'package' | 'severity'> & { readonly id: string };

/**
 * The advisories of a report of `npm audit --json`.
 * @returns undefined when it is none: the registry is away or has no advisories to give
 */
export function advisoriesOf(report: string): Advisory[] | undefined {
  let parsed: {
    vulnerabilities?: Record<string, { via: (string | { name: string; url?: string; source?: number; severity: Severity })[] }>;
  };
  try {
    parsed = JSON.parse(report) as typeof parsed;
  } catch {
    return undefined;
  }
  if (!parsed.vulnerabilities) return undefined;
  const found = new Map<string, Advisory>();
  for (const { via } of Object.values(parsed.vulnerabilities))
    for (const one of via) {
      // A name stands for the advisory of another package, which is listed there.
      if (typeof one === 'string') continue;
      const id = one.url?.split('/').at(-1) ?? String(one.source);
      found.set(id, { id, package: one.name, severity: one.severity });
    }
  return [...found.values()];
}

/** What is overdue or not written down, a sentence each; without `advisories`, also that the snapshot is too old to go by. */
export function advisoryFaults({ day, advisories: known }: Snapshot, advisories: readonly Advisory[] | undefined, today: Date): string[] {
  const old =
    advisories === undefined && today.getTime() > Date.parse(day) + MAX_SNAPSHOT_DAYS * DAY_MS
      ? [
          `${SNAPSHOT} is of ${day}, and older than ${MAX_SNAPSHOT_DAYS} days: where the registry answers, run node docs/check-advisories.ts --write`,
        ]
      : [];
  const overdue = Object.entries(known).flatMap(([id, { package: name, severity, seen, accepted }]) => {
    const end = new Date(Date.parse(seen) + DAYS[severity] * DAY_MS);
    return accepted === undefined && today > end
      ? [`${id} (${severity}) of ${name} was first seen on ${seen}, and its ${DAYS[severity]} days are over`]
      : [];
  });
  const fresh = (advisories ?? [])
    .filter(({ id }) => !known[id])
    .map(
      ({ id, package: name, severity }) =>
        `${id} (${severity}) of ${name} is new: update the package within ${DAYS[severity]} days, and write it down with: node docs/check-advisories.ts --write`,
    );
  return [...old, ...overdue, ...fresh];
}

/** The snapshot of today: what the registry tells, with the day it was first seen. */
export function nextSnapshot(snapshot: Snapshot, advisories: readonly Advisory[], today: Date): Snapshot {
  const day = today.toISOString().slice(0, 10);
  const rows = advisories.map(({ id, ...advisory }) => [id, snapshot.advisories[id] ?? { ...advisory, seen: day }] as const);
  return { day, advisories: Object.fromEntries(rows.sort(([one], [other]) => one.localeCompare(other))) };
}

/** What we ship, as npm asks about it; undefined when the registry does not answer in time. */
function ask(root: string): Advisory[] | undefined {
  const npm = process.env.npm_execpath;
  const args = ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=0', `--fetch-timeout=${WITHIN_MS}`];
  const { stdout } = spawnSync(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: WITHIN_MS,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return advisoriesOf(stdout ?? '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const file = path.join(root, SNAPSHOT);
  let snapshot = JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
  const advisories = ask(root);
  const today = new Date();
  if (advisories === undefined)
    console.log(
      `The package registry gives no advisories here, so only ${SNAPSHOT} of ${snapshot.day} was looked at: ${Object.keys(snapshot.advisories).length} advisories.`,
    );
  else {
    console.log(`The package registry knows ${advisories.length} advisories for what we ship.`);
    if (process.argv.includes('--write')) {
      snapshot = nextSnapshot(snapshot, advisories, today);
      writeFileSync(file, `${JSON.stringify(snapshot, null, 2)}\n`);
    }
  }
  const faults = advisoryFaults(snapshot, advisories, today);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
