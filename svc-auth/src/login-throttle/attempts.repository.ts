import { token } from '@concert/service-kit/provide';
import type { Attempts } from './throttle-policy.ts';

export const ATTEMPTS = token<AttemptsRepository>('AttemptsRepository');

/** Counts attempts, and remembers from which places owners signed in. Keys name nobody. */
export interface AttemptsRepository {
  of(key: string): Promise<Attempts | undefined>;
  /**
   * Replaces a row that is still as it was read.
   * @returns false when another attempt came in between
   */
  replace(key: string, read: Attempts | undefined, next: Attempts): Promise<boolean>;
  /** Counts one more, whatever the count is; used where it alone decides nothing. */
  add(key: string, now: Date, forgetAt: Date): Promise<void>;
  /** Takes one attempt back, because its password was right. */
  takeBack(key: string, now: Date): Promise<void>;
  forget(key: string): Promise<void>;
  isKnown(key: string): Promise<boolean>;
  remember(key: string, forgetAt: Date): Promise<void>;
}
