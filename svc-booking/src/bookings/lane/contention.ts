/** For how long another copy counts as active after it was noticed. */
const ACTIVE_MS = 1_000;
/** Bounds of a rest, and of the first wait after a lost claim, in milliseconds. */
const MIN_MS = 5;
const MAX_MS = 200;

/** How long a batch tries to claim its category, in milliseconds: as long as its transaction may take. */
const MAX_CLAIMING_MS = 5_000;

/** Another copy has claimed the category. Not an error of the database, so that the wait for it holds no transaction. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

export interface Timing {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Shares a category with the lanes of other copies. The stock's document lets one transaction at a time claim it; this decides who waits
 * for how long, so that copies alternate. It only saves work: correctness never depends on it, and a copy that is alone never waits.
 */
export class Contention {
  /** The stock's version after the last batch of this copy; another one now means that another copy wrote meanwhile. */
  private lastVersion: number | undefined;
  private othersUntil = -Infinity;
  private restUntil = -Infinity;
  private batchMs = MIN_MS;

  constructor(private readonly timing: Timing) {}

  /** Whether another copy changed the category, or held it, a moment ago. */
  get isLikely(): boolean {
    return this.timing.now() < this.othersUntil;
  }

  /**
   * Runs a batch: after a rest while others are active, and again while it throws a {@link ClaimLostError}.
   * @throws the cause of the last lost claim when others hold the category for too long
   */
  async inTurn<T>(batch: () => Promise<T>): Promise<T> {
    await this.giveWay();
    const from = this.timing.now();
    for (let tries = 0; ; tries += 1) {
      try {
        return await batch();
      } catch (error) {
        if (!(error instanceof ClaimLostError)) throw error;
        if (this.timing.now() - from > MAX_CLAIMING_MS) throw error.cause;
        await this.lost(tries);
      }
    }
  }

  /** @param version of the stock before the claim */
  claimed(version: number): void {
    if (this.lastVersion !== undefined && version !== this.lastVersion) this.noticeOthers();
    this.lastVersion = version;
  }

  /** @param version of the stock after the batch @param batchMs how long the batch held its claim */
  ended(version: number, batchMs: number): void {
    this.lastVersion = version;
    this.batchMs = Math.min(MAX_MS, Math.max(MIN_MS, batchMs));
    this.restUntil = this.timing.now() + this.batchMs;
  }

  /** Rests as long as the last batch took, which is the time that another copy needs. */
  private async giveWay(): Promise<void> {
    const restMs = this.restUntil - this.timing.now();
    if (this.isLikely && restMs > 0) await this.timing.pause(restMs);
  }

  /**
   * Waits after a lost claim. The random part keeps several waiting copies apart; waits grow shorter, so that whoever has waited longest
   * looks most often and is next.
   * @param tries claims that this batch lost before
   */
  private async lost(tries: number): Promise<void> {
    this.noticeOthers();
    await this.timing.pause(Math.max(MIN_MS, (this.batchMs * (1 + this.timing.random())) / (2 + tries)));
  }

  private noticeOthers(): void {
    this.othersUntil = this.timing.now() + ACTIVE_MS;
  }
}
