import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import type { Movements } from '../ledger/ledger.ts';
import type { BalanceMovement, MovementLine, ProviderFraudWarning } from '../provider/payment-provider.ts';
import { LATEST_READING, readingsCollection, type AccountReading } from './account-reading.schema.ts';
import { movementsCollection } from './balance-movement.schema.ts';
import type { BookCell } from './books.ts';
import { warningsCollection, type FraudWarningDocument } from './fraud-warning.schema.ts';

/** What movements of a line add up to, in what buyers paid in. */
const sumOf = (line: MovementLine, sign: 1 | -1) => ({
  $sum: { $cond: [{ $eq: ['$line', line] }, { $multiply: [sign, '$soldMinor'] }, 0] },
});

/** Whose a payment is. */
export interface PaymentOwner {
  readonly bookingId: BookingId;
  readonly category: Seating | null;
}

/** What the movements of a payment add up to, in what its buyer paid in. */
export interface HeldPayment {
  readonly paymentIntentId: string;
  readonly bookingId: BookingId;
  readonly heldMinor: number;
  /** Of it, what banks took, less what they gave back. */
  readonly lostMinor: number;
}

/** Keeps what moved on the account at the provider. */
export class MongoBooks {
  constructor(private readonly connection: Connection) {}

  /** Whose some payments are, of those that are known as ours. */
  async ownersOf(paymentIntentIds: readonly string[]): Promise<Map<string, PaymentOwner>> {
    const found = await movementsCollection.read(
      this.connection,
      { paymentIntentId: { $in: [...paymentIntentIds] }, line: 'charged', bookingId: { $ne: null } },
      SINGLE_BATCH,
    );
    return new Map(found.map(({ paymentIntentId, bookingId, category }) => [paymentIntentId!, { bookingId: bookingId!, category }]));
  }

  /** Those of some movements that are not kept, or are and are nobody's. */
  async unknownOf(movements: readonly BalanceMovement[]): Promise<BalanceMovement[]> {
    const known = await movementsCollection.read(this.connection, { _id: { $in: movements.map(({ id }) => id) } }, SINGLE_BATCH);
    const whole = new Set(known.flatMap(({ _id, bookingId, paymentIntentId }) => ((bookingId ?? !paymentIntentId) ? [_id] : [])));
    return movements.filter(({ id }) => !whole.has(id));
  }

  /** Keeps movements, each once, and notes whose they are as soon as that is known: a refund may be seen before its payment. */
  async keep(movements: readonly BalanceMovement[], owners: ReadonlyMap<string, PaymentOwner>, readAt: Date): Promise<void> {
    if (movements.length === 0) return;
    const rows = movements.map(({ id, amount, sourceId, paymentIntentId, bookingId: _, category: __, ...rest }) => {
      const owner = owners.get(paymentIntentId ?? '');
      const fresh = { ...rest, ...amount, sourceId: sourceId ?? null, paymentIntentId: paymentIntentId ?? null, readAt };
      const update = owner ? { $set: owner, $setOnInsert: fresh } : { $setOnInsert: { ...fresh, bookingId: null, category: null } };
      return { updateOne: { filter: { _id: id }, update, upsert: true } };
    });
    const earlier = movements.flatMap(({ line, paymentIntentId }) => {
      const owner = line === 'charged' && paymentIntentId ? owners.get(paymentIntentId) : undefined;
      return owner ? [{ updateMany: { filter: { paymentIntentId: paymentIntentId!, bookingId: null }, update: { $set: owner } } }] : [];
    });
    // Written by the driver: the first reading is of all there ever was.
    await movementsCollection.driver(this.connection).bulkWrite([...rows, ...earlier], { ordered: true });
  }

  async reading(): Promise<AccountReading | undefined> {
    return readingsCollection.readOne(this.connection, { _id: LATEST_READING });
  }

  /** Keeps a reading, unless a later one is kept. */
  async noteReading(reading: AccountReading): Promise<void> {
    const before = await this.reading();
    if (before && before.at > reading.at) return;
    await readingsCollection.on(this.connection).replaceOne({ _id: LATEST_READING }, { _id: LATEST_READING, ...reading }, { upsert: true });
  }

  /** What was read up to a moment, added up by the days of a zone. */
  async cells(timeZone: string, until: Date): Promise<BookCell[]> {
    const day = { $dateToString: { date: '$createdAt', format: '%Y-%m-%d', timezone: timeZone } };
    const isOurs = { $ne: ['$bookingId', null] };
    return movementsCollection
      .driver(this.connection)
      .aggregate<BookCell>([
        { $match: { readAt: { $lte: until } } },
        {
          $group: {
            _id: { currency: '$currency', line: '$line', isOurs, category: '$category', day },
            amountMinor: { $sum: '$amountMinor' },
            feeMinor: { $sum: '$feeMinor' },
          },
        },
        { $replaceWith: { $mergeObjects: ['$_id', { amountMinor: '$amountMinor', feeMinor: '$feeMinor' }] } },
      ])
      .toArray();
  }

  /** What came in, went back and was lost, by booking. @param leaving refunds that are under way by their id at the provider, which do not count */
  async byBooking(leaving: readonly string[]): Promise<Map<BookingId, Movements>> {
    const capturedMinor = sumOf('charged', 1);
    const rows = movementsCollection
      .driver(this.connection)
      .aggregate<Movements & { _id: BookingId }>([
        { $match: { bookingId: { $gt: '' as BookingId }, sourceId: { $nin: [...leaving] } } },
        { $group: { _id: '$bookingId', capturedMinor, returnedMinor: sumOf('refunded', -1), bankMinor: sumOf('lost', -1) } },
      ]);
    const found = new Map<BookingId, Movements>();
    for await (const { _id, ...sums } of rows) found.set(_id, sums);
    return found;
  }

  /** Our payments, or some of them, with what of their money is on the account. */
  async held(paymentIntentIds?: readonly string[]): Promise<HeldPayment[]> {
    const ofPayments = paymentIntentIds ? { paymentIntentId: { $in: [...paymentIntentIds] } } : {};
    const [heldMinor, lostMinor] = [{ $sum: '$soldMinor' }, sumOf('lost', -1)];
    return movementsCollection
      .driver(this.connection)
      .aggregate<HeldPayment>([
        { $match: { bookingId: { $gt: '' as BookingId }, ...ofPayments } },
        { $group: { _id: { paymentIntentId: '$paymentIntentId', bookingId: '$bookingId' }, heldMinor, lostMinor } },
        { $replaceWith: { $mergeObjects: ['$_id', { heldMinor: '$heldMinor', lostMinor: '$lostMinor' }] } },
      ])
      .toArray();
  }

  /** Which of some warnings are not kept. */
  async unknownWarnings(warnings: readonly ProviderFraudWarning[]): Promise<ProviderFraudWarning[]> {
    const found = await warningsCollection.read(this.connection, { _id: { $in: warnings.map(({ id }) => id) } });
    const known = new Set(found.map(({ _id }) => _id));
    return warnings.filter(({ id }) => !known.has(id));
  }

  async addWarning(warning: FraudWarningDocument, transaction: ClientSession): Promise<void> {
    await warningsCollection.on(this.connection).create([warning], { session: transaction });
  }

  /** The latest warnings, newest first. */
  warnings(): Promise<FraudWarningDocument[]> {
    return warningsCollection.read(this.connection, {}, { sort: { warnedAt: -1 }, limit: 100 });
  }
}
