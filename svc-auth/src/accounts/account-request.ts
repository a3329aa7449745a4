import type { RequestKind } from '../mail-budget/mail-budget.ts';

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
  /** Where somebody was going, for the mail's link. */
  readonly nav: string | null;
  /** Of a sign-in code: the hash of the secret that the browser keeps which asked. */
  readonly requestHash: string | null;
  /** What it took of the allowances of mails, to be given back once its mail is used. */
  readonly spent: readonly string[];
  readonly createdAt: Date;
}
