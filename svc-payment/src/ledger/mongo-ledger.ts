import type { BookingId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { Ledger, LedgerEntry, LedgerKind, LedgerTotals } from './ledger.ts';

export const LEDGER_COLLECTION = 'money-ledger';

export const ledgerIndexes: readonly IndexSpec[] = [
  { collection: LEDGER_COLLECTION, name: 'of_booking', key: { bookingId: 1, at: 1 }, serves: "a booking's movements, oldest first" },
  { collection: LEDGER_COLLECTION, name: 'by_time', key: { at: 1 }, serves: 'totals of a period' },
];

interface EntryDocument {
  _id: string;
  kind: LedgerKind;
  movement: string;
  bookingId: BookingId;
  checkoutSessionId: string;
  paymentIntentId: string;
  amountMinor: number;
  currency: string;
  at: Date;
}

export class MongoLedger implements Ledger {
  constructor(private readonly connection: Connection) {}

  async add(entry: LedgerEntry, transaction: ClientSession): Promise<void> {
    const { amount, ...rest } = entry;
    await this.collection().insertOne({ _id: `${entry.kind}:${entry.movement}`, ...rest, ...amount }, { session: transaction });
  }

  async ofBooking(bookingId: BookingId): Promise<LedgerEntry[]> {
    const found = await this.collection().find({ bookingId }).sort({ at: 1 }).toArray();
    return found.map(({ _id, amountMinor, currency, ...rest }) => ({ ...rest, amount: { amountMinor, currency } }));
  }

  async totals(): Promise<Map<BookingId, LedgerTotals>> {
    const sumOf = (plus: LedgerKind, minus?: LedgerKind) => ({
      $sum: {
        $switch: {
          branches: [
            { case: { $eq: ['$kind', plus] }, then: '$amountMinor' },
            ...(minus ? [{ case: { $eq: ['$kind', minus] }, then: { $multiply: [-1, '$amountMinor'] } }] : []),
          ],
          default: 0,
        },
      },
    });
    const rows = this.collection().aggregate<LedgerTotals & { _id: BookingId }>([
      {
        $group: {
          _id: '$bookingId',
          capturedMinor: sumOf('captured'),
          returnedMinor: sumOf('refunded', 'refund_reversed'),
          bankMinor: sumOf('disputed', 'dispute_reversed'),
        },
      },
    ]);
    const totals = new Map<BookingId, LedgerTotals>();
    for await (const { _id, ...sums } of rows) totals.set(_id, sums);
    return totals;
  }

  private collection() {
    return collectionOf<EntryDocument>(this.connection, LEDGER_COLLECTION);
  }
}
