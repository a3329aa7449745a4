import { setTimeout } from 'node:timers/promises';

/** Waits, in milliseconds. Here because use cases know no timers. */
export const pause = (milliseconds: number): Promise<void> => setTimeout(milliseconds);
