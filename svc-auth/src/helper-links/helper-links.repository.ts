import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { HelperLink, OpenedLink } from './helper-link.ts';

export const HELPER_LINKS = token<HelperLinksRepository>('HelperLinksRepository');

/** Where helpers without accounts are kept. */
export interface HelperLinksRepository {
  add(helper: HelperLink, transaction: ClientSession): Promise<void>;
  /**
   * Opens a link for one session.
   * @returns undefined when there is no such link, it was opened before, or its time is over
   */
  open(tokenHash: string, opened: OpenedLink, transaction: ClientSession): Promise<HelperLink | undefined>;
  /** Helpers by the hash of their session's secret, also those whose time is over. */
  bySecrets(secretHashes: readonly string[]): Promise<ReadonlyMap<string, HelperLink>>;
  /** Those of the ids that are stored, also those whose time is over. */
  byIds(ids: readonly UserId[]): Promise<HelperLink[]>;
  /** All that are stored, the newest first; the database deletes those whose time is over. */
  list(most: number): Promise<HelperLink[]>;
  /** Deletes one. @returns false when there was none */
  end(id: UserId, transaction?: ClientSession): Promise<boolean>;
}
