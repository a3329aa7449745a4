import { randomInt } from 'node:crypto';

const FRACTIONS = 1_000_000;

/** A random number from 0 to less than 1, to spread what many would do at the same moment. */
export const fraction = (): number => randomInt(FRACTIONS) / FRACTIONS;
