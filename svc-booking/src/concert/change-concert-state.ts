import type { ConcertState } from '@concert/contracts/booking/states';
import type { Identity } from '@concert/contracts/core/identity';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { stateChange, type ConcertChanges } from './concert-changes.ts';
import type { MongoConcert } from './mongo-concert.ts';
import { stopIn } from './concert.ts';
import { assertPlainState } from './postponement.ts';

/** Opens or disables the concert. The concert's history keeps who did it and when. */
export class ChangeConcertState {
  constructor(
    private readonly concert: MongoConcert,
    private readonly transactions: Transactions,
    private readonly changes: ConcertChanges,
  ) {}

  /**
   * @param reason new text of the notice; when left out, the old text stays
   * @throws DomainError `request.invalid` for a state that only stopping or postponing leads to, or away from; `booking.settings_changed` when somebody else saved first
   */
  async change(state: ConcertState, reason: string | undefined, who: Identity): Promise<{ state: ConcertState; stateReason: string }> {
    const found = await this.concert.current();
    assertPlainState(found, state);
    return this.transactions.run(async (transaction) => {
      const before = await this.concert.current(transaction);
      const after = {
        ...before,
        state,
        stateReason: reason ?? found.stateReason,
        version: before.version + 1,
        stop: stopIn(state, before),
      };
      if (after.state === before.state && after.stateReason === before.stateReason) return { state, stateReason: before.stateReason };
      // What was read above is still stored.
      if (before.version !== found.version) throw new DomainError('booking.settings_changed');
      await this.changes.store(before, after, who, stateChange(before, after), transaction);
      return { state, stateReason: after.stateReason };
    });
  }
}
