import { concertStateChangedV1 } from '@concert/contracts/booking/events';
import type { Identity } from '@concert/contracts/core/identity';
import type { AuditedAction } from '@concert/service-kit/identity/audit-entries';
import type { Outbox, RecordedFact } from '@concert/service-kit/messages/outbox';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { Concert } from './concert.ts';
import type { MongoConcert } from './mongo-concert.ts';

/** Stores what people change of the concert, with its entry in the audit log, and tells of another state. */
export class ConcertChanges {
  constructor(
    private readonly concert: MongoConcert,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @param told what else becomes known by it @throws DomainError `booking.settings_changed` when somebody else was quicker */
  async store(
    before: Concert,
    after: Concert,
    who: Identity,
    action: Pick<AuditedAction, 'act' | 'detail'>,
    transaction: ClientSession,
    told: readonly RecordedFact[] = [],
  ): Promise<void> {
    const [at, by] = [this.clock.now(), who.userId];
    if (!(await this.concert.replace(before, after, { at, by }, transaction))) throw new DomainError('booking.settings_changed');
    await this.audit.record(transaction, by, at, { ...action, subject: { kind: 'concert', id: 'current' } });
    const { version, state } = after;
    const changed = { from: before.state, to: state, changedBy: by };
    const facts = state === before.state ? [] : [this.outbox.fact(concertStateChangedV1, 'concert', version, changed)];
    await this.outbox.record(transaction, [...facts, ...told]);
  }
}

/** What is written down of another state. */
export function stateChange(before: Concert, { state, stateReason: reason }: Concert): Pick<AuditedAction, 'act' | 'detail'> {
  return { act: 'concert.state-changed', detail: { from: before.state, to: state, reason } };
}
