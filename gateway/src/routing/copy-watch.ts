import { setTimeout as pause } from 'node:timers/promises';
import { Copies, RESERVE_MS, type Copy } from '@concert/service-kit/copies';
import { copyAt, findCopies, lookupAll, type Lookup } from '@concert/service-kit/find-copies';
import type { Log } from '@concert/service-kit/log';
import { request, type Dispatcher } from 'undici';

/** Pause between two looks at which copies there are and which of them are ready. */
const LOOK_MS = 500;
/** A copy that has not said within this time whether it is ready, is not. */
const SAY_MS = 3_000;

interface Watching {
  readonly connections: Dispatcher;
  readonly log: Log;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  readonly lookup?: Lookup | undefined;
}

/**
 * Finds the copies of services and keeps what is known of them up to date.
 * @param urls addresses of each service by its name
 * @returns once all were looked for, so that the first request knows them: the copies by the origin of a service's first address
 */
export async function watchCopies(
  urls: Readonly<Record<string, readonly string[]>>,
  watching: Watching,
): Promise<{ readonly copiesOf: ReadonlyMap<string, Copies>; readonly stop: () => void }> {
  const watches = Object.entries(urls).map(([service, addresses]) => new CopyWatch(service, addresses, watching));
  await Promise.all(watches.map((watch) => watch.look()));
  return {
    copiesOf: new Map(watches.map(({ origin, copies }) => [origin, copies])),
    stop: () => {
      for (const watch of watches) watch.stop();
    },
  };
}

/** Keeps one service's copies up to date until it is stopped. */
class CopyWatch {
  readonly copies: Copies;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private readonly asked = new Set<Copy>();
  /** When each copy was asked last. */
  private readonly askedAt = new WeakMap<Copy, number>();

  constructor(
    private readonly service: string,
    private readonly urls: readonly string[],
    private readonly watching: Watching,
  ) {
    this.copies = new Copies(urls.map(copyAt), watching.now);
  }

  get origin(): string {
    return new URL(this.urls[0]!).origin;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Looks now, and again after a pause. */
  async look(): Promise<void> {
    const { copies } = this;
    const { log, lookup: resolve = lookupAll } = this.watching;
    try {
      const changed = copies.become(await findCopies(this.urls, resolve));
      if (changed) log.info('other copies of a service', { dependency: this.service, count: copies.all.length });
    } catch {
      // Who is known stays known while names cannot be looked up.
    }
    const asked = copies.several ? copies.all.filter((copy) => this.isDue(copy)).map((copy) => this.ask(copy)) : [];
    // One that does not answer holds up nobody else's turn.
    await Promise.race([Promise.all(asked), pause(LOOK_MS, undefined, { ref: false })]);
    if (!this.stopped) this.timer = setTimeout(() => void this.look(), LOOK_MS).unref();
  }

  /** A reserve is asked less often: each question costs it time of the processor, and it gets no requests while another copy is ready. */
  private isDue(copy: Copy): boolean {
    const now = this.watching.now();
    return !copy.isReserve(now) || now - (this.askedAt.get(copy) ?? 0) >= RESERVE_MS;
  }

  private async ask(copy: Copy): Promise<void> {
    if (this.asked.has(copy)) return;
    this.asked.add(copy);
    this.askedAt.set(copy, this.watching.now());
    const ready = await this.isReady(copy);
    this.asked.delete(copy);
    if (ready === copy.ready) return;
    copy.ready = ready;
    const about = { dependency: this.service, copy: copy.origin };
    if (!this.stopped) this.watching.log.info(ready ? 'a copy of a service is ready' : 'a copy of a service is not ready', about);
  }

  private async isReady({ origin, host }: Copy): Promise<boolean> {
    try {
      const { statusCode, body } = await request(`${origin}/health/ready`, {
        dispatcher: this.watching.connections,
        headers: { host },
        signal: AbortSignal.timeout(SAY_MS),
      });
      await body.dump();
      return statusCode === 200;
    } catch {
      return false;
    }
  }
}
