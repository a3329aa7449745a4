import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const GROWTH_BYTES = 64 << 20;

/** The lines of a file, one by one: all of them as texts would not fit into memory at once. */
function* linesOf(file: string): Generator<string> {
  const bytes = readFileSync(file);
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf('\n', from);
    const to = end === -1 ? bytes.length : end;
    yield bytes.toString('utf8', from, to);
    from = to + 1;
  }
}

/**
 * What a stand-in keeps, as changes in a file: each is appended as one JSON line before its caller goes on. The file is
 * written anew with what is still held at every start, and whenever it has grown by `growthBytes` since.
 */
export class AppendOnlyFile<Line> {
  private readonly file: string;
  private readonly held: () => Iterable<Line>;
  private readonly growthBytes: number;
  private appendedBytes = 0;

  /**
   * @param replay is given every line that was kept; a torn last line, left by a kill, is ignored
   * @param held what is still held, as the lines that lead to it
   */
  constructor(file: string, replay: (line: Line) => void, held: () => Iterable<Line>, growthBytes = GROWTH_BYTES) {
    this.file = file;
    this.held = held;
    this.growthBytes = growthBytes;
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) for (const text of linesOf(file)) if (text !== '') this.replay(text, replay);
    this.rewrite();
  }

  append(line: Line): void {
    const text = `${JSON.stringify(line)}\n`;
    appendFileSync(this.file, text, { mode: 0o600 });
    this.appendedBytes += text.length;
    if (this.appendedBytes > this.growthBytes) this.rewrite();
  }

  private replay(text: string, replay: (line: Line) => void): void {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      return;
    }
    replay(line);
  }

  private rewrite(): void {
    const fresh = `${this.file}.new`;
    const handle = openSync(fresh, 'w', 0o600);
    try {
      for (const line of this.held()) writeSync(handle, `${JSON.stringify(line)}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(fresh, this.file);
    this.appendedBytes = 0;
  }
}
