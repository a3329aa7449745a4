import entries from '../../../content/artists.json';

/** One of the five. */
export interface Artist {
  readonly name: string;
  readonly instrument: string;
  /** What the artist plays, in one line. */
  readonly blurb: string;
  /** A few sentences. */
  readonly text: string;
  /** File among the pictures. */
  readonly picture: string;
}

export const ARTISTS: readonly Artist[] = entries;
