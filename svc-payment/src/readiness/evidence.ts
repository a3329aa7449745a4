import { token } from '@concert/service-kit/process/provide';

export const EVIDENCE = token<Evidence>('Evidence');

/** What has happened that shows whether payments work. */
export interface Evidence {
  /** Whether a message of the provider came by itself since then, and was carried out. */
  heardSince(since: Date, live: boolean): Promise<boolean>;
  /** Whether a booking was paid with a key of this kind and its money has gone back. */
  hasRefunded(live: boolean): Promise<boolean>;
  /** Whether payment pages stand that were made with a test key. */
  hasTestPages(): Promise<boolean>;
}
