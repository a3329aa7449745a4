import type { Id } from '@concert/contracts/core/ids';

export type SignUpId = Id<'nextDate'>;

/** How long a sign-up waits to be confirmed; then its address is deleted. */
export const CONFIRM_WITHIN_MS = 7 * 86_400_000;

/** Somebody, perhaps a stranger, asked that an address be told of the next date. It counts once its owner confirmed. */
export interface SignUp {
  readonly id: SignUpId;
  readonly email: string;
  /** Two spellings of one address are one sign-up. */
  readonly emailKey: string;
  /** Makes the confirming link one that nobody can compute and that ends with this sign-up. */
  readonly nonce: string;
  readonly askedAt: Date;
  readonly linkEndsAt: Date;
  readonly confirmedAt: Date | null;
  /** When the address is deleted by itself; absent once it is confirmed. */
  readonly forgetAt?: Date;
}

/** A sign-up as it is asked for the first time. */
export function newSignUp(of: Pick<SignUp, 'id' | 'email' | 'emailKey' | 'nonce'>, now: Date): SignUp {
  const linkEndsAt = new Date(now.getTime() + CONFIRM_WITHIN_MS);
  return { ...of, askedAt: now, linkEndsAt, confirmedAt: null, forgetAt: linkEndsAt };
}

/** Asked for again: while it waits its links live on; one that is confirmed stays as it is. */
export function askedAgain(signUp: SignUp, now: Date): SignUp {
  if (signUp.confirmedAt) return signUp;
  const linkEndsAt = new Date(now.getTime() + CONFIRM_WITHIN_MS);
  return { ...signUp, askedAt: now, linkEndsAt, forgetAt: linkEndsAt };
}

/** Confirmed by its link, or undefined when the link is over. A second use of the link finds it confirmed and changes nothing. */
export function confirmed(signUp: SignUp, now: Date): SignUp | undefined {
  if (signUp.confirmedAt) return signUp;
  if (signUp.linkEndsAt.getTime() <= now.getTime()) return undefined;
  const { forgetAt: _, ...rest } = signUp;
  return { ...rest, confirmedAt: now };
}
