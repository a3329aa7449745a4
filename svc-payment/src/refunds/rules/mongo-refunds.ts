import type { BookingId, RefundId, RunId } from '@concert/contracts/core/ids';
import { HOUR_MS } from '@concert/contracts/core/durations';
import { CANCELLATION_ROW_STATES, type CancellationRowState } from '@concert/contracts/payment/cancellation';
import { SINGLE_BATCH, isOver, isText } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { refundsCollection, type RefundDocument } from './refund.schema.ts';
import { isLive, rowStateOf, type Refund } from './refund.ts';

function toDocument(refund: Refund): RefundDocument {
  const { id, ...rest } = refund;
  return { _id: id, ...rest, live: isLive(refund), rowState: rowStateOf(refund) };
}

function toRefund({ _id, live: _live, rowState: _rowState, ...rest }: RefundDocument): Refund {
  return { id: _id, ...rest };
}

/** The number of a run's rows in each state, and how much money has arrived. */
export interface RunTally {
  readonly rows: Readonly<Partial<Record<CancellationRowState, number>>>;
  readonly settledMinor: number;
  readonly told: number;
}

/** Stores refunds. */
export class MongoRefunds {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<Refund | undefined> {
    const found = await refundsCollection.readOne(this.connection, { _id: id as RefundId }, { session: transaction });
    return found ? toRefund(found) : undefined;
  }

  async byProviderRefund(providerRefundId: string, transaction?: ClientSession): Promise<Refund | undefined> {
    const found = await refundsCollection.readOne(
      this.connection,
      { providerRefundId: isText(providerRefundId) },
      { session: transaction },
    );
    return found ? toRefund(found) : undefined;
  }

  /** All attempts of some bookings, oldest first. */
  async ofBookings(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<Refund[]> {
    if (bookingIds.length === 0) return [];
    return (
      await refundsCollection.read(
        this.connection,
        { bookingId: { $in: [...bookingIds] } },
        { ...SINGLE_BATCH, session: transaction, sort: { bookingId: 1, attempt: 1 } },
      )
    ).map(toRefund);
  }

  /** Requested refunds that are due to be sent or checked, the longest waiting first. */
  async due(now: Date, most: number): Promise<Refund[]> {
    return (
      await refundsCollection.read(
        this.connection,
        { status: 'requested', ...isOver('nextTryAt', now, HOUR_MS) },
        { sort: { nextTryAt: 1 }, limit: most },
      )
    ).map(toRefund);
  }

  /** Refunds that the provider has begun and not ended, by its id of each. */
  async leavingAtProvider(): Promise<string[]> {
    const found = await refundsCollection.read(this.connection, { status: 'pending' });
    return found.flatMap(({ providerRefundId }) => providerRefundId ?? []);
  }

  /** The latest failed attempts, newest first. */
  async failed(most: number): Promise<Refund[]> {
    return (
      await refundsCollection.read(
        this.connection,
        { status: 'failed', superseded: false, settledOtherwise: false },
        { sort: { requestedAt: -1 }, limit: most },
      )
    ).map(toRefund);
  }

  /** Refunds that were sent back and whose buyers have not been told. */
  async untold(most: number): Promise<Refund[]> {
    return (await refundsCollection.read(this.connection, { status: 'succeeded', issueToldAt: null }, { limit: most })).map(toRefund);
  }

  /** Planned refunds of a run whose buyer was told or cannot be told, or which were planned before `plannedBefore`. */
  async releasable(runId: RunId, plannedBefore: Date, most: number): Promise<Refund[]> {
    const told = await refundsCollection.read(
      this.connection,
      { runId: isText(runId), rowState: 'notified', status: 'planned' },
      { limit: most },
    );
    const ready = { $or: [...isOver('requestedAt', plannedBefore, HOUR_MS).$or, { noticeGivenUpAt: { $type: 'date' as const } }] };
    const untold =
      told.length < most
        ? await refundsCollection.read(
            this.connection,
            { runId: isText(runId), rowState: 'waiting', ...ready },
            { limit: most - told.length },
          )
        : [];
    return [...told, ...untold].map(toRefund);
  }

  /** Refunds of a run whose readers have not been sent a mail, in no order. */
  async unannounced(runId: RunId, most: number, transaction: ClientSession): Promise<Refund[]> {
    return (
      await refundsCollection.read(
        this.connection,
        { runId: isText(runId), rowState: 'waiting', noticeAskedAt: null },
        { session: transaction, limit: most },
      )
    ).map(toRefund);
  }

  /** The current refunds of a run to some readers, by booking. */
  async toReaders(runId: RunId, readers: readonly string[], transaction?: ClientSession): Promise<Refund[]> {
    return (
      await refundsCollection.read(
        this.connection,
        { runId: isText(runId), reader: { $in: [...readers] }, superseded: false },
        { session: transaction, sort: { reader: 1, bookingId: 1 } },
      )
    ).map(toRefund);
  }

  /** How many refunds of a run are being sent. */
  underWay(runId: RunId): Promise<number> {
    return this.refunds.countDocuments({ runId: isText(runId), rowState: 'notified', status: 'requested' });
  }

  async tally(runId: RunId): Promise<RunTally> {
    // Sums by the driver: an aggregation is not cast.
    const groups = await refundsCollection
      .driver(this.connection)
      .aggregate<{ _id: CancellationRowState; count: number; minor: number; told: number }>([
        { $match: { runId: isText(runId), superseded: false } },
        {
          $group: {
            _id: '$rowState',
            count: { $sum: 1 },
            minor: { $sum: { $cond: [{ $eq: ['$status', 'succeeded'] }, '$amount.amountMinor', 0] } },
            told: { $sum: { $cond: [{ $eq: [{ $type: '$toldAt' }, 'date'] }, 1, 0] } },
          },
        },
      ])
      .toArray();
    return {
      rows: Object.fromEntries(CANCELLATION_ROW_STATES.map((state) => [state, groups.find(({ _id }) => _id === state)?.count ?? 0])),
      settledMinor: groups.find(({ _id }) => _id === 'settled')?.minor ?? 0,
      told: groups.reduce((sum, { told }) => sum + told, 0),
    };
  }

  /** Rows of a run by booking id, after `after`. */
  async rows(runId: RunId, state: CancellationRowState | undefined, after: string | undefined, most: number): Promise<Refund[]> {
    const filter = {
      runId: isText(runId),
      superseded: false,
      ...(state ? { rowState: state } : {}),
      ...(after ? { bookingId: { $gt: after as BookingId } } : {}),
    };
    return (await refundsCollection.read(this.connection, filter, { sort: { bookingId: 1 }, limit: most })).map(toRefund);
  }

  /** Whether a booking was paid with a live key, or with one for tests, and its money has gone back. */
  async hasRefunded(live: boolean): Promise<boolean> {
    const filter = { status: 'succeeded' as const, endsBooking: true, checkoutSessionId: live ? /^cs_live_/ : /^cs_test_/ };
    return (await refundsCollection.readOne(this.connection, filter)) !== undefined;
  }

  async add(refunds: readonly Refund[], transaction: ClientSession): Promise<void> {
    if (refunds.length > 0) await this.refunds.insertMany(refunds.map(toDocument), { session: transaction });
  }

  /** Stores what was derived from `before`, unless it changed since; then the transaction starts over. */
  async replace(before: Refund, after: Refund, transaction: ClientSession): Promise<void> {
    await refundsCollection.replace(this.connection, before.version, toDocument(after), transaction);
  }

  private get refunds() {
    return refundsCollection.on(this.connection);
  }
}
