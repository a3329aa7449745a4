import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';

/** From here on somebody is told that the two clocks differ: with clocks that are set by the network it is less than a second. */
const TOLD_FROM_MS = 10_000;
/** A difference of more than this is not believed: by it an old message of the provider would count as just signed. */
const MAX_BELIEVED_MS = 60 * 60_000;

/** How far the provider's clock is ahead of ours, learned from the `Date` of its answers. */
export class ProviderClock {
  private measuredMs = 0;

  constructor(
    private readonly clock: Clock,
    private readonly log: Log | undefined,
  ) {}

  /** By our clock. */
  now(): number {
    return this.clock.now().getTime();
  }

  /**
   * Learns from an answer. The provider names whole seconds, and the answer was under way for a while: as little as fits both is taken,
   * which is nothing at all where the clocks agree.
   * @param date the answer's `Date` header
   * @param askedAt when it was asked for, by our clock
   */
  learn(date: string | undefined, askedAt: number): void {
    const told = Date.parse(date ?? '');
    if (Number.isNaN(told)) return;
    const before = this.measuredMs;
    this.measuredMs = Math.min(told + 999 - askedAt, Math.max(told - this.now(), before));
    if (Math.abs(this.measuredMs) < TOLD_FROM_MS || Math.abs(before) >= TOLD_FROM_MS) return;
    const which = this.measuredMs > 0 ? 'ahead of' : 'behind';
    this.log?.error(`the clock of the payment provider is ${which} ours`, { provider: 'stripe', durationMs: Math.abs(this.measuredMs) });
  }

  /** The difference as it was measured, in milliseconds; negative while the provider's clock is behind. */
  get measuredAheadMs(): number {
    return this.measuredMs;
  }

  /** The difference that times are converted by, in milliseconds: none where what was measured is not believed. */
  get aheadMs(): number {
    return Math.abs(this.measuredMs) <= MAX_BELIEVED_MS ? this.measuredMs : 0;
  }
}
