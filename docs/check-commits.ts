import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/*
 * Subjects of commits: `area: what changes`, to 72 characters, the why in the body. Run in `npm run check`. The habit came
 * with the formatter, so what is older than its settings is left as it was.
 */

/** Longest subject that no list of commits cuts off. */
const MAX_SUBJECT = 72;
/** One area or several, then what changes. */
const SUBJECT = /^[a-z0-9][a-z0-9-]*(, [a-z0-9-]+)*: \S/;
/** Came with the first commit that is looked at. */
const MARK = '.prettierrc.json';

/** Are one character too long, or name an area of two words, and were published before anybody saw. */
const PUBLISHED = ['c1ebbfa', 'a63444d', '688503c'];

/** What is wrong with a subject; undefined when nothing is. */
export function faultOf(subject: string): string | undefined {
  if (subject.length > MAX_SUBJECT) return `has ${subject.length} characters, and ${MAX_SUBJECT} are room enough`;
  if (!SUBJECT.test(subject)) return 'does not begin with its area, such as "svc-booking: "';
  if (subject.endsWith('.')) return 'ends with a full stop, as no heading does';
  return undefined;
}

/** Subjects since the mark, by commit; none where there is no git or no history. In a shallow clone, those that are there. */
function subjects(root: string): ReadonlyMap<string, string> {
  const git = (...args: string[]): string => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const first = git('log', '--diff-filter=A', '--format=%H', '--', MARK).trim().split('\n').at(-1);
  if (!first) return new Map();
  const lines = git('log', '--no-merges', '--format=%h%x09%s', `${first}..HEAD`).split('\n').filter(Boolean);
  return new Map(lines.map((line) => line.split('\t') as [string, string]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = subjects(fileURLToPath(new URL('..', import.meta.url)));
  const faults = [...found].flatMap(([commit, subject]) => {
    const fault = faultOf(subject);
    return fault === undefined || PUBLISHED.some((known) => commit.startsWith(known)) ? [] : [`${commit} "${subject}" ${fault}`];
  });
  for (const fault of faults) console.error(fault);
  console.log(`commits: ${found.size} subjects`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
