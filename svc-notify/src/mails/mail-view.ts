import type { MailView } from '@concert/contracts/notify/http';
import type { Mail } from './mail.ts';

/** A mail as organisers see it: its way to its reader, without its words. */
export function mailView(mail: Mail): MailView {
  return {
    id: mail.id,
    kind: mail.kind,
    subjectId: mail.subjectId,
    ...(mail.bookings[0] ? { bookingId: mail.bookings[0] } : {}),
    state: mail.state,
    attempts: mail.attempts,
    createdAt: mail.createdAt.toISOString(),
    ...(mail.sentAt ? { sentAt: mail.sentAt.toISOString() } : {}),
    ...(mail.lastFault ? { lastFault: mail.lastFault } : {}),
    ...(mail.delivery ? { delivery: mail.delivery } : {}),
    ...(mail.deliveryAt ? { deliveryAt: mail.deliveryAt.toISOString() } : {}),
    ...(mail.deliveryFault ? { deliveryFault: mail.deliveryFault } : {}),
    ...(mail.resendOf ? { resendOf: mail.resendOf } : {}),
  };
}
