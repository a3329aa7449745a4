import { green, red, check } from './check.ts';

/** What the readers of the file (Compose, Node, a shell) do not read alike, or nobody means. It repeats no value. */
function faultOf(line: string): string | undefined {
  const [, name = '', value] = /^\s*(?:export\s+)?([^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
  if (value === undefined) return 'is no setting: NAME=value';
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'has a name with other signs than A to Z, 0 to 9 and _';
  if (/[“”„‘’‚«»]/.test(value)) return `has typographic quotation marks around ${name}: take them away`;
  if (/[^\x20-\x7e\t]/.test(value))
    return `has signs in ${name} that are not on an English keyboard, or that nobody sees: type the value anew`;
  const quoted = /^(['"])(.*?)\1\s*(#.*)?$/.exec(value);
  if (!quoted && /^['"]/.test(value)) return `has a quotation mark in ${name} that is not closed at its end`;
  if (quoted?.[1] !== "'" && /\$/.test(value))
    return `has a $ in ${name}, which some readers take for another setting: put the value between '…'`;
  if (!quoted && /\S#/.test(value.split(/\s#/)[0]!)) return `has a # in ${name}, at which some readers end the value: put it between '…'`;
  return undefined;
}

/** Whether .env, as some editor wrote it, says what its author means. */
export const envLinesCheck = check('env-file', ({ file }) => {
  if (!file?.text) return undefined;
  const faults: string[] = [];
  const seen = new Map<string, { line: number; text: string }>();
  for (const [index, text] of file.text.split('\n').entries()) {
    const line = index + 1;
    if (/^\s*(#|$)/.test(text)) continue;
    const fault = faultOf(text);
    if (fault) faults.push(`Line ${line} ${fault}.`);
    const name = text
      .replace(/^\s*export\s+/, '')
      .split('=')[0]!
      .trim();
    const before = seen.get(name);
    if (before && before.text !== text) faults.push(`${name} stands in line ${before.line} and in line ${line}, and the last one holds.`);
    seen.set(name, { line, text });
  }
  if (faults.length === 0) return green('Every line of .env can be read.');
  return red('Not every line of .env says what it seems to.', faults.join(' '), 'Mend these lines in .env.');
});
