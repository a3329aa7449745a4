import type { Operation } from './operation.ts';

/** One command of `npm run ops`. */
export interface Command {
  readonly name: string;
  /** What follows the name, in order; `[in brackets]` what may be left out. */
  readonly takes: readonly string[];
  readonly group: 'Inspect' | 'Repair' | 'Keep';
  /** What the command does, in one line. */
  readonly brief: string;
  /** What somebody should know who uses it for the first time. */
  readonly more: string;
  readonly run: (operation: Operation, words: readonly string[]) => Promise<void>;
}
