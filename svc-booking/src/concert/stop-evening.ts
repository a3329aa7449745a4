import type { BigAction } from '@concert/contracts/auth/approvals';
import { eveningStoppedV1, stopUndoneV1 } from '@concert/contracts/booking/events';
import { UNDO_MINUTES, type StopState, type stopRoutes } from '@concert/contracts/booking/stop';
import type { MessageRunId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import type { CallOf } from '@concert/contracts/core/route';
import type { Approvals } from '@concert/service-kit/http/approvals';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox, RecordedFact } from '@concert/service-kit/messages/outbox';
import { stateChange, type ConcertChanges } from './concert-changes.ts';
import type { MongoConcert } from './mongo-concert.ts';
import type { Concert, EveningStop } from './concert.ts';

export type StopRequest = CallOf<typeof stopRoutes.stopEvening>['body'];

/** Stops the evening and tells everybody, in one act that needs no browser afterwards; and undoes it. */
export class StopEvening {
  constructor(
    private readonly concert: MongoConcert,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly changes: ConcertChanges,
    private readonly approvals: Approvals<BigAction>,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async show(): Promise<StopState> {
    return standingOf(await this.concert.current());
  }

  /**
   * The message run is named in the fact, so that it begins once however often the fact arrives.
   * @throws DomainError `booking.settings_changed` when another concert than this was read; `booking.concert_cancelled`;
   *   `request.approval_refused` after too many in a day
   */
  async stop({ version, reason, messages }: StopRequest, who: Identity): Promise<StopState> {
    const before = await this.concert.current();
    if (before.version !== version) throw new DomainError('booking.settings_changed');
    if (before.state === 'cancelled') throw new DomainError('booking.concert_cancelled');
    await this.approvals.require(who.userId, { kind: 'cancellation', reason });
    const runId = this.ids.next('messageRun');
    const stop = { runId, at: this.clock.now(), from: { state: before.state, reason: before.stateReason } };
    const after = { ...before, state: 'cancelled', stateReason: reason, stop, version: before.version + 1 } as const;
    const told = this.outbox.fact(eveningStoppedV1, 'concert', after.version, { runId, messages, stoppedBy: who.userId });
    return this.store(before, after, told, who);
  }

  /**
   * @throws DomainError `booking.undo_over` for a stop that no longer holds, or too late; `booking.settings_changed`;
   *   `request.approval_refused` after too many in a day
   */
  async undo(stoppedRunId: MessageRunId, who: Identity): Promise<StopState> {
    const before = await this.concert.current();
    const { stop } = before;
    if (stop?.runId !== stoppedRunId || !canBeUndone(stop, this.clock.now())) throw new DomainError('booking.undo_over');
    await this.approvals.require(who.userId, { kind: 'stop-undone', runId: stoppedRunId });
    const after = { ...before, state: stop.from.state, stateReason: stop.from.reason, stop: null, version: before.version + 1 };
    const runId = this.ids.next('messageRun');
    const told = this.outbox.fact(stopUndoneV1, 'concert', after.version, { stoppedRunId, runId, undoneBy: who.userId });
    return this.store(before, after, told, who);
  }

  private store(before: Concert, after: Concert, told: RecordedFact, who: Identity): Promise<StopState> {
    return this.transactions.run(async (transaction) => {
      await this.changes.store(before, after, who, stateChange(before, after), transaction, [told]);
      return standingOf(after);
    });
  }
}

function undoUntil({ at }: EveningStop): Date {
  return new Date(at.getTime() + UNDO_MINUTES * 60_000);
}

/** Whether a stop can still be undone: until then nothing that it would end is taken away. */
export function canBeUndone(stop: Concert['stop'], now: Date): boolean {
  return Boolean(stop && now <= undoUntil(stop));
}

function standingOf({ state, stateReason, version, stop }: Concert): StopState {
  return { state, stateReason, version, ...(stop ? { stop: { runId: stop.runId, undoUntil: undoUntil(stop).toISOString() } } : {}) };
}
