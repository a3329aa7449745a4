import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Looks for secrets, and for characters that make code read otherwise than it runs, in every file that git has or would take. Run by Node
 * itself (types are stripped), in `npm run check`; it asks no network:
 *   node docs/check-secrets.ts
 */

interface Kind {
  readonly name: string;
  readonly pattern: RegExp;
  /** Where the secret itself is a group of the pattern: it counts only when its letters look random. */
  readonly random?: true;
}

const KINDS: readonly Kind[] = [
  { name: 'a private key', pattern: /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY-----[\s\\nr]{0,4}[A-Za-z0-9+/=]{32}/g },
  { name: 'a key of the payment provider', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{20,}/g },
  { name: 'a webhook secret', pattern: /\bwhsec_[A-Za-z0-9+/]{28,}/g },
  { name: 'a key of the email provider', pattern: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
  { name: 'a key of Google', pattern: /\b(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,})/g },
  { name: 'a key of a cloud', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'a token of a code host', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22,}|glpat-[A-Za-z0-9_-]{20,})/g },
  { name: 'a token of a package registry', pattern: /\b(?:npm_[A-Za-z0-9]{36}|_authToken=[A-Za-z0-9_-]{8,})/g },
  { name: 'a token of a chat', pattern: /\bxox[abprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'a signed token', pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/g },
  { name: 'a password in an address', pattern: /\b[a-z][a-z+]{2,12}:\/\/[^\s:@/'"`$<{…]{1,64}:([^\s:@/'"`$<{…]{12,128})@/g, random: true },
  {
    name: 'a value that looks like a secret',
    pattern:
      /(?:secret|passw(?:or)?d|token|credential|[a-z_]{0,20}_?key)s?['"]?\s{0,3}[:=]\s{0,3}['"`]?([A-Za-z0-9+/=_-]{24,256})(?![A-Za-z0-9+/=_-])/gi,
    random: true,
  },
  { name: 'a character that turns the direction of text', pattern: /[\u202A-\u202E\u2066-\u2069]/g },
];

/** Bits a letter, from which a text of 24 letters and more is hardly a word or a name. */
const RANDOM_BITS = 3;

/** What was looked at and is no secret: the first 16 hex digits of its SHA-256, and why. */
const KNOWN: Readonly<Record<string, string>> = {
  '011fc2994e39d251': 'the letters of the alphabet and the ten digits',
};

export interface Finding {
  readonly line: number;
  readonly kind: string;
  /** By which it can be entered in the list of known values; the value itself is told to nobody. */
  readonly fingerprint: string;
}

/** Shannon's entropy of a text, in bits a letter. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** A random value of 24 letters has digits, and is not made of words between dashes. */
function looksRandom(text: string): boolean {
  return /[0-9]/.test(text) && /[A-Za-z]/.test(text) && bitsOf(text) >= RANDOM_BITS;
}

/** What looks like a secret in the text of one file. */
export function secretsIn(text: string, known: Readonly<Record<string, string>> = KNOWN): Finding[] {
  return KINDS.flatMap(({ name, pattern, random }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = random ? match[1]! : match[0];
      const fingerprint = createHash('sha256').update(value).digest('hex').slice(0, 16);
      if ((random && !looksRandom(value)) || known[fingerprint] !== undefined) return [];
      return [{ line: text.slice(0, match.index).split('\n').length, kind: name, fingerprint }];
    }),
  );
}

/**
 * Looks through the files of a checkout.
 * @throws when git cannot say which files there are
 */
export function checkSecrets(root: string): { readonly faults: string[]; readonly files: number } {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`git does not say which files there are: ${listed.stderr || String(listed.error)}`);
  const faults: string[] = [];
  let files = 0;
  for (const file of listed.stdout.split('\0').filter(Boolean)) {
    let bytes: Buffer;
    try {
      bytes = readFileSync(path.join(root, file));
    } catch {
      // Deleted since git last looked, or a link to a folder.
      continue;
    }
    if (bytes.subarray(0, 8_000).includes(0)) continue;
    files += 1;
    for (const { line, kind, fingerprint } of secretsIn(bytes.toString('utf8'))) faults.push(`${file}:${line}: ${kind} (${fingerprint})`);
  }
  return { faults, files };
}

if (import.meta.main) {
  const { faults, files } = checkSecrets(path.join(import.meta.dirname, '..'));
  for (const fault of faults) console.error(fault);
  console.log(`secrets: ${files} files, ${faults.length} findings`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
