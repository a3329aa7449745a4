import type { BigAction } from '@concert/contracts/auth/approvals';
import { concertDate } from '@concert/contracts/booking/concert-date';
import type { Identity } from '@concert/contracts/core/identity';
import type { Approvals } from '@concert/service-kit/http/approvals';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { ConcertChanges } from '../concert/concert-changes.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import type { Concert } from '../concert/concert.ts';
import { dateToFollowOf } from '../concert/postponement.ts';
import { postponedConcert, type PostponedConcert, type PostponementRequest } from './postponed-concert.ts';

/** Moves the concert to a new date, or says that the date is to follow. Every organiser is told. */
export class PostponeConcert {
  constructor(
    private readonly concert: MongoConcert,
    private readonly transactions: Transactions,
    private readonly changes: ConcertChanges,
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
    const action = { act: 'concert.postponed', detail: detailOf(before, after) } as const;
    // What was read above is still stored, or somebody else saved first.
    await this.transactions.run((transaction) => this.changes.store(before, after, who, action, transaction));
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
