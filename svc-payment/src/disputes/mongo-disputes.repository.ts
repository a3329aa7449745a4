import type { BookingId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { Dispute } from './dispute.ts';
import type { DisputesRepository } from './disputes.repository.ts';

export const DISPUTES_COLLECTION = 'disputes';

export const disputeIndexes: readonly IndexSpec[] = [
  { collection: DISPUTES_COLLECTION, name: 'of_booking', key: { bookingId: 1, state: 1 }, serves: "a booking's disputes" },
];

type DisputeDocument = Omit<Dispute, 'id'> & { _id: string };

function toDispute({ _id, ...rest }: DisputeDocument): Dispute {
  return { id: _id, ...rest };
}

export class MongoDisputesRepository implements DisputesRepository {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<Dispute | undefined> {
    const found = await this.collection().findOne({ _id: id }, transaction ? { session: transaction } : {});
    return found ? toDispute(found) : undefined;
  }

  async ofBookings(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<Dispute[]> {
    if (bookingIds.length === 0) return [];
    return (
      await this.collection()
        .find({ bookingId: { $in: [...bookingIds] } }, transaction ? { session: transaction } : {})
        .sort({ bookingId: 1, openedAt: 1 })
        .toArray()
    ).map(toDispute);
  }

  async add({ id, ...rest }: Dispute, transaction: ClientSession): Promise<void> {
    await this.collection().insertOne({ _id: id, ...rest }, { session: transaction });
  }

  async replace(before: Dispute, { id, ...rest }: Dispute, transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.collection().replaceOne({ _id: id, version: before.version }, rest, { session: transaction });
    if (matchedCount !== 1) throw new StaleWriteError('the dispute changed in between');
  }

  private collection() {
    return collectionOf<DisputeDocument>(this.connection, DISPUTES_COLLECTION);
  }
}
