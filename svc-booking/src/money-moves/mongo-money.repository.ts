import type { BookingId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { MoneyMove, MoneyRepository } from './money.repository.ts';

export const MONEY_COLLECTION = 'money-moves';

/** References are kept as they are compared: in lower case. */
export interface MoneyDocument extends Omit<MoneyMove, 'id' | 'references'> {
  _id: string;
  references: string[];
  shown: string[];
}

export const moneyIndexes: readonly IndexSpec[] = [
  { collection: MONEY_COLLECTION, name: 'of_booking', key: { bookingId: 1, at: 1 }, serves: 'the money of a booking' },
  { collection: MONEY_COLLECTION, name: 'references', key: { references: 1 }, serves: 'the booking behind an id of the provider' },
];

export class MongoMoneyRepository implements MoneyRepository {
  constructor(private readonly connection: Connection) {}

  async add({ id, references, ...move }: MoneyMove, transaction: ClientSession): Promise<void> {
    const document = {
      _id: id,
      ...move,
      shown: [...references],
      references: references.map((reference) => reference.toLowerCase().slice(0, 64)),
    };
    await collectionOf<MoneyDocument>(this.connection, MONEY_COLLECTION).insertOne(document, { session: transaction });
  }

  async ofBooking(id: BookingId): Promise<MoneyMove[]> {
    const found = await collectionOf<MoneyDocument>(this.connection, MONEY_COLLECTION)
      .find({ bookingId: id })
      .sort({ at: 1 })
      .limit(1_000)
      .toArray();
    return found.map(({ _id, shown, references: _references, ...move }) => ({ id: _id, ...move, references: shown }));
  }
}
