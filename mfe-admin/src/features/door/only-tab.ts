/** How long a tab that is asked to hand over has for the scan at hand; one that does not answer, because its browser has put it to sleep, loses its place. */
export const HAND_OVER_MS = 4_000;

/** What begins when this tab is the one, and how it ends; the next tab begins after that. */
type Work = () => () => Promise<void>;

export interface OnlyTabParts {
  /** What the tabs share; undefined in an old browser, whose tabs know nothing of each other. */
  readonly shared:
    | {
        readonly locks: Pick<LockManager, 'request'>;
        readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;
      }
    | undefined;
  readonly work: Work;
  /** The work is done in another tab. */
  readonly onElsewhere: () => void;
}

const LOCK = 'concert-door';

/**
 * Keeps the door to one tab of a device: two would write over each other's waiting scans, and let one ticket in twice. Another tab takes the
 * place when it is free, or when somebody asks it to.
 */
export class OnlyTab {
  readonly #parts: OnlyTabParts;
  #release: (() => void) | undefined;
  #queued = new AbortController();
  #steals = false;
  #over = false;

  constructor(parts: OnlyTabParts) {
    this.#parts = parts;
  }

  /** Works whenever the place is this tab's. Resolves once it is over. */
  async start(): Promise<void> {
    const { shared, onElsewhere } = this.#parts;
    if (!shared) return this.#work();
    const { locks, channel } = shared;
    channel.onmessage = () => this.#release?.();
    await this.#hold(locks, { ifAvailable: true });
    while (!this.#over) {
      onElsewhere();
      this.#queued = new AbortController();
      await this.#hold(locks, { signal: this.#queued.signal });
      if (this.#steals) await this.#hold(locks, { steal: true });
    }
  }

  /** Takes the place of another tab: asks for it first, so that a scan at hand is not lost. */
  async take(): Promise<void> {
    this.#parts.shared?.channel.postMessage('hand-over');
    await new Promise((resolve) => setTimeout(resolve, HAND_OVER_MS));
    if (this.#release) return;
    this.#steals = true;
    this.#queued.abort();
  }

  /** Ends what this tab does. */
  end(): void {
    this.#over = true;
    this.#queued.abort();
    this.#release?.();
    this.#parts.shared?.channel.close();
  }

  /* Resolves when the place is lost, or was not to be had. */
  async #hold(locks: Pick<LockManager, 'request'>, options: LockOptions): Promise<void> {
    this.#steals = false;
    await locks
      .request(LOCK, options, (lock) => (lock && !this.#over ? this.#work() : undefined))
      // Taken by another tab while this one slept, or no longer waited for.
      .catch(() => this.#release?.());
  }

  async #work(): Promise<void> {
    const end = this.#parts.work();
    await new Promise<void>((resolve) => (this.#release = resolve));
    this.#release = undefined;
    await end();
  }
}
