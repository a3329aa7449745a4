/** Failures of one counted thing (an account from a source, an account, a source). */
export interface Failures {
  readonly count: number;
  readonly lastAt: Date;
}

/** How failures of one kind are slowed. */
export interface SlowingRule {
  /** Failures that cost nothing. */
  readonly free: number;
  /** Longest wait between two tries, in seconds. */
  readonly longestSeconds: number;
}

/** Failures are forgotten this long after the last one, in seconds. */
export const FORGET_SECONDS = 900;

/**
 * Slowing, never locking: a stranger who keeps guessing makes tries on that account slower for the source the guesses
 * come from; for the account as a whole and for the source as a whole the limits are wider and the waits short, so that
 * the owner gets in from elsewhere after at most that wait.
 */
export const RULES = {
  accountFromSource: { free: 5, longestSeconds: 300 },
  account: { free: 20, longestSeconds: 10 },
  source: { free: 50, longestSeconds: 60 },
} as const satisfies Record<string, SlowingRule>;

export type SlowingKind = keyof typeof RULES;

/** Seconds until the next try is taken: nothing at first, then doubling from one second up to the rule's longest. */
export function waitSeconds(rule: SlowingRule, failures: Failures | undefined, now: Date): number {
  if (!failures || failures.count < rule.free) return 0;
  const since = (now.getTime() - failures.lastAt.getTime()) / 1_000;
  if (since >= FORGET_SECONDS) return 0;
  const wait = Math.min(rule.longestSeconds, 2 ** Math.min(30, failures.count - rule.free));
  return Math.max(0, Math.ceil(wait - since));
}
