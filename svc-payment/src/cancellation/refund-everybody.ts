import type { BigAction } from '@concert/contracts/auth/approvals';
import type { BookingId, RunId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import type { Approvals } from '@concert/service-kit/http/approvals';
import type { AuditedAction } from '@concert/service-kit/identity/audit-entries';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError, isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { ProviderUnavailableError } from '../provider/payment-provider.ts';
import type { Refund } from '../refunds/rules/refund.ts';
import type { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import type { ReturnMoney } from '../refunds/sending/return-money.ts';
import type { SendRefunds } from '../refunds/sending/send-refunds.ts';
import { placeOf, type MongoSessions } from '../sessions/mongo-sessions.ts';
import type { CountMoney } from './count-money.ts';
import { newRun, finishedRun, withGatheredPage, pausedRun, resumedRun, type CancellationRun } from './run.ts';
import type { MongoRuns } from './mongo-runs.ts';

const GATHER_AT_ONCE = 100;
/** Refunds released but not yet sent. The limit keeps it low, so that a pause takes effect within seconds. */
const MAX_UNDER_WAY = 60;
/** One beat works at most this long, well within its lease. */
const WORK_MS = 6_000;
/** When the mail provider is away, money waits this long for its buyer's mail. */
const MAIL_PATIENCE_MS = 30 * 60_000;

/** What became of a mail of a run. */
export type MailUpdate = Pick<Refund, 'toldAt'> | Pick<Refund, 'noticeGivenUpAt'>;

/**
 * Sends all money of a cancelled concert back. Each step is stored before the next begins, so a crashed run continues where it stopped:
 * rows are gathered page by page, each buyer gets one mail, and then each row's money is refunded through ReturnMoney. Money waits for
 * its mail, but not for a mail that cannot be sent.
 */
export class RefundEverybody {
  constructor(
    private readonly runs: MongoRuns,
    private readonly sessions: MongoSessions,
    private readonly refunds: MongoRefunds,
    private readonly returnMoney: ReturnMoney,
    private readonly sender: SendRefunds,
    private readonly money: CountMoney,
    private readonly approvals: Approvals<BigAction>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
  ) {}

  /** Counts again, and starts only if the confirmation names that count. @throws DomainError as the contract lists */
  async start(confirmation: string, explanation: string | undefined, who: Identity): Promise<CancellationRun> {
    if (await this.runs.unfinished()) throw new DomainError('payment.run_under_way');
    const found = await this.money.count().catch((error: unknown) => {
      throw error instanceof ProviderUnavailableError ? new DomainError('payment.provider_unavailable', { cause: error }) : error;
    });
    if (!found.concertCancelled) throw new DomainError('payment.concert_not_cancelled');
    if (found.count === 0) throw new DomainError('payment.nothing_to_refund');
    if (confirmation.trim() !== found.confirmation) {
      throw new DomainError('payment.confirmation_differs', {
        detail: `Please type ${found.confirmation}`,
        errors: [{ pointer: '/confirmation', field: 'confirmation', detail: `must be ${found.confirmation}` }],
      });
    }
    if (!found.equal && explanation === undefined) {
      throw new DomainError('payment.totals_differ', {
        errors: [{ pointer: '/explanation', field: 'explanation', detail: 'is needed, because the two sums differ' }],
      });
    }
    await this.approvals.require(who.userId, {
      kind: 'refund-run',
      payments: found.count,
      amountMinor: found.total.amountMinor,
      ...(explanation === undefined ? {} : { explanation }),
    });
    // Whoever approved read these figures: what was paid or sent back while they were asked makes it another run.
    const now = await this.money.owed();
    if (now.count !== found.count || now.totalMinor !== found.total.amountMinor) throw new DomainError('payment.money_changed');
    const run = newRun(
      this.ids.next('run'),
      who.userId,
      { count: found.count, totalMinor: found.total.amountMinor },
      explanation,
      this.clock.now(),
    );
    try {
      await this.transactions.run(async (transaction) => {
        await this.runs.add(run, transaction);
        await this.act(
          run,
          who,
          {
            act: 'cancellation-run.started',
            subject: { kind: 'cancellation-run', id: run.id },
            detail: { count: run.count, totalMinor: run.totalMinor, ...(explanation ? { explanation } : {}) },
          },
          transaction,
        );
      });
    } catch (error) {
      if (isDuplicateKey(error)) throw new DomainError('payment.run_under_way');
      throw error;
    }
    this.log.warn('all money of the concert goes back', { count: run.count });
    return run;
  }

  /** @throws DomainError `payment.run_not_found` */
  pause(id: RunId, who: Identity): Promise<CancellationRun> {
    return this.change(id, who, 'cancellation-run.paused', pausedRun);
  }

  /** @throws DomainError `payment.run_not_found` */
  resume(id: RunId, who: Identity): Promise<CancellationRun> {
    return this.change(id, who, 'cancellation-run.resumed', resumedRun);
  }

  /** Retries a failed row, or notes it as settled elsewhere. @throws DomainError `payment.run_not_found`, `payment.row_not_waiting` */
  async chooseForRow(id: RunId, bookingId: BookingId, choice: 'retry' | 'settled otherwise', who: Identity): Promise<Refund> {
    const chosen = await this.transactions.run(async (transaction) => {
      const run = await this.runs.byId(id, transaction);
      const earlier = await this.refunds.ofBookings([bookingId], transaction);
      const row = earlier.find((refund) => refund.runId === id && !refund.superseded);
      if (!run || !row) throw new DomainError('payment.run_not_found');
      if (row.status !== 'failed' || row.settledOtherwise) throw new DomainError('payment.row_not_waiting');
      const action = {
        subject: { kind: 'booking', id: bookingId },
        bookingId,
        detail: { attempt: row.attempt, amountMinor: row.amount.amountMinor },
      };
      if (choice === 'settled otherwise') {
        const after = { ...row, settledOtherwise: true, version: row.version + 1 };
        await this.refunds.replace(row, after, transaction);
        await this.act(run, who, { act: 'refund.settled-otherwise', ...action }, transaction);
        return { refund: after, send: false };
      }
      const session = await this.sessions.byCheckoutSession(row.checkoutSessionId, transaction);
      if (!session) throw new DomainError('payment.run_not_found');
      const refund = await this.returnMoney.start(session, earlier, { cause: 'organiser', requestedBy: who.userId }, transaction);
      await this.act(run, who, { act: 'refund.requested', ...action }, transaction);
      return { refund, send: true };
    });
    if (chosen.send) await this.sender.sendNow(chosen.refund);
    return (await this.refunds.byId(chosen.refund.id)) ?? chosen.refund;
  }

  /** One beat: gathers rows, releases the refunds of buyers who were told, and finishes the run when nothing is left to do. */
  async run(): Promise<void> {
    const until = this.clock.now().getTime() + WORK_MS;
    let run = await this.runs.unfinished();
    // A stop that was undone leaves it waiting: no more money goes back while the concert is on.
    if (run && !(await this.money.isCancelled())) return;
    while (run?.state === 'gathering' && this.clock.now().getTime() < until) run = await this.gather(run.id);
    if (run?.state !== 'running') return;
    const { id } = run;
    while (await this.transactions.run((transaction) => this.returnMoney.announce(id, transaction)))
      if (this.clock.now().getTime() >= until) return;
    const room = MAX_UNDER_WAY - (await this.refunds.underWay(run.id));
    const ready = room > 0 ? await this.refunds.releasable(run.id, new Date(this.clock.now().getTime() - MAIL_PATIENCE_MS), room) : [];
    for (const refund of ready) {
      if (this.clock.now().getTime() >= until) return;
      await this.returnMoney.release(refund);
    }
    const { rows } = await this.refunds.tally(run.id);
    if ((rows.waiting ?? 0) + (rows.notified ?? 0) > 0) return;
    await this.transactions.run(async (transaction) => {
      const current = await this.runs.byId(id, transaction);
      if (current?.state === 'running') await this.runs.replace(current, finishedRun(current, this.clock.now()), transaction);
    });
  }

  /**
   * The mail provider accepted a buyer's cancellation mail, so that the money of all bookings in it may be sent; or the mail was given up, and
   * the money waits no longer.
   * @param bookingId one of those that the mail is about
   */
  async followMail(bookingId: BookingId, update: MailUpdate, transaction: ClientSession): Promise<void> {
    const named = (await this.refunds.ofBookings([bookingId], transaction)).find(({ runId, superseded }) => runId !== null && !superseded);
    if (!named?.runId || named.reader === null) return;
    for (const refund of await this.refunds.toReaders(named.runId, [named.reader], transaction))
      if (refund.noticeAskedAt !== null && refund.toldAt === null)
        await this.refunds.replace(refund, { ...refund, ...update, version: refund.version + 1 }, transaction);
  }

  /** Stores the rows of one page of payments together with the position reached. */
  private gather(id: RunId): Promise<CancellationRun | undefined> {
    return this.transactions.run(async (transaction) => {
      const run = await this.runs.byId(id, transaction);
      if (run?.state !== 'gathering') return run;
      const page = await this.sessions.holdingMoney(run.gathered ?? undefined, GATHER_AT_ONCE);
      await this.returnMoney.plan(page, run.id, run.startedBy, transaction);
      const after = withGatheredPage(run, page.map(placeOf).at(-1), page.length === GATHER_AT_ONCE);
      await this.runs.replace(run, after, transaction);
      return after;
    });
  }

  private async change(
    id: RunId,
    who: Identity,
    act: AuditedAction['act'],
    change: (run: CancellationRun) => CancellationRun,
  ): Promise<CancellationRun> {
    return this.transactions.run(async (transaction) => {
      const run = await this.runs.byId(id, transaction);
      if (!run) throw new DomainError('payment.run_not_found');
      const after = change(run);
      if (after === run) return run;
      await this.runs.replace(run, after, transaction);
      await this.act(after, who, { act, subject: { kind: 'cancellation-run', id } }, transaction);
      return after;
    });
  }

  private act(run: CancellationRun, who: Identity, action: AuditedAction, transaction: ClientSession): Promise<void> {
    return this.outbox.recordAct(transaction, paymentActRecordedV1, run.id, run.version, who.userId, action);
  }
}
