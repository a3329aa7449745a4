import type { ReadinessRow } from '@concert/contracts/core/readiness';
import type { House } from './house.ts';

/** What a check found: what it saw and, where that is not right, what is wrong and the next step. `unknown`, where it cannot know, is not green. */
export type Finding = Pick<ReadinessRow, 'state' | 'words'>;

/** One thing that has to be right about a house before it sells, and every hour after that. */
export interface Check {
  readonly id: string;
  /** @returns undefined where the check is not about this house, as that of a domain where there is none */
  readonly look: (house: House) => Promise<Finding | undefined> | Finding | undefined;
}
export const check = (id: string, look: Check['look']): Check => ({ id, look });

const finding =
  (state: Finding['state']) =>
  (...sentences: readonly string[]): Finding => ({ state, words: sentences.join(' ') });
export const green = finding('green');
export const advice = finding('advice');
export const unknown = finding('unknown');
export const red = finding('red');
