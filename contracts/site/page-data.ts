import type { RemoteName } from './pages.ts';
import type { ConcertView } from '../booking/http.ts';

/** Title of the concert while nobody can tell what the organisers call it. */
export const UNKNOWN_TITLE = 'Music for Meditation Concert';

/** Id of the element that carries what a page was filled in with, for the program that takes over. */
export const PAGE_DATA_ID = 'known';

/** What a page carries along for the program that takes it over. */
export interface PageData {
  readonly concert?: ConcertView;
  /** Where the remote of a prerendered page begins, so that nobody has to ask. */
  readonly remote?: { readonly name: RemoteName; readonly entry: string };
}
