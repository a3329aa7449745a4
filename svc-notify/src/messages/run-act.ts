import type { AuditedAct } from '@concert/contracts/core/audit-entry';
import type { UserId } from '@concert/contracts/core/ids';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import { newAuditEntry } from '@concert/service-kit/identity/audit-entries';
import type { Outbox, RecordedFact } from '@concert/service-kit/messages/outbox';
import type { MessageRun } from './message-run.ts';

/** The fact that somebody did something with a message run, for the audit log. */
export function runAct(outbox: Outbox, act: AuditedAct, { id, purpose, count }: MessageRun, by: UserId, at: Date): RecordedFact {
  const entry = newAuditEntry(by, at, { act, subject: { kind: 'message-run', id }, detail: { purpose, people: count } });
  return outbox.fact(notifyActRecordedV1, id, at.getTime(), entry);
}
