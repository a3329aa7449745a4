import { mailAcceptedV1 } from '@concert/contracts/notify/events';
import type { Outbox, RecordedFact } from '@concert/service-kit/messages/outbox';
import type { Mail, MailKind } from './mail.ts';

/** No other service waits for these, and there are thousands: a rush makes one for each order, a message run one for each address. */
const NOBODY_WAITS_FOR: ReadonlySet<MailKind> = new Set(['ticket', 'message']);

/** The fact that the provider took a mail, where another service waits for it. */
export function acceptanceOf({ id, kind, subjectId, attempts }: Mail, at: Date, outbox: Outbox): RecordedFact[] {
  if (NOBODY_WAITS_FOR.has(kind)) return [];
  return [outbox.fact(mailAcceptedV1, id, attempts, { mailId: id, kind, subjectId, acceptedAt: at.toISOString() })];
}
