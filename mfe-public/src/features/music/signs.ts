import entries from '../../../content/signs.json';

/** One sign: what is said about it and what is played. */
export interface Sign {
  readonly name: string;
  readonly element: string;
  /** A few words to the listener. */
  readonly note: string;
  /** What is played, in words. */
  readonly music: string;
  /** Name of its music files, without their endings; of its figure as well. */
  readonly sound: string;
  /** Where the round begins in the file and how long it lasts, in seconds; without them the whole file is the round. */
  readonly loopStart?: number;
  readonly loopSeconds?: number;
  /** Waves of its figure. */
  readonly lobes: number;
}

/** The twelve signs in the specification's order; each has one wave more in its figure than the one before. */
export const SIGNS: readonly Sign[] = entries.map((entry, index) => ({ ...entry, lobes: index + 3 }));
