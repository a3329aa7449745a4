import type { Failures } from './slowing.ts';

export const FAILURES = Symbol('FailuresRepository');

/** Where failed tries are counted. */
export interface FailuresRepository {
  of(keys: readonly string[]): Promise<ReadonlyMap<string, Failures>>;
  count(keys: readonly string[], at: Date): Promise<void>;
  forget(keys: readonly string[]): Promise<void>;
}
