import { spawnSync } from 'node:child_process';
import path from 'node:path';

/*
 * Asks the package registry, by `npm audit`, for advisories about what we ship. Run by Node itself (types are stripped), in
 * `npm run check`; where the registry gives none, it says so and is no fault:
 *   node docs/check-advisories.ts
 */

const WITHIN_MS = 20_000;

/** One advisory, as the registry tells it. */
interface Via {
  readonly name: string;
  readonly url: string;
  readonly severity: string;
}

/**
 * The advisories of a report of `npm audit --json`, a sentence each.
 * @returns undefined when it is none: the registry is away or has no advisories to give
 */
export function advisoriesOf(report: string): string[] | undefined {
  let parsed: { vulnerabilities?: Record<string, { via: readonly (string | Via)[] }> };
  try {
    parsed = JSON.parse(report) as typeof parsed;
  } catch {
    return undefined;
  }
  if (!parsed.vulnerabilities) return undefined;
  // A name stands for the advisory of another package, which is listed there.
  const advisories = Object.values(parsed.vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one !== 'string'));
  return [...new Set(advisories.map(({ name, url, severity }) => `${name} has an advisory (${severity}): ${url}`))];
}

/** What the registry answers; npm tells it as a report, also when it ends with an error. */
function ask(root: string): string {
  const npm = process.env.npm_execpath;
  const args = ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=0', `--fetch-timeout=${WITHIN_MS}`];
  const { stdout } = spawnSync(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: WITHIN_MS,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return stdout ?? '';
}

if (import.meta.main) {
  const advisories = advisoriesOf(ask(path.join(import.meta.dirname, '..')));
  for (const advisory of advisories ?? []) console.error(`${advisory}. SECURITY.md says within how many days the package is updated.`);
  console.log(
    advisories === undefined
      ? 'The package registry gives no advisories here, so nothing was compared with it.'
      : `The package registry knows ${advisories.length} advisories for what we ship.`,
  );
  process.exitCode = advisories?.length ? 1 : 0;
}
