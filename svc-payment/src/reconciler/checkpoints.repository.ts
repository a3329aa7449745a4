import { token } from '@concert/service-kit/provide';
export const CHECKPOINTS = token<CheckpointsRepository>('CheckpointsRepository');

/** Remembers moments: how far the provider's notices were read, when the concert was cancelled. */
export interface CheckpointsRepository {
  read(name: string): Promise<Date | undefined>;
  /** Notes a moment; an earlier one than noted changes nothing. */
  write(name: string, at: Date): Promise<void>;
  forget(name: string): Promise<void>;
  /**
   * Notes what somebody else's news says, by their version: older news changes nothing, in whatever order it comes.
   * @param at undefined takes the mark away
   */
  follow(name: string, version: number, at: Date | undefined): Promise<void>;
}
