import type { BookingId, RefundId, RunId } from '@concert/contracts/core/ids';
import { CANCELLATION_ROW_STATES, type CancellationRowState } from '@concert/contracts/payment/cancellation';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import { isLive, rowStateOf, type Refund } from './refund.ts';
import type { RefundsRepository, RunTally } from './refunds.repository.ts';

export const REFUNDS_COLLECTION = 'refunds';

export const refundIndexes: readonly IndexSpec[] = [
  {
    collection: REFUNDS_COLLECTION,
    name: 'uq_attempt',
    key: { bookingId: 1, attempt: 1 },
    options: { unique: true },
    serves: 'one record for each attempt; all of a booking',
  },
  {
    collection: REFUNDS_COLLECTION,
    name: 'uq_live_per_session',
    key: { checkoutSessionId: 1 },
    options: { unique: true, partialFilterExpression: { live: true } },
    serves: 'money of a session goes back once, whoever asks',
  },
  {
    collection: REFUNDS_COLLECTION,
    name: 'uq_provider_refund',
    key: { providerRefundId: 1 },
    options: { unique: true, partialFilterExpression: { providerRefundId: { $type: 'string' } } },
    serves: "a refund by the provider's id, taken in once",
  },
  { collection: REFUNDS_COLLECTION, name: 'due', key: { status: 1, nextTryAt: 1 }, serves: 'refunds to send now' },
  {
    collection: REFUNDS_COLLECTION,
    name: 'failed',
    key: { requestedAt: -1 },
    options: { partialFilterExpression: { status: 'failed', superseded: false } },
    serves: 'refunds that failed and wait for somebody',
  },
  {
    collection: REFUNDS_COLLECTION,
    name: 'untold',
    key: { issueToldAt: 1 },
    options: { partialFilterExpression: { status: 'succeeded' } },
    serves: 'buyers to be told that their money has gone back',
  },
  {
    collection: REFUNDS_COLLECTION,
    name: 'of_run',
    key: { runId: 1, rowState: 1, bookingId: 1 },
    options: { partialFilterExpression: { runId: { $type: 'string' } } },
    serves: 'rows of a run, by state',
  },
  {
    collection: REFUNDS_COLLECTION,
    name: 'of_run_by_booking',
    key: { runId: 1, bookingId: 1 },
    options: { partialFilterExpression: { runId: { $type: 'string' } } },
    serves: 'rows of a run',
  },
  {
    collection: REFUNDS_COLLECTION,
    name: 'of_run_by_reader',
    key: { runId: 1, reader: 1, bookingId: 1 },
    options: { partialFilterExpression: { runId: { $type: 'string' } } },
    serves: 'all that a run sends to one address',
  },
  {
    collection: REFUNDS_COLLECTION,
    name: 'unannounced',
    key: { runId: 1, noticeAskedAt: 1 },
    options: { partialFilterExpression: { rowState: 'waiting' } },
    serves: 'rows of a run whose buyers have not been written to',
  },
  {
    collection: REFUNDS_COLLECTION,
    name: 'uq_automatic_per_session',
    key: { checkoutSessionId: 1 },
    options: { unique: true, partialFilterExpression: { attempt: null } },
    serves: 'refunds of a version that knew no attempts',
    forVersionBefore: true,
  },
  {
    collection: REFUNDS_COLLECTION,
    name: 'by_provider_refund',
    key: { providerRefundId: 1 },
    options: { partialFilterExpression: { providerRefundId: { $type: 'string' } } },
    serves: "a refund by the provider's id, in a version that did not look whether it was taken in",
    forVersionBefore: true,
  },
];

interface RefundDocument extends Omit<Refund, 'id'> {
  _id: RefundId;
  live: boolean;
  rowState: CancellationRowState;
}

function toDocument(refund: Refund): RefundDocument {
  const { id, ...rest } = refund;
  return { _id: id, ...rest, live: isLive(refund), rowState: rowStateOf(refund) };
}

function toRefund({ _id, live: _live, rowState: _rowState, ...rest }: RefundDocument): Refund {
  return { id: _id, ...rest };
}

export class MongoRefundsRepository implements RefundsRepository {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<Refund | undefined> {
    const found = await this.collection().findOne({ _id: id as RefundId }, within(transaction));
    return found ? toRefund(found) : undefined;
  }

  async byProviderRefund(providerRefundId: string, transaction?: ClientSession): Promise<Refund | undefined> {
    const found = await this.collection().findOne({ providerRefundId }, within(transaction));
    return found ? toRefund(found) : undefined;
  }

  async ofBookings(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<Refund[]> {
    if (bookingIds.length === 0) return [];
    return (
      await this.collection()
        .find({ bookingId: { $in: [...bookingIds] } }, within(transaction))
        .sort({ bookingId: 1, attempt: 1 })
        .toArray()
    ).map(toRefund);
  }

  async due(now: Date, most: number): Promise<Refund[]> {
    return (
      await this.collection()
        .find({ status: 'requested', nextTryAt: { $lte: now } })
        .sort({ nextTryAt: 1 })
        .limit(most)
        .toArray()
    ).map(toRefund);
  }

  async failed(most: number): Promise<Refund[]> {
    return (
      await this.collection()
        .find({ status: 'failed', superseded: false, settledOtherwise: false })
        .sort({ requestedAt: -1 })
        .limit(most)
        .toArray()
    ).map(toRefund);
  }

  async untold(most: number): Promise<Refund[]> {
    return (await this.collection().find({ status: 'succeeded', issueToldAt: null }).limit(most).toArray()).map(toRefund);
  }

  async releasable(runId: RunId, plannedBefore: Date, most: number): Promise<Refund[]> {
    const told = await this.collection().find({ runId, rowState: 'notified', status: 'planned' }).limit(most).toArray();
    const ready = { $or: [{ requestedAt: { $lte: plannedBefore } }, { noticeGivenUpAt: { $type: 'date' as const } }] };
    const untold =
      told.length < most
        ? await this.collection()
            .find({ runId, rowState: 'waiting', ...ready })
            .limit(most - told.length)
            .toArray()
        : [];
    return [...told, ...untold].map(toRefund);
  }

  async unannounced(runId: RunId, most: number, transaction: ClientSession): Promise<Refund[]> {
    return (
      await this.collection().find({ runId, rowState: 'waiting', noticeAskedAt: null }, within(transaction)).limit(most).toArray()
    ).map(toRefund);
  }

  async toReaders(runId: RunId, readers: readonly string[], transaction?: ClientSession): Promise<Refund[]> {
    return (
      await this.collection()
        .find({ runId, reader: { $in: [...readers] }, superseded: false }, within(transaction))
        .sort({ reader: 1, bookingId: 1 })
        .toArray()
    ).map(toRefund);
  }

  underWay(runId: RunId): Promise<number> {
    return this.collection().countDocuments({ runId, rowState: 'notified', status: 'requested' });
  }

  async tally(runId: RunId): Promise<RunTally> {
    const groups = await this.collection()
      .aggregate<{ _id: CancellationRowState; count: number; minor: number; told: number }>([
        { $match: { runId, superseded: false } },
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

  async rows(runId: RunId, state: CancellationRowState | undefined, after: string | undefined, most: number): Promise<Refund[]> {
    const filter = {
      runId,
      superseded: false,
      ...(state ? { rowState: state } : {}),
      ...(after ? { bookingId: { $gt: after as BookingId } } : {}),
    };
    return (await this.collection().find(filter).sort({ bookingId: 1 }).limit(most).toArray()).map(toRefund);
  }

  async add(refunds: readonly Refund[], transaction: ClientSession): Promise<void> {
    if (refunds.length > 0) await this.collection().insertMany(refunds.map(toDocument), { session: transaction });
  }

  async replace(before: Refund, after: Refund, transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.collection().replaceOne({ _id: before.id, version: before.version }, toDocument(after), {
      session: transaction,
    });
    if (matchedCount !== 1) throw new StaleWriteError('the refund changed in between');
  }

  private collection() {
    return collectionOf<RefundDocument>(this.connection, REFUNDS_COLLECTION);
  }
}

function within(transaction: ClientSession | undefined): { session?: ClientSession } {
  return transaction ? { session: transaction } : {};
}
