import type { UserId } from '@concert/contracts/core/ids';

/** A network and a browser with which somebody signed in to an account. */
export interface LoginPlace {
  readonly userId: UserId;
  /** Hash with a key: equal for equal networks of one account, and names none. */
  readonly network: string;
  /** Which browser on which system, in words for its owner. */
  readonly device: string;
  /** The last login from there, to within a day. */
  readonly lastAt: Date;
}

/** Places of an account that are kept; beyond them the oldest is forgotten. */
export const MAX_LOGIN_PLACES = 20;

type Here = Pick<LoginPlace, 'network' | 'device'>;

/**
 * Whether the owner has to be told of a login from here: neither the network nor the browser is known. One of both changes all day, when a
 * phone leaves the house or a browser is replaced. Where nothing is known yet, it is the account's first login.
 */
export function isNewPlace(known: readonly Here[], here: Here): boolean {
  return known.length > 0 && known.every(({ network, device }) => network !== here.network && device !== here.device);
}
