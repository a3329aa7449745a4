import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';

/** What is about to be written into a checkout; nothing is written before {@link Draft.write}. */
export class Draft {
  readonly root: string;
  readonly #texts = new Map<string, string>();
  readonly #created = new Set<string>();

  constructor(root: string) {
    this.root = root;
  }

  /** Every file that would be written, by its path from the root. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** The files that are new, in the order they were drafted. */
  get created(): readonly string[] {
    return [...this.#created];
  }

  /** The files that were there and would be changed. */
  get edited(): readonly string[] {
    return [...this.#texts.keys()].filter((file) => !this.#created.has(file));
  }

  has(file: string): boolean {
    return this.#texts.has(file) || existsSync(path.join(this.root, file));
  }

  /**
   * A file as it would be after the changes.
   * @throws Failure when there is none
   */
  read(file: string): string {
    const drafted = this.#texts.get(file);
    if (drafted !== undefined) return drafted;
    if (!this.has(file)) throw new Failure(`There is no file ${file}.`, 'look at the name, and at CONTRIBUTING.md for what belongs where.');
    return readFileSync(path.join(this.root, file), 'utf8');
  }

  /** Files of the checkout that exist already. */
  find(pattern: string): string[] {
    return globSync(pattern, { cwd: this.root, exclude: ['**/node_modules/**', '**/dist/**'] }).toSorted();
  }

  /**
   * A new file.
   * @throws Failure when it exists: no file is ever overwritten
   */
  create(file: string, text: string): void {
    if (this.has(file))
      throw new Failure(`${file} exists already, so nothing was written.`, 'choose another name, or change that file by hand.');
    this.#texts.set(file, text);
    this.#created.add(file);
  }

  /**
   * Changes an existing file.
   * @throws Failure when there is none
   */
  edit(file: string, ...changes: readonly ((text: string) => string)[]): void {
    this.#texts.set(
      file,
      changes.reduce((text, change) => change(text), this.read(file)),
    );
  }

  async write(): Promise<void> {
    for (const [file, text] of this.#texts) {
      const place = path.join(this.root, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, text, { flag: this.#created.has(file) ? 'wx' : 'w' });
    }
  }
}

/** An import after the last one of a file, unless it is there. */
export const withImport = (line: string) => (text: string) => {
  if (text.includes(line)) return text;
  const last = [...text.matchAll(/^(?:import\b[^;]*;|const \w+ = lazy\([^;]*;)$/gm)]
    .filter(([found]) => found.startsWith(line.split(' ')[0]!))
    .at(-1);
  const at = last ? last.index + last[0].length : 0;
  return `${text.slice(0, at)}${last ? '\n' : ''}${line}${last ? '' : '\n'}${text.slice(at)}`;
};

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Where the bracket at `from` closes; brackets in texts and comments are skipped. */
function closeOf(text: string, from: number): number {
  const open: string[] = [];
  const parts = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[^]*?\*\/|\/\/[^\n]*|[()[\]{}]/g;
  parts.lastIndex = from;
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    const [found] = part;
    const closing = CLOSING[found];
    if (closing) open.push(closing);
    else if (found === open.at(-1) && open.pop() && open.length === 0) return part.index;
  }
  throw new Error('a bracket is never closed');
}

/**
 * Adds an element at the end of what a bracket holds.
 * @param opener ends with the bracket; a sentence for people, `where`, names it when it is not there
 */
export const withElement = (opener: RegExp, element: string, where: string) => (text: string) => {
  const found = opener.exec(text);
  if (!found) throw new Failure(`There is no ${where} to add to.`, `add it by hand, as CONTRIBUTING.md says: ${element.trim()}`);
  const close = closeOf(text, found.index + found[0].length - 1);
  const before = text.slice(0, close).trimEnd();
  const comma = /[([{,]$/.test(before) ? '' : ',';
  return `${before}${comma}\n${element},\n${text.slice(close)}`;
};
