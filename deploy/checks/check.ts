import type { ReadinessRow } from '@concert/contracts/core/readiness';
import type { Environment } from '../../dev/system/live-keys.ts';

/** What a check asks: the settings as they stand, or as setup is about to write them, and the world around them. */
export interface House {
  readonly env: Environment;
}

/** What a check found, a sentence each. Where it cannot know, its state is `unknown`, which is not green. */
export interface Finding {
  readonly state: ReadinessRow['state'];
  readonly seen: string;
  /** What is wrong, where it is not green. */
  readonly wrong?: string;
  /** What to do about it. */
  readonly next?: string;
}

/** One thing that has to be right about a house before it sells, and every hour after that. */
export interface Check {
  readonly id: string;
  /** @returns undefined where the check is not about this house, as that of a domain where there is none */
  readonly look: (house: House) => Promise<Finding | undefined> | Finding | undefined;
}
