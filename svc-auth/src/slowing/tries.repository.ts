import { token } from '@concert/service-kit/provide';
import type { Tally } from './slowing.ts';

export const TRIES = token<TriesRepository>('TriesRepository');

/** Where tries are counted, and places remembered that owners came from. Keys name nobody. */
export interface TriesRepository {
  of(key: string): Promise<Tally | undefined>;
  /** Replaces a tally that is still what was read. @returns false when another try came in between */
  replace(key: string, read: Tally | undefined, next: Tally): Promise<boolean>;
  /** Counts one more, whatever the count is; used where nothing is decided by it alone. */
  add(key: string, now: Date, forgetAt: Date): Promise<void>;
  /** Takes one try back: it was right. */
  takeBack(key: string, now: Date): Promise<void>;
  forget(key: string): Promise<void>;
  isKnown(key: string): Promise<boolean>;
  remember(key: string, forgetAt: Date): Promise<void>;
}
