import { token } from '@concert/service-kit/provide';

/** What is said about the audit log at one moment: how long it is, and the hash of its last entry, which covers all before it. */
export interface HeadStatement {
  /** Grows by one with each head, without gaps. */
  readonly number: number;
  readonly entries: number;
  /** Hash of the last entry; empty while there is none. */
  readonly hash: string;
  readonly signedAt: Date;
  /** Signature of the head before this one; empty for the first. */
  readonly previous: string;
}

/** A head of the audit log that was signed: whoever writes the log anew cannot make one for it (0059). */
export interface AuditHead extends HeadStatement {
  readonly keyId: string;
  readonly signature: string;
}

/** The text that is signed. */
export function textOf({ number, entries, hash, signedAt, previous }: HeadStatement): string {
  return JSON.stringify(['audit-head', number, entries, hash, signedAt.toISOString(), previous]);
}

export const HEAD_SIGNER = token<HeadSigner>('HeadSigner');

/** Signs heads by a key that no database account has. */
export interface HeadSigner {
  sign(statement: HeadStatement): AuditHead;
  /** `unknown key` for a key that is not accepted any more, or never was. */
  verdictOf(head: AuditHead): 'genuine' | 'forged' | 'unknown key';
}
