/** What a text that counts or names something is tried with: as a number, or as text. */
const TRIED: readonly (readonly unknown[])[] = [
  [0, 1, 2],
  ['0', '1', '2', 'Anna'],
];
/** With more of them, all are tried alike. */
const MAX_VARIED = 4;

/** After a 1, words that end in s and are none of many. */
const SINGULAR = /^(is|has|was|needs|waits|stands|differs|goes|comes|this|address|less|us|bus|business)$/;
const PLURAL_NOUN = /(?<![\w.,:$-])1 (?:more |other |new )?([a-z]+s|people)\b/g;
const PLURAL_VERB = /(?<![\w.,:$-])1(?: (?!of\b)[a-z]+)? (are|were|have|need|wait|stand|differ|go|come)\b/;

function faultsIn(text: string): string[] {
  const nouns = [...text.matchAll(PLURAL_NOUN)].filter(([, noun]) => !SINGULAR.test(noun ?? ''));
  return [
    ...(text !== text.trim() ? ['begins or ends with a space'] : []),
    ...(/ {2}/.test(text) ? ['has two spaces in a row'] : []),
    ...(nouns.length > 0 || PLURAL_VERB.test(text) ? ['speaks of one as of many'] : []),
  ];
}

function product(choices: readonly (readonly unknown[])[]): unknown[][] {
  return choices.reduce<unknown[][]>((found, values) => found.flatMap((begun) => values.map((value) => [...begun, value])), [[]]);
}

/** What a function is called with, once for each way in which its parameters may be numbers and texts. */
function calls(length: number): unknown[][][] {
  if (length > MAX_VARIED) return TRIED.map((values) => values.map((value) => Array.from({ length }, () => value)));
  return product(Array.from({ length }, () => TRIED)).map((kinds) => product(kinds as unknown[][]));
}

type Fault = readonly [fault: string, text: string];

/** Faults in what a function returns when each parameter has its type: those of the way to call it that has the fewest. */
function faultsOfFunction(words: (...values: unknown[]) => unknown): Fault[] {
  const ways = calls(words.length).map((tried) =>
    tried.flatMap((values): Fault[] => {
      try {
        const text = words(...values);
        return typeof text === 'string' ? faultsIn(text).map((fault) => [fault, text] as const) : [];
      } catch {
        return [];
      }
    }),
  );
  return ways.reduce((least, way) => (way.length < least.length ? way : least));
}

/**
 * Checks every text of a module, also those that count and name something.
 * @param onPurpose paths of texts that are meant to be as they are, or never speak of 1
 * @returns one line for each text that begins or ends with a space, has two spaces in a row, or puts one thing into the plural
 */
export function faultsOfWords(words: unknown, onPurpose: readonly string[] = [], path = ''): string[] {
  if (onPurpose.includes(path)) return [];
  if (typeof words === 'object' && words !== null)
    return Object.entries(words).flatMap(([key, value]) => faultsOfWords(value, onPurpose, path ? `${path}.${key}` : key));
  const found =
    typeof words === 'function'
      ? faultsOfFunction(words as (...values: unknown[]) => unknown)
      : typeof words === 'string'
        ? faultsIn(words).map((fault): Fault => [fault, words])
        : [];
  return [...new Map(found)].map(([fault, text]) => `${path} ${fault}: ${JSON.stringify(text)}`);
}
