import { token } from '@concert/service-kit/provide';
import type { Attempts } from './throttle-policy.ts';

export const ATTEMPTS = token<AttemptsRepository>('AttemptsRepository');

/** Where attempts are counted, and places remembered that owners came from. Keys name nobody. */
export interface AttemptsRepository {
  of(key: string): Promise<Attempts | undefined>;
  /** Replaces what is still as it was read. @returns false when another attempt came in between */
  replace(key: string, read: Attempts | undefined, next: Attempts): Promise<boolean>;
  /** Counts one more, whatever the count is; used where nothing is decided by it alone. */
  add(key: string, now: Date, forgetAt: Date): Promise<void>;
  /** Takes one attempt back: it was right. */
  takeBack(key: string, now: Date): Promise<void>;
  forget(key: string): Promise<void>;
  isKnown(key: string): Promise<boolean>;
  remember(key: string, forgetAt: Date): Promise<void>;
}
