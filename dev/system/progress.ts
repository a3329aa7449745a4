/** Shows what a command is doing: one line per finished step with its time, and on a terminal a live line of what still runs. */
export class Progress {
  readonly #began = Date.now();
  readonly #running = new Map<string, string>();
  readonly #live: boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(live = process.stdout.isTTY) {
    this.#live = live;
  }

  /** Runs one step under a title; the result may add a detail to its line. */
  async step<T>(title: string, work: (say: (detail: string) => void) => Promise<T>, detail?: (result: T) => string): Promise<T> {
    const started = Date.now();
    this.#running.set(title, title);
    this.#show();
    try {
      const result = await work((note) => {
        this.#running.set(title, `${title}: ${note}`);
        if (!this.#live) this.line(`  …  ${title}: ${note}`);
        this.#show();
      });
      const extra = detail?.(result);
      this.#running.delete(title);
      this.line(`  ok ${extra ? `${title} (${extra})` : title}`.padEnd(64) + ` ${seconds(Date.now() - started)}`);
      return result;
    } catch (error) {
      this.#running.delete(title);
      this.line(`  -- ${title} failed`.padEnd(64) + ` ${seconds(Date.now() - started)}`);
      throw error;
    } finally {
      this.#show();
    }
  }

  /** Prints a line of its own. */
  line(text: string): void {
    this.#clear();
    process.stdout.write(`${text}\n`);
    this.#draw();
  }

  /** Time since this began, in words. */
  elapsed(): string {
    return seconds(Date.now() - this.#began);
  }

  #show(): void {
    if (!this.#live) return;
    if (this.#running.size > 0) {
      this.#timer ??= setInterval(() => this.#redraw(), 500).unref();
    } else {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#redraw();
  }

  #redraw(): void {
    this.#clear();
    this.#draw();
  }

  #clear(): void {
    if (this.#live) process.stdout.write('\r\x1b[K');
  }

  #draw(): void {
    if (!this.#live || this.#running.size === 0) return;
    const text = `  … ${this.elapsed()}  ${[...this.#running.values()].join(', ')}`;
    process.stdout.write(text.slice(0, (process.stdout.columns ?? 80) - 1));
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(7);
}
