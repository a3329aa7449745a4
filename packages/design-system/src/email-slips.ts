import { isEmail } from '@concert/contracts/core/email';

/** Providers at which most people have their address, all of them at `com`. Some have names of countries besides. */
const PROVIDERS: readonly string[] = ['gmail', 'googlemail', 'hotmail', 'outlook', 'yahoo', 'icloud', 'protonmail'];
/** Others whose names are so short that one letter more or less is another name. */
const SHORT: readonly string[] = ['aol', 'msn', 'ymail'];
/** Real names within a slip or two of one above: another letter before `mail`, and these. */
const REAL = /^(?:[a-z]?mail|foxmail|cloud|gail)$/;
/** What is typed for ends of names. They are ends of none, but the last three, under which no provider above has its mail. */
const ENDS: readonly (readonly [meant: string, typed: readonly string[]])[] = [
  ['com', ['con', 'cmo', 'ocm', 'comm', 'coom', 'ccom', 'vom', 'xom', 'cpm', 'cim', 'c0m', 'comn', 'conm', 'clm', 'cok']],
  ['org', ['ogr', 'rog', 'orgg', 'prg', '0rg']],
  ['net', ['nte', 'nett', 'ent', 'met', 'bet']],
];
const OF_COUNTRIES: readonly string[] = ['co', 'cm', 'om'];

/** How many letters are wrong, missing, too many, or swapped with the next (Damerau and Levenshtein, no letter twice). */
function slips(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = rows[i - 1]![j - 1]! + Number(one[i - 1] !== other[j - 1]);
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, changed, swapped));
    }
    rows.push(row);
  }
  return rows.at(-1)![other.length]!;
}

/** The provider whose name this is, or nearly: one slip of a short name, two of a longer one. */
function providerOf(name: string): string | undefined {
  if (PROVIDERS.includes(name) || SHORT.includes(name)) return name;
  return REAL.test(name) ? undefined : PROVIDERS.find((provider) => slips(name, provider) <= (provider.length < 7 ? 1 : 2));
}

/**
 * The address that was probably meant where the name of its provider or the end of it is mistyped, as in `anna@gmial.com`.
 * @param email in its plain form
 * @returns undefined for what may well be right, and for what is no address
 */
export function likelyMeant(email: string): string | undefined {
  if (!isEmail(email)) return undefined;
  const [local, domain = ''] = email.toLowerCase().split('@');
  const [name = '', ...labels] = domain.split('.');
  const last = labels.at(-1)!;
  const end = [...labels.slice(0, -1), ENDS.find(([, typed]) => typed.includes(last))?.[0] ?? last].join('.');
  const provider = providerOf(name);
  const atProvider = provider && (end === 'com' || OF_COUNTRIES.includes(end) || name === 'gmail');
  const right = atProvider ? `${provider}.com` : `${name}.${end}`;
  return right === domain ? undefined : `${email.slice(0, local!.length)}@${right}`;
}
