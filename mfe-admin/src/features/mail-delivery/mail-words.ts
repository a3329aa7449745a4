import { MAILS_NEVER_RESENT, MAILS_TO_GUESTS, type MailView } from '@concert/contracts/notify/http';
import type { StatusTone } from '@concert/design-system/status-badge.tsx';
import { texts } from './texts.ts';

const DELIVERY_TONES: Readonly<Record<NonNullable<MailView['delivery']>, StatusTone>> = {
  deferred: 'waiting',
  delivered: 'good',
  bounced: 'bad',
  dropped: 'bad',
  spam: 'bad',
};
const STATE_TONES: Readonly<Record<MailView['state'], StatusTone>> = { waiting: 'waiting', accepted: 'plain', given_up: 'bad' };

/** What became of a mail, as the provider reported it; before that, how far we are with it. */
export function stateInWords({ delivery, state }: MailView): string {
  return delivery ? texts.deliveries[delivery] : texts.states[state];
}

/** The tone of its badge. */
export function toneOf({ delivery, state }: MailView): StatusTone {
  return delivery ? DELIVERY_TONES[delivery] : STATE_TONES[state];
}

/** Why it did not arrive, where that is known. */
export function reasonOf({ deliveryFault, lastFault }: MailView): string | undefined {
  return deliveryFault ?? lastFault;
}

/** A reason without the provider's code, which is for whoever asks the provider. */
export function withoutCode(reason: string): string {
  return reason.replace(/ \(\d+\.\d+\.\d+\)$/, '');
}

/** When something last happened to it. */
export function lastChangeOf({ deliveryAt, sentAt, createdAt }: MailView): string {
  return deliveryAt ?? sentAt ?? createdAt;
}

/** Whether an organiser can send it again. */
export function isResendable({ kind }: MailView): boolean {
  return !MAILS_NEVER_RESENT.has(kind);
}

/** Whether its address is that of a booking or a complimentary entry, which an organiser can correct. */
export function isAddressCorrectable({ kind, bookingId }: MailView): boolean {
  return bookingId !== undefined || MAILS_TO_GUESTS.has(kind);
}
