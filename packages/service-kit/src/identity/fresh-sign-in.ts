import type { Identity } from '@concert/contracts/core/identity';
import { FRESH_SIGN_IN_SECONDS } from '@concert/contracts/core/route';
import { DomainError } from '../process/errors.ts';

/** Whether this person proved lately who they are. */
export function isFreshSignIn({ signedInAt }: Identity, now: Date): boolean {
  return now.getTime() - Date.parse(signedInAt) <= FRESH_SIGN_IN_SECONDS * 1_000;
}

/** @throws DomainError `request.sign_in_again` when it is too long since this person proved who they are */
export function assertFreshSignIn(who: Identity, now: Date): void {
  if (!isFreshSignIn(who, now)) throw new DomainError('request.sign_in_again');
}
