import type { BookingId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { ledgerCollection, type LedgerDocument } from './ledger.schema.ts';
import type { LedgerEntry, LedgerKind, LedgerTotals } from './ledger.ts';

/** The append-only ledger. */
export class MongoLedger {
  constructor(private readonly connection: Connection) {}

  async add(entries: readonly LedgerEntry[], transaction: ClientSession): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map(({ amount, ...rest }): LedgerDocument => ({ _id: `${rest.kind}:${rest.movement}`, ...rest, ...amount }));
    // Written by the driver: in a rush many entries are written at once, and casting costs more than the rest (decision 0042).
    await ledgerCollection.driver(this.connection).insertMany(rows, { session: transaction });
  }

  async ofBooking(bookingId: BookingId): Promise<LedgerEntry[]> {
    const found = await ledgerCollection.read(this.connection, { bookingId }, { sort: { at: 1 } });
    return found.map(({ _id, amountMinor, currency, ...rest }) => ({ ...rest, amount: { amountMinor, currency } }));
  }

  /** The sums of every booking, in minor units. */
  async totals(): Promise<Map<BookingId, LedgerTotals>> {
    const totals = new Map<BookingId, LedgerTotals>();
    for await (const { _id, ...sums } of this.sums()) totals.set(_id, sums);
    return totals;
  }

  /** The sums of all entries, in minor units; of gifts what is there, because a bank takes them with the rest. */
  async total(): Promise<LedgerTotals> {
    const [capturedMinor, returnedMinor, bankMinor] = ['$capturedMinor', '$returnedMinor', '$bankMinor'].map((sum) => ({ $sum: sum }));
    const held = { $subtract: ['$capturedMinor', { $add: ['$returnedMinor', '$bankMinor'] }] };
    const givenMinor = { $sum: { $max: [0, { $min: ['$givenMinor', held] }] } };
    const [all] = await this.sums({ $group: { _id: null, capturedMinor, returnedMinor, bankMinor, givenMinor } }).toArray();
    return all ?? { capturedMinor: 0, returnedMinor: 0, bankMinor: 0, givenMinor: 0 };
  }

  private sums(...further: object[]) {
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
    // Sums by the driver: an aggregation is not cast.
    return ledgerCollection.driver(this.connection).aggregate<LedgerTotals & { _id: BookingId }>([
      {
        $group: {
          _id: '$bookingId',
          capturedMinor: sumOf('captured'),
          returnedMinor: sumOf('refunded', 'refund_reversed'),
          bankMinor: sumOf('disputed', 'dispute_reversed'),
          givenMinor: sumOf('given', 'given_reversed'),
        },
      },
      ...further,
    ]);
  }
}
