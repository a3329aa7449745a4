import { mailAcceptedV1, ticketMailAcceptedV1 } from '@concert/contracts/notify/events';
import type { Outbox, RecordedFact } from '@concert/service-kit/outbox';
import type { Mail } from './mail.ts';

/** The fact that the provider took a mail; none for the thousands of a message run, of which no other service needs to know. */
export function acceptanceOf({ id, kind, subjectId, attempts }: Mail, at: Date, outbox: Outbox): RecordedFact[] {
  if (kind === 'message') return [];
  const data = { mailId: id, kind, subjectId, acceptedAt: at.toISOString() };
  return [kind === 'ticket' ? outbox.fact(ticketMailAcceptedV1, id, attempts, data) : outbox.fact(mailAcceptedV1, id, attempts, data)];
}
