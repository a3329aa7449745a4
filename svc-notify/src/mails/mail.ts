import type { BookingId, MailId, MessageRunId } from '@concert/contracts/core/ids';
import type { MAIL_DELIVERIES, MAIL_KINDS, MAIL_STATES } from '@concert/contracts/notify/http';
import { backoff } from '@concert/service-kit/process/backoff';

export type MailKind = (typeof MAIL_KINDS)[number];
export type MailState = (typeof MAIL_STATES)[number];
export type MailDelivery = (typeof MAIL_DELIVERIES)[number];

/** How long sending a mail is tried: a weekend in which nobody can correct a refused key. After it somebody has to look. */
export const GIVE_UP_AFTER_MS = 72 * 3_600_000;
const RETRIES = { firstMs: 2_000, maxMs: 30 * 60_000 };

/**
 * One mail: `waiting` → `accepted` by the provider, or → `given_up`; later its delivery as the provider reports it. It contains no
 * address and no text: both are asked for at the moment of sending.
 */
export interface Mail {
  readonly id: MailId;
  readonly kind: MailKind;
  /** Its cause, for most mails a fact's id. There is one mail of a kind for each cause. */
  readonly factId: string;
  /** The id of its subject, for example a booking. */
  readonly subjectId: string;
  /** The id its text is asked for by: the subject for most mails, the refund for mails about refunds. */
  readonly wordsOf: string;
  /** The bookings it is about: one for most mails, none for some. */
  readonly bookings: readonly BookingId[];
  /** The complimentary entries that a message of a run is about. */
  readonly entries?: readonly string[];
  /** The message run it belongs to. */
  readonly runId?: MessageRunId;
  /** Hash of the secret of the browser that asked for it, which is told when it is refused. */
  readonly askedBy?: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  readonly sentAt: Date | null;
  /** The provider's id of the message. */
  readonly providerMessageId: string | null;
  readonly lastFault: string | null;
  readonly delivery: MailDelivery | null;
  readonly deliveryAt: Date | null;
  readonly deliveryFault: string | null;
  /** True while somebody should look at it: our key or sender is refused, or it was given up or not delivered and has not been sent again since. */
  readonly trouble: boolean;
  /** The mail that an organiser sent again as this one. */
  readonly resendOf: MailId | null;
  /** Correlation id of the action that caused it, to follow that action through all services. */
  readonly correlationId: string;
  readonly traceparent: string;
}

/** Why a mail to the next-date list is not sent: its reader has left the list. */
export const UNSUBSCRIBED = 'its reader left the list';

/** Why a buyer who had not paid is not mailed of a stop: the message about their other bookings says it. */
export const TOLD_WITH_OTHERS = 'its reader is told with their other bookings';

/** Why a mail of a message run is not sent: what it says no longer holds. */
export const WITHDRAWN = 'what it says no longer applies';

/** Turns a booking and the tickets that its buyer gives back now into the text that a mail keeps as `wordsOf`, and back; no numbers: many changes. */
export const returningTold = {
  of: (bookingId: string, tickets: readonly number[]) => `${bookingId} ${tickets.join(',')}`,
  read: (wordsOf: string) => {
    const [bookingId = '', numbers] = wordsOf.split(' ');
    return { bookingId, tickets: numbers?.split(',').filter(Boolean).map(Number) };
  },
} as const;

/** Why a mail was not accepted. */
export interface SendingFault {
  /** One of a fixed set: contains no address and no answer of a neighbour. */
  readonly reason: string;
  /** Whether a later attempt may succeed. */
  readonly temporary: boolean;
  /** Its reason has ended, or its reader does not want it any more, so that nobody has to look at it. */
  readonly unwanted?: boolean;
  /** The provider refuses our key or sender: every mail waits until somebody corrects it. */
  readonly refusesUs?: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number;
}

/** The reason for a mail. */
export interface MailCause {
  readonly kind: MailKind;
  readonly factId: string;
  readonly subjectId: string;
  /** Only if it differs from the subject. */
  readonly wordsOf?: string;
  readonly bookings?: readonly BookingId[];
  readonly entries?: readonly string[] | undefined;
  readonly runId?: MessageRunId | undefined;
  readonly resendOf?: MailId;
  readonly askedBy?: string | undefined;
  /** When it is due, if not at once. */
  readonly dueAt?: Date;
}

/** A new mail. One that is due later counts as created then, because its age and the time until it is given up begin there. */
export function newMail(
  { entries, runId, askedBy, dueAt, ...cause }: MailCause & Pick<Mail, 'id' | 'correlationId' | 'traceparent'>,
  now: Date,
): Mail {
  return {
    wordsOf: cause.subjectId,
    bookings: [],
    resendOf: null,
    ...cause,
    ...(entries ? { entries } : {}),
    ...(runId ? { runId } : {}),
    ...(askedBy ? { askedBy } : {}),
    state: 'waiting',
    attempts: 0,
    createdAt: dueAt ?? now,
    nextAttemptAt: dueAt ?? now,
    sentAt: null,
    providerMessageId: null,
    lastFault: null,
    delivery: null,
    deliveryAt: null,
    deliveryFault: null,
    trouble: false,
  };
}

/** The mail after the provider accepted it. */
export function acceptedMail(mail: Mail, messageId: string, now: Date): Mail {
  return { ...mail, state: 'accepted', sentAt: now, providerMessageId: messageId, lastFault: null, trouble: false };
}

/**
 * The mail after a failed attempt. It is tried again after a delay that doubles up to half an hour, or given up when the fault is
 * permanent or three days have passed.
 * @param random from 0 to 1: spreads the delays, so that mails that failed together are not retried together
 */
export function failedMail(mail: Mail, fault: SendingFault, now: Date, random: number): Mail {
  const wait = backoff(mail.attempts - 1, RETRIES);
  const nextAttemptAt = new Date(now.getTime() + Math.max(wait * (0.5 + random / 2), fault.retryAfterMs ?? 0));
  const isBeforeGivingUp = nextAttemptAt.getTime() <= mail.createdAt.getTime() + GIVE_UP_AFTER_MS;
  if (!fault.temporary || !isBeforeGivingUp) return { ...mail, state: 'given_up', lastFault: fault.reason, trouble: !fault.unwanted };
  return { ...mail, nextAttemptAt, lastFault: fault.reason, trouble: fault.refusesUs ?? false };
}

/*
 * The report with the higher weight wins, in whatever order they arrive: a server may return a mail after it accepted it, and a reader
 * can report only a delivered mail as spam. So repeats and any order lead to the same state.
 */
const WEIGHTS: Readonly<Record<MailDelivery, number>> = { deferred: 1, delivered: 2, dropped: 3, bounced: 4, spam: 5 };

const TROUBLE: ReadonlySet<MailDelivery> = new Set(['dropped', 'bounced', 'spam']);

/** What the provider reports of a mail's delivery. */
export interface DeliveryReport {
  readonly delivery: MailDelivery;
  readonly at: Date;
  /** One of a fixed set. */
  readonly fault: string | null;
  readonly messageId: string;
}

/** The mail after a delivery report, which also proves an acceptance that was not stored yet; undefined when it changes nothing. */
export function deliveredMail(mail: Mail, { delivery, at, fault, messageId }: DeliveryReport): Mail | undefined {
  if (mail.delivery !== null && WEIGHTS[delivery] <= WEIGHTS[mail.delivery]) return undefined;
  const taken = mail.state === 'accepted' ? mail : acceptedMail(mail, messageId, at);
  return { ...taken, delivery, deliveryAt: at, deliveryFault: fault, trouble: TROUBLE.has(delivery) };
}
