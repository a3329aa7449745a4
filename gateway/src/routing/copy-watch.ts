import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@concert/service-kit/log';
import { request, type Dispatcher } from 'undici';
import { Copies, Copy, RESERVE_MS } from './copies.ts';

/** Pause between two looks at which copies there are and which of them are ready. */
const LOOK_MS = 500;
/** A copy that has not said within this time whether it is ready, is not. */
const SAY_MS = 3_000;

/** Addresses of a host name. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** Those of version 4 where there are any, because one machine often has one of each. */
export const lookupAll: Lookup = async (name) => {
  const found = await lookup(name, { all: true, order: 'ipv4first' });
  return found.filter(({ family }) => family === found[0]?.family).map(({ address }) => address);
};

function copyAt(url: string): Copy {
  const { origin, host } = new URL(url);
  return new Copy(origin, host);
}

/**
 * The copies that a service's addresses lead to: one for each address of a name that has several, as a headless Service of Kubernetes and a
 * scaled service of Compose have. Sorted, so that all gateways agree.
 */
export async function findCopies(urls: readonly string[], look: Lookup): Promise<Copy[]> {
  const found = await Promise.all(
    urls.map(async (url) => {
      const { protocol, host, hostname, port } = new URL(url);
      if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return [copyAt(url)];
      const addresses = [...(await look(hostname))].sort();
      // A connection to a name is looked up when it is made, which is the latest there is.
      if (addresses.length < 2) return [copyAt(url)];
      return addresses.map((address) => {
        const authority = isIP(address) === 6 ? `[${address}]` : address;
        return new Copy(`${protocol}//${authority}${port ? `:${port}` : ''}`, host);
      });
    }),
  );
  return found.flat();
}

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
