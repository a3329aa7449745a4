import { token } from '@concert/service-kit/process/provide';

export const CHECKPOINTS = token<CheckpointsRepository>('CheckpointsRepository');

/** When a rehearsal with a test key was forgotten (npm run ops -- forget-rehearsal). */
const REHEARSAL_FORGOTTEN = 'rehearsal-forgotten';

/** Since when what the payment provider has may be ours: what a forgotten rehearsal left there is not. */
export async function oursSince(checkpoints: Pick<CheckpointsRepository, 'read'>): Promise<Date> {
  return (await checkpoints.read(REHEARSAL_FORGOTTEN)) ?? new Date(0);
}

/** Stores points in time: how far the provider's notices were read, when the concert was cancelled. */
export interface CheckpointsRepository {
  read(name: string): Promise<Date | undefined>;
  /** Stores a point in time, unless a later one is stored. */
  write(name: string, at: Date): Promise<void>;
  forget(name: string): Promise<void>;
  /**
   * Stores what a fact of another service says, by its version: an older fact changes nothing, in whatever order they arrive.
   * @param at undefined removes the checkpoint
   */
  follow(name: string, version: number, at: Date | undefined): Promise<void>;
}
