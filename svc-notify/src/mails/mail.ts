import type { MailId } from '@concert/contracts/core/ids';
import type { MAIL_KINDS, MAIL_STATES } from '@concert/contracts/notify/http';

export type MailKind = (typeof MAIL_KINDS)[number];
export type MailState = (typeof MAIL_STATES)[number];

/** How long a mail is tried. After a day its news is old, and somebody has to look. */
export const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30 * 60_000;

/**
 * One mail on its way: `waiting` → `accepted` by the provider, or → `given_up`. It holds no address and no words: those are
 * asked for at the moment of sending.
 */
export interface Mail {
  readonly id: MailId;
  readonly kind: MailKind;
  /** The fact that caused it: one mail of a kind for each fact. */
  readonly factId: string;
  /** What it is about, for example a booking id. */
  readonly subjectId: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  readonly sentAt: Date | null;
  /** Name the provider gave it. */
  readonly providerMessageId: string | null;
  readonly lastFault: string | null;
  /** Where it came from, so that one action can be followed through every room. */
  readonly correlationId: string;
  readonly traceparent: string;
}

/** Why a mail was not taken. */
export interface Fault {
  /** Fixed words: no address, no answer of a neighbour. */
  readonly reason: string;
  /** Whether the same mail may be taken later. */
  readonly temporary: boolean;
  /** The provider's own wish. */
  readonly retryAfterMs?: number;
}

/** A mail that waits to be sent, due at once. */
export function newMail(cause: { id: MailId; kind: MailKind; factId: string; subjectId: string; correlationId: string; traceparent: string }, now: Date): Mail {
  return { ...cause, state: 'waiting', attempts: 0, createdAt: now, nextAttemptAt: now, sentAt: null, providerMessageId: null, lastFault: null };
}

/** The mail after the provider took it. */
export function accepted(mail: Mail, messageId: string, now: Date): Mail {
  return { ...mail, state: 'accepted', sentAt: now, providerMessageId: messageId, lastFault: null };
}

/**
 * The mail after an attempt failed: tried again after a wait that doubles, up to half an hour, or given up when the fault
 * cannot heal or a day has passed.
 * @param random from 0 to 1: spreads the waits, so that mails that failed together do not come back together
 */
export function failed(mail: Mail, fault: Fault, now: Date, random: number): Mail {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(mail.attempts - 1, 20));
  const nextAttemptAt = new Date(now.getTime() + Math.max(wait * (0.5 + random / 2), fault.retryAfterMs ?? 0));
  const inTime = nextAttemptAt.getTime() <= mail.createdAt.getTime() + GIVE_UP_AFTER_MS;
  if (!fault.temporary || !inTime) return { ...mail, state: 'given_up', lastFault: fault.reason };
  return { ...mail, nextAttemptAt, lastFault: fault.reason };
}
