import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { run } from '@concert/machine-kit/processes';
import pLimit from 'p-limit';
import { reportAndExit } from '../system/report-and-exit.ts';
import { line, step } from '../system/progress.ts';
import { ROOT } from '@concert/machine-kit/rooms';

interface Check {
  readonly title: string;
  /** A script of node_modules/.bin or of ours, run under this Node. */
  readonly script: string;
  readonly args: readonly string[];
  /** What it says is worth reading also when it found nothing. */
  readonly tells?: true;
}

const tool = (name: string): string => path.join(ROOT, 'node_modules/.bin', name);

const WEB_ROOMS = ['shell', 'mfe-*', 'packages/web-kit', 'packages/design-system'];
/** In two halves, because each has types of its own to read and a processor can be given to each. */
const lint = (half: string, ...which: string[]): Check => ({
  title: `Lint, ${half}`,
  script: tool('eslint'),
  args: ['--max-warnings', '0', '--cache', '--cache-location', `.cache/eslint/${half.replaceAll(' ', '-')}`, ...which],
});

/** Lets commitlint begin behind so many commits; in a younger or shallow clone, with the first one that is there. */
function since(commits: number): string[] {
  const from = `HEAD~${commits}`;
  return spawnSync('git', ['rev-parse', '--verify', '--quiet', from], { cwd: ROOT }).status === 0 ? ['--from', from] : [];
}

const CHECKS: readonly Check[] = [
  lint('services and tools', '.', ...WEB_ROOMS.flatMap((room) => ['--ignore-pattern', `${room}/**`])),
  lint('front end', `{${WEB_ROOMS.join(',')}}/**/*.{ts,tsx,mjs,cjs,js}`),
  {
    title: 'Format (mend with: npm run format)',
    script: tool('prettier'),
    args: ['--check', '--log-level', 'warn', '.'],
  },
  { title: 'Types, services and tools', script: tool('tsc'), args: ['-p', 'tsconfig.json'] },
  { title: 'Types, front end', script: tool('tsc'), args: ['-p', 'tsconfig.web.json'] },
  {
    title: 'Import fences',
    script: tool('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', '.'],
  },
  {
    title: 'Exports and packages nobody uses',
    script: path.join(ROOT, 'node_modules/knip/bin/knip.js'),
    // Where built files exist, knip would read them instead of the sources; this tells it where the sources are.
    args: ['--no-progress', '--include', 'files,exports,types,dependencies,unlisted', '--tsConfig', 'tsconfig.knip.json'],
  },
  {
    title: 'Folders in no circle',
    script: tool('depcruise'),
    args: ['--config', '.dependency-cruiser.folders.cjs', '--output-type', 'err', '.'],
  },
  { title: 'Subjects of commits', script: tool('commitlint'), args: [...since(100), '--to', 'HEAD'] },
  { title: 'Specification and proofs agree', script: path.join(ROOT, 'docs/check-parity.ts'), args: [] },
  { title: 'Security requirements and proofs agree', script: path.join(ROOT, 'docs/check-security.ts'), args: [] },
  { title: 'Lines of source and tests', script: path.join(ROOT, 'docs/check-size.ts'), args: [], tells: true },
  { title: 'No secret in any file', script: path.join(ROOT, 'docs/check-secrets.ts'), args: [] },
  { title: 'Known advisories', script: path.join(ROOT, 'docs/check-advisories.ts'), args: [], tells: true },
];

/** Each check keeps one processor busy. */
const AT_ONCE = 2;
const LIMIT_MS = 300_000;

/** Runs every check; resolves to the number of checks that found something. */
export async function check(): Promise<number> {
  const found: { title: string; output: string }[] = [];
  const told: string[] = [];
  const limit = pLimit(AT_ONCE);
  const look = ({ title, script, args, tells }: Check): Promise<unknown> =>
    step(title, async () => {
      const { code, output } = await run(process.execPath, [script, ...args], { cwd: ROOT, withinMs: LIMIT_MS });
      if (code !== 0) throw new Error(output.trim() || `ended with code ${code}`);
      if (tells) told.push(`${title}: ${output.trim()}`);
    }).catch((error: Error) => found.push({ title, output: error.message }));
  await Promise.all(CHECKS.map((one) => limit(() => look(one))));
  for (const sentence of told) line(`\n${sentence}`);
  for (const { title, output } of found) line(`\n${title}\n${output}`);
  line(
    found.length === 0
      ? '\nAll checks passed.'
      : `\n${found.length} of ${CHECKS.length} checks found something: ${found.map(({ title }) => title).join('; ')}.`,
  );
  return found.length;
}

if (import.meta.main) {
  const failures = await check().catch(reportAndExit);
  process.exit(failures === 0 ? 0 : 1);
}
