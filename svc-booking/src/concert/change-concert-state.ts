import { concertStateChangedV1 } from '@concert/contracts/booking/events';
import type { ConcertState } from '@concert/contracts/booking/states';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { ConcertRepository } from './concert.repository.ts';

/** Opens, disables or cancels the concert. Who did it and when is kept with the concert. */
export class ChangeConcertState {
  constructor(
    private readonly concert: ConcertRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * @param reason new words for the notice; left out, the old ones stay
   * @throws DomainError `booking.settings_changed` when somebody else was quicker
   */
  async change(state: ConcertState, reason: string | undefined, who: Identity): Promise<{ state: ConcertState; stateReason: string }> {
    return this.transactions.run(async (transaction) => {
      const before = await this.concert.current(transaction);
      const after = { ...before, state, stateReason: reason ?? before.stateReason, version: before.version + 1 };
      if (after.state === before.state && after.stateReason === before.stateReason) return { state, stateReason: before.stateReason };
      const changed = await this.concert.replace(before, after, { at: this.clock.now(), by: who.userId }, transaction);
      if (!changed) throw new DomainError('booking.settings_changed');
      if (state !== before.state) {
        await this.outbox.record(transaction, [this.outbox.fact(concertStateChangedV1, 'concert', after.version, { from: before.state, to: state, changedBy: who.userId })]);
      }
      return { state, stateReason: after.stateReason };
    });
  }
}
