import type { BookingId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { type MoneyMove, moneyMovesCollection } from './money.schema.ts';

/** Stores svc-payment's news, so that a booking is found by the provider's ids of its payment. */
export class MongoMoney {
  constructor(private readonly connection: Connection) {}

  async addAll(moves: readonly MoneyMove[], transaction: ClientSession): Promise<void> {
    const documents = moves.map(({ id, references, ...move }) => ({
      _id: id,
      ...move,
      shown: [...references],
      references: references.map((reference) => reference.toLowerCase().slice(0, 64)),
    }));
    await moneyMovesCollection.driver(this.connection).insertMany(documents, { session: transaction });
  }

  /** Oldest first. */
  async ofBooking(id: BookingId): Promise<MoneyMove[]> {
    const found = await moneyMovesCollection.read(this.connection, { bookingId: id }, { sort: { at: 1 }, limit: 1_000 });
    return found.map(({ _id, shown, references: _references, ...move }) => ({ id: _id, ...move, references: shown }));
  }
}
