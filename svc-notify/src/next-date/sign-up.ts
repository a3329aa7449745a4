import type { Id } from '@concert/contracts/core/ids';

export type SignUpId = Id<'nextDate'>;

/** How long a sign-up may stay unconfirmed; then its address is deleted. */
export const CONFIRM_WITHIN_MS = 7 * 86_400_000;

/** Somebody, perhaps a stranger, signed an address up for the next date. It counts only after its owner has confirmed it. */
export interface SignUp {
  readonly id: SignUpId;
  readonly email: string;
  /** The same for all spellings of one address, so that each has one sign-up. */
  readonly emailKey: string;
  /** Makes the confirming link unpredictable and valid only for this sign-up. */
  readonly nonce: string;
  readonly askedAt: Date;
  readonly linkEndsAt: Date;
  readonly confirmedAt: Date | null;
  /** When the address is deleted automatically; absent once it is confirmed. */
  readonly forgetAt?: Date;
}

/** A first sign-up of an address. */
export function newSignUp(of: Pick<SignUp, 'id' | 'email' | 'emailKey' | 'nonce'>, now: Date): SignUp {
  const linkEndsAt = new Date(now.getTime() + CONFIRM_WITHIN_MS);
  return { ...of, askedAt: now, linkEndsAt, confirmedAt: null, forgetAt: linkEndsAt };
}

/** Signed up again: an unconfirmed sign-up keeps its links and gets a new deadline; a confirmed one does not change. */
export function signedUpAgain(signUp: SignUp, now: Date): SignUp {
  if (signUp.confirmedAt) return signUp;
  const linkEndsAt = new Date(now.getTime() + CONFIRM_WITHIN_MS);
  return { ...signUp, askedAt: now, linkEndsAt, forgetAt: linkEndsAt };
}

/** Confirmed by its link, or undefined when the link has expired. Using the link again changes nothing. */
export function confirmedSignUp(signUp: SignUp, now: Date): SignUp | undefined {
  if (signUp.confirmedAt) return signUp;
  if (signUp.linkEndsAt.getTime() <= now.getTime()) return undefined;
  const { forgetAt: _, ...rest } = signUp;
  return { ...rest, confirmedAt: now };
}
