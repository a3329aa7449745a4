import type { AuditedAct } from '@concert/contracts/core/audit-entry';
import type { UserId } from '@concert/contracts/core/ids';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MessageRun } from './message-run.ts';

/** Records that somebody did something with a message run, for the audit log. */
export function recordRunAct(
  outbox: Outbox,
  transaction: ClientSession,
  act: AuditedAct,
  { id, purpose, count }: MessageRun,
  by: UserId,
  at: Date,
): Promise<void> {
  const detail = { purpose, people: count };
  return outbox.recordAct(transaction, notifyActRecordedV1, id, at.getTime(), by, { act, subject: { kind: 'message-run', id }, detail });
}
