import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Link, LinkKind } from './link.ts';

export const LINKS = token<LinksRepository>('LinksRepository');

/** Where single-use secrets are kept, by their hash. */
export interface LinksRepository {
  byId(id: string): Promise<Link | undefined>;
  byTokenHash(tokenHash: string, transaction?: ClientSession): Promise<Link | undefined>;
  /** The sign-in code that a browser asked for. */
  byRequestHash(requestHash: string): Promise<Link | undefined>;
  /**
   * Counts one more try of a code.
   * @returns how many were made, this one included; undefined where it is used up or was tried `most` times
   */
  tryCode(id: string, most: number): Promise<number | undefined>;
  add(link: Link, transaction?: ClientSession): Promise<void>;
  /**
   * Uses a link up.
   * @returns false when somebody else did so first
   */
  use(id: string, at: Date, transaction?: ClientSession): Promise<boolean>;
  /** Ends the unused links of a person. */
  endAllOf(userId: UserId, kinds: readonly LinkKind[], transaction: ClientSession): Promise<void>;
}
