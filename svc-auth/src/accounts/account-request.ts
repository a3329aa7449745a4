/** What can be requested for an address without being signed in. */
export type RequestKind = 'sign-up' | 'verification' | 'password-reset' | 'sign-in-link';

/** One such request, stored before it is answered and handled afterwards. */
export interface AccountRequest {
  readonly id: string;
  readonly kind: RequestKind;
  /** As typed. */
  readonly email: string;
  readonly emailKey: string;
  /** Of a sign-up: the name that was given, if any. */
  readonly name: string | null;
  /** Of a sign-up: the password that was chosen. */
  readonly passwordHash: string | null;
  readonly createdAt: Date;
}
