import type { BigAction } from '@concert/contracts/auth/approvals';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { concertStateChangedV1 } from '@concert/contracts/booking/events';
import type { Identity } from '@concert/contracts/core/identity';
import type { Approvals } from '@concert/service-kit/http/approvals';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import type { Concert } from '../concert/concert.ts';
import { dateToFollowOf } from '../concert/postponement.ts';
import { postponedConcert, type PostponedConcert, type PostponementRequest } from './postponed-concert.ts';

/** Moves the concert to a new date, or says that the date is to follow. Every organiser is told. */
export class PostponeConcert {
  constructor(
    private readonly concert: MongoConcert,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
    private readonly approvals: Approvals<BigAction>,
    private readonly clock: Clock,
  ) {}

  /**
   * Seats that are held stay held: whoever is paying at that moment may finish, as when reservations are disabled.
   * @throws DomainError `request.invalid` for a date or a deadline that cannot be; `booking.concert_cancelled`;
   *   `booking.settings_changed` when somebody else saved first; `request.approval_refused` after too many in a day
   */
  async postpone(wanted: PostponementRequest, who: Identity): Promise<void> {
    const before = await this.concert.current();
    if (before.version !== wanted.version) throw new DomainError('booking.settings_changed');
    const after = postponedConcert(before, wanted, this.clock.now());
    const date = concertDate({ ...after, ...dateToFollowOf(after) });
    await this.approvals.require(who.userId, { kind: 'postponement', reason: after.stateReason, date });
    await this.transactions.run(async (transaction) => {
      const at = this.clock.now();
      // What was read above is still stored, or somebody else saved first.
      if (!(await this.concert.replace(before, after, { at, by: who.userId }, transaction)))
        throw new DomainError('booking.settings_changed');
      const subject = { kind: 'concert', id: 'current' };
      await this.audit.record(transaction, who.userId, at, { act: 'concert.postponed', subject, detail: detailOf(before, after) });
      if (after.state === before.state) return;
      await this.outbox.record(transaction, [
        this.outbox.fact(concertStateChangedV1, 'concert', after.version, { from: before.state, to: after.state, changedBy: who.userId }),
      ]);
    });
  }
}

function detailOf(before: Concert, { startsAt, stateReason, postponement }: PostponedConcert): Record<string, string> {
  return {
    from: before.state,
    was: before.startsAt.toISOString(),
    startsAt: postponement.dateToFollow ? 'to follow' : startsAt.toISOString(),
    chooseUntil: postponement.chooseUntil.toISOString(),
    silence: postponement.silence,
    reason: stateReason,
  };
}
