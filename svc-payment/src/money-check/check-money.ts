import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import type { MoneyCheckResult } from '@concert/contracts/payment/money-check';
import { HOUR_MS, isToCome, isWithin } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import { NeighbourUnavailableError } from '@concert/service-kit/http/internal-client';
import type { Log } from '@concert/service-kit/process/log';
import type { FollowAccount } from '../books/follow-account.ts';
import type { MongoBooks } from '../books/mongo-books.ts';
import type { MongoLedger } from '../ledger/mongo-ledger.ts';
import { ProviderUnavailableError } from '../provider/payment-provider.ts';
import type { Reconcile } from '../reconciler/reconcile.ts';
import type { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import type { SettlePayment } from '../settlement/settle-payment.ts';
import type { HttpBookingMoney } from '../settlement/http-booking-money.ts';
import { compareMoney, type BookedMoney, type Comparison, type Difference, type PendingRefund } from './compare-money.ts';
import { selfResolvedTask, taskSeenAgain, SETTLING_MS } from './money-task.ts';
import type { MongoMoneyChecks } from './mongo-money-checks.ts';

/** How often money is compared without a request. */
const EVERY_MS = 15 * 60_000;
/** The rest after a comparison that failed because a side could not be read. */
const REST_MS = 30_000;
/**
 * After a comparison the task rests this many times as long as it took. In a rush there is always money on its way, so every comparison finds
 * something to look at again; without a rest one of tens of thousands of payments followed the other.
 */
const RESTS = 29;
/** A clock that is set while it compares makes that seem longer than it was. */
const MAX_REST_MS = HOUR_MS;
const AT_ONCE = 500;
const ENDED: readonly BookingStatus[] = ['pending', 'failed', 'cancelled', 'expired'];

/** Compares bookings, ledger and provider, and makes a task for the organisers of each difference. It moves no money. */
export class CheckMoney {
  private restsUntil = new Date(0);

  constructor(
    private readonly bookings: Pick<HttpBookingMoney, 'all'>,
    private readonly ledger: MongoLedger,
    private readonly account: Pick<FollowAccount, 'follow'>,
    private readonly books: Pick<MongoBooks, 'byBooking'>,
    private readonly refunds: MongoRefunds,
    private readonly reconcile: Reconcile,
    private readonly settle: SettlePayment,
    private readonly checks: MongoMoneyChecks,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Requests a comparison. The process that holds the beat makes it; further requests join the same one. */
  async requestComparison(startedBy: MoneyCheckResult['startedBy']): Promise<void> {
    await this.checks.askForCheck({ state: 'waiting', startedBy, since: this.clock.now().toISOString() });
  }

  /**
   * Compares when it is time, when a difference has to be checked again, or on request; without a request at most a thirtieth of the time. Only
   * one process runs this at a time, so a comparison stored as running belongs to a process that died, and is started again.
   */
  async whenDue(): Promise<void> {
    const now = this.clock.now();
    const { check, proof } = await this.checks.state();
    const wanted = check !== null && check.state !== 'failed';
    if (!wanted && !this.isTime(proof, now)) return;
    this.restsUntil = new Date(now.getTime() + REST_MS);
    await this.carryOut(wanted ? check.startedBy : 'schedule');
    const endedAt = this.clock.now().getTime();
    this.restsUntil = new Date(endedAt + Math.min(MAX_REST_MS, RESTS * (endedAt - now.getTime())));
  }

  private isTime(latest: MoneyCheckResult | null, now: Date): boolean {
    if (isToCome(this.restsUntil, MAX_REST_MS, now)) return false;
    return !latest || !isWithin(new Date(latest.at), latest.settling > 0 ? SETTLING_MS : EVERY_MS, now);
  }

  /** @throws ProviderUnavailableError or NeighbourUnavailableError when a side cannot be read; then nothing is changed in the tasks */
  private async carryOut(startedBy: MoneyCheckResult['startedBy']): Promise<void> {
    const check = { startedBy, since: this.clock.now().toISOString() };
    await this.checks.noteCheck({ ...check, state: 'running' });
    try {
      // Read missed notices first: what we have not heard of yet is not a difference.
      await this.reconcile.catchUp();
      await this.reconcile.sweepRecent();
      const { differences, ...sums } = await this.compare();
      const { settling, open } = await this.note(differences);
      await this.checks.keep({ at: this.clock.now().toISOString(), startedBy, ...sums, settling, open });
      if (open > 0) this.log.error('bookings, ledger and payment provider differ', { count: open });
    } catch (error) {
      const away =
        error instanceof ProviderUnavailableError
          ? 'payment provider'
          : error instanceof NeighbourUnavailableError
            ? 'bookings'
            : undefined;
      await this.checks.noteCheck({ ...check, state: 'failed', ...(away && { away }) });
      throw error;
    }
  }

  private async compare(): Promise<Comparison> {
    // The provider is read first and our side last. Money that moves in between is then known to us, and its difference is checked again.
    // A refund that is under way left the account, and counts as returned once it has arrived.
    const leavingThere = await this.refunds.leavingAtProvider();
    await this.account.follow();
    const provider = await this.books.byBooking(leavingThere);
    const ledger = await this.ledger.totals();
    const bookings = new Map<BookingId, BookedMoney>();
    for await (const { bookingId, status, price, returned, given } of this.bookings.all())
      bookings.set(bookingId, {
        status,
        priceMinor: price.amountMinor,
        returnedMinor: returned.amountMinor,
        givenMinor: given.amountMinor,
      });
    const leaving = await this.leaving([...new Set([...ledger.keys(), ...bookings.keys()])]);
    return compareMoney({ bookings, ledger, provider, leaving });
  }

  private async leaving(bookingIds: readonly BookingId[]): Promise<Map<BookingId, PendingRefund>> {
    const found = new Map<BookingId, PendingRefund>();
    for (let from = 0; from < bookingIds.length; from += AT_ONCE) {
      for (const { bookingId, status, cause, part, amount, settledOtherwise } of await this.refunds.ofBookings(
        bookingIds.slice(from, from + AT_ONCE),
      )) {
        if (status === 'failed' || settledOtherwise || cause === 'gift') continue;
        const before = found.get(bookingId) ?? { minor: 0, twiceMinor: 0, twiceReturnedMinor: 0, partReturnedMinor: 0 };
        const underWay = status === 'succeeded' ? 0 : amount.amountMinor;
        const twice = cause === 'paid twice' ? amount.amountMinor : 0;
        found.set(bookingId, {
          minor: before.minor + underWay,
          twiceMinor: before.twiceMinor + twice,
          twiceReturnedMinor: before.twiceReturnedMinor + (status === 'succeeded' ? twice : 0),
          partReturnedMinor: before.partReturnedMinor + (status === 'succeeded' && part ? amount.amountMinor : 0),
        });
      }
    }
    return found;
  }

  private async note(differences: readonly Difference[]): Promise<{ settling: number; open: number }> {
    const now = this.clock.now();
    const states = { settling: 0, open: 0, resolved: 0 };
    const seen = new Set<BookingId>();
    for (const difference of differences) {
      seen.add(difference.bookingId);
      const before = await this.checks.task(difference.bookingId);
      const after = taskSeenAgain(before, difference, now);
      // If somebody changed the task in between, their change stands until the next comparison.
      if (after !== before) await this.checks.write(before, after);
      if (after.state === 'open' && isLost(difference)) await this.settle.republish(difference.bookingId);
      states[after.state] += 1;
    }
    for (const task of await this.checks.unresolved())
      if (!seen.has(task.bookingId)) await this.checks.write(task, selfResolvedTask(task, now));
    return states;
  }
}

/** We keep money that the booking does not know of: facts were lost, for example because an older backup of its database was restored. */
function isLost({ kind, bookingStatus }: Difference): boolean {
  return kind === 'unbooked' && (bookingStatus === null || ENDED.includes(bookingStatus));
}
