/** Requests under way at one copy before the next copy is given any. A group of the services' batchers is seldom larger. */
export const MAX_UNDER_WAY = 256;
/** A copy that owes answers and has begun none for this long, in milliseconds, is passed over. */
export const SILENT_MS = 1_000;
/** A copy that was given nothing for this long, in milliseconds, is a reserve. */
export const RESERVE_MS = 2_000;
/** How long a copy that did not answer a call is passed over where nobody asks whether it is ready, in milliseconds. */
export const PASSED_OVER_MS = 5_000;

/** One of a service's processes, as one of its addresses leads to it. */
export class Copy {
  /** Whether it says that it is ready; asked for only where there are several copies. */
  ready = false;
  underWay = 0;
  private heardAt = 0;
  private failedAt = -Infinity;

  /**
   * @param origin where it is connected to
   * @param host what it is called there: the name that its certificate has
   */
  constructor(
    readonly origin: string,
    readonly host: string,
  ) {}

  began(now: number): void {
    // Nobody expects a word from a copy that owes nothing.
    if (this.underWay === 0) this.heardAt = now;
    this.underWay += 1;
  }

  spoke(now: number): void {
    this.heardAt = now;
  }

  ended(): void {
    this.underWay -= 1;
  }

  /** It was called, and could not be reached or began no answer. */
  failed(now: number): void {
    this.failedAt = now;
  }

  hasFailedWithin(milliseconds: number, now: number): boolean {
    return now - this.failedAt < milliseconds;
  }

  /** Whether it is ready, and has had nothing to do for some time. */
  isReserve(now: number): boolean {
    return this.ready && this.underWay === 0 && now - this.heardAt >= RESERVE_MS;
  }

  isSilent(now: number): boolean {
    return this.underWay > 0 && now - this.heardAt >= SILENT_MS;
  }
}

/**
 * The copies of one service, in an order that is the same for all its callers. All requests go to the first that is ready, answers, and has
 * fewer than {@link MAX_UNDER_WAY} under way: requests that meet in one process are committed together, and what a commit costs is paid once for
 * all of them (docs/decisions/0082). gRPC calls this policy `pick_first`; the bound is that of consistent hashing with bounded loads.
 */
export class Copies {
  private known: readonly Copy[];
  private readonly passedOverMs: number | undefined;

  /**
   * @param now milliseconds on a clock that only goes forward
   * @param options `passedOverMs`: nobody asks the copies whether they are ready; they count as ready, but for so long after a failed call
   */
  constructor(
    known: readonly Copy[],
    private readonly now: () => number,
    options: { readonly passedOverMs?: number } = {},
  ) {
    this.known = known;
    this.passedOverMs = options.passedOverMs;
  }

  get all(): readonly Copy[] {
    return this.known;
  }

  /** Whether there is a choice. */
  get several(): boolean {
    return this.known.length > 1;
  }

  /** From now on these; a copy that was known before is the one it was. @returns whether that is a change */
  become(next: readonly Copy[]): boolean {
    const before = new Map(this.known.map((copy) => [copy.origin, copy]));
    const same = next.length === before.size && next.every(({ origin }) => before.has(origin));
    if (!same) this.known = next.map((copy) => before.get(copy.origin) ?? copy);
    return !same;
  }

  /** Where the next request goes: when no copy is ready, to the first, as if it were the only one. */
  choose(): Copy {
    const now = this.now();
    const ready = this.known.filter((copy) => this.isReady(copy, now));
    const able = ready.filter((copy) => !copy.isSilent(now));
    const free = able.find((copy) => copy.underWay < MAX_UNDER_WAY);
    return free ?? able.reduce<Copy | undefined>(lessBusy, undefined) ?? ready[0] ?? this.known[0]!;
  }

  private isReady(copy: Copy, now: number): boolean {
    return this.passedOverMs === undefined ? copy.ready : !copy.hasFailedWithin(this.passedOverMs, now);
  }
}

function lessBusy(least: Copy | undefined, copy: Copy): Copy {
  return least === undefined || copy.underWay < least.underWay ? copy : least;
}
