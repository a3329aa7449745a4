import type { BookingId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { disputesCollection, type DisputeDocument } from './dispute.schema.ts';
import type { Dispute } from './dispute.ts';

function toDispute({ _id, ...rest }: DisputeDocument): Dispute {
  return { id: _id, ...rest };
}

/** Stores disputes. */
export class MongoDisputes {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<Dispute | undefined> {
    const found = await disputesCollection.readOne(this.connection, { _id: id }, { session: transaction });
    return found ? toDispute(found) : undefined;
  }

  /** All disputes of some bookings, oldest first. */
  async ofBookings(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<Dispute[]> {
    if (bookingIds.length === 0) return [];
    return (
      await disputesCollection.read(
        this.connection,
        { bookingId: { $in: [...bookingIds] } },
        { ...SINGLE_BATCH, session: transaction, sort: { bookingId: 1, openedAt: 1 } },
      )
    ).map(toDispute);
  }

  async add({ id, ...rest }: Dispute, transaction: ClientSession): Promise<void> {
    await disputesCollection.on(this.connection).create([{ _id: id, ...rest }], { session: transaction });
  }

  /** Replaces a dispute unless it changed since it was read; if it did, the transaction starts over. */
  async replace(before: Dispute, { id, ...rest }: Dispute, transaction: ClientSession): Promise<void> {
    await disputesCollection.replace(this.connection, before.version, { _id: id, ...rest }, transaction);
  }
}
