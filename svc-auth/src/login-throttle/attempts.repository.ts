import { token } from '@concert/service-kit/process/provide';
import type { Attempts } from './throttle-policy.ts';

export const ATTEMPTS = token<AttemptsRepository>('AttemptsRepository');

/** Counts attempts, and remembers from which places owners signed in. Keys name nobody. */
export interface AttemptsRepository {
  of(key: string): Promise<Attempts | undefined>;
  /** Replaces a row that is still as it was read. @returns false when another attempt came in between */
  replace(key: string, read: Attempts | undefined, next: Attempts): Promise<boolean>;
  /** Counts one more, whatever the count is. `forgetAt`: when the attempts under this key are forgotten, if none comes after this one */
  add(key: string, now: Date, forgetAt: Date): Promise<void>;
  /**
   * Counts one more, whatever the count is, in a window of time that the first one begins.
   * @param endsAt when the window ends, if this attempt begins it
   * @returns the count, this attempt included
   */
  addWithin(key: string, now: Date, endsAt: Date): Promise<number>;
  /** Takes attempts back, one unless said otherwise, because their password was right; never more than there are. */
  takeBack(key: string, now: Date, by?: number): Promise<void>;
  forget(key: string): Promise<void>;
  isKnown(key: string): Promise<boolean>;
  remember(key: string, forgetAt: Date): Promise<void>;
}
