import { setImmediate as breathe } from 'node:timers/promises';
import { beginInBackground } from '../src/process/background-process.ts';
import { pause } from '../src/process/internal/pause.ts';

/** How long the worker's piece of work took of the processor, and how long it rested after it, in milliseconds. */
export interface Piece {
  readonly workedMs: number;
  readonly restedMs: number;
}

const WORK_MS = 5;
/** So that its messages do not make the parent busy. */
const BETWEEN_MS = 20;

/* Works and rests until its parent ends it, and tells of each piece. */
const { rest } = await beginInBackground();
for (;;) {
  const before = process.cpuUsage();
  const worked = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  while (worked() < WORK_MS);
  const workedMs = worked();
  const from = performance.now();
  const rested = rest();
  const isOver = await Promise.race([rested.then(() => true), breathe(false)]);
  await rested;
  process.send!({ workedMs, restedMs: isOver ? 0 : performance.now() - from } satisfies Piece);
  await pause(BETWEEN_MS);
}
