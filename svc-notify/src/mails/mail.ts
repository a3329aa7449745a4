import type { BookingId, MailId } from '@concert/contracts/core/ids';
import type { MAIL_DELIVERIES, MAIL_KINDS, MAIL_STATES } from '@concert/contracts/notify/http';
import { backoff } from '@concert/service-kit/backoff';

export type MailKind = (typeof MAIL_KINDS)[number];
export type MailState = (typeof MAIL_STATES)[number];
export type MailDelivery = (typeof MAIL_DELIVERIES)[number];

/** How long a mail is tried. After a day its news is old, and somebody has to look. */
export const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const RETRIES = { firstMs: 2_000, maxMs: 30 * 60_000 };

/**
 * One mail on its way: `waiting` → `accepted` by the provider, or → `given_up`; then what the provider tells of its delivery. It
 * holds no address and no words: those are asked for at the moment of sending.
 */
export interface Mail {
  readonly id: MailId;
  readonly kind: MailKind;
  /** What caused it, a fact's id for most: one mail of a kind for each. */
  readonly factId: string;
  /** What it is about, for example a booking id. */
  readonly subjectId: string;
  /** What its words are asked for by: the subject for most, a refund for mails about money that goes back. */
  readonly wordsOf: string;
  /** The bookings it is about; most are about one, some about none. */
  readonly bookings: readonly BookingId[];
  readonly state: MailState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  readonly sentAt: Date | null;
  /** Name the provider gave it. */
  readonly providerMessageId: string | null;
  readonly lastFault: string | null;
  readonly delivery: MailDelivery | null;
  readonly deliveryAt: Date | null;
  readonly deliveryFault: string | null;
  /** True while somebody should look at it: given up or not delivered, and not sent again since. */
  readonly trouble: boolean;
  /** The mail that an organiser had sent again as this one. */
  readonly resendOf: MailId | null;
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

/** Why there is to be a mail. */
export interface MailCause {
  readonly kind: MailKind;
  readonly factId: string;
  readonly subjectId: string;
  /** Where it is not the subject. */
  readonly wordsOf?: string;
  readonly bookings?: readonly BookingId[];
  readonly resendOf?: MailId;
}

/** A mail that waits to be sent, due at once. */
export function newMail(
  {
    kind,
    factId,
    subjectId,
    wordsOf = subjectId,
    bookings = [],
    resendOf,
    ...from
  }: MailCause & Pick<Mail, 'id' | 'correlationId' | 'traceparent'>,
  now: Date,
): Mail {
  return {
    ...from,
    kind,
    factId,
    subjectId,
    wordsOf,
    bookings,
    state: 'waiting',
    attempts: 0,
    createdAt: now,
    nextAttemptAt: now,
    sentAt: null,
    providerMessageId: null,
    lastFault: null,
    delivery: null,
    deliveryAt: null,
    deliveryFault: null,
    trouble: false,
    resendOf: resendOf ?? null,
  };
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
  const wait = backoff(mail.attempts - 1, RETRIES);
  const nextAttemptAt = new Date(now.getTime() + Math.max(wait * (0.5 + random / 2), fault.retryAfterMs ?? 0));
  const isBeforeGivingUp = nextAttemptAt.getTime() <= mail.createdAt.getTime() + GIVE_UP_AFTER_MS;
  if (!fault.temporary || !isBeforeGivingUp) return { ...mail, state: 'given_up', lastFault: fault.reason, trouble: true };
  return { ...mail, nextAttemptAt, lastFault: fault.reason };
}

/*
 * The news that outweighs another, whenever they come: a server that took a mail may still send it back, and a reader calls
 * only what arrived spam. So repeats and any order of arrival end in the same state.
 */
const WEIGHTS: Readonly<Record<MailDelivery, number>> = { deferred: 1, delivered: 2, dropped: 3, bounced: 4, spam: 5 };

const TROUBLE: ReadonlySet<MailDelivery> = new Set(['dropped', 'bounced', 'spam']);

/** What the provider tells of a mail's way. */
export interface DeliveryNews {
  readonly delivery: MailDelivery;
  readonly at: Date;
  /** Fixed words. */
  readonly fault: string | null;
  readonly messageId: string;
}

/** The mail after news of its delivery, or undefined when they say nothing new. A mail whose taking we had not noted is accepted by them. */
export function delivered(mail: Mail, { delivery, at, fault, messageId }: DeliveryNews): Mail | undefined {
  if (mail.delivery !== null && WEIGHTS[delivery] <= WEIGHTS[mail.delivery]) return undefined;
  const taken = mail.state === 'accepted' ? mail : { ...accepted(mail, messageId, at), trouble: false };
  return { ...taken, delivery, deliveryAt: at, deliveryFault: fault, trouble: TROUBLE.has(delivery) };
}
