import type { BookingId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import { StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/store/mongo';
import { bookingsCollection } from '../bookings/booking.schema.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { choiceRoundsCollection, choicesCollection, type ChoiceDocument, type ChoiceRoundDocument } from './choice.schema.ts';
import type { TicketChoice } from './choice.ts';

/** A change of a booking's choice; `before` is undefined where it is the first. */
type ChoiceChange = readonly [before: TicketChoice | undefined, after: TicketChoice];

/** How far the choices after one postponement are carried out. */
export interface ChoiceProgress extends Omit<ChoiceRoundDocument, '_id'> {
  /** When the postponement was said. */
  readonly postponedAt: Date;
}

/** Bookings by what was chosen for them. */
interface ChoiceTally {
  readonly keepAll: number;
  readonly giveSome: number;
  readonly giveAll: number;
  readonly silent: number;
  readonly ticketsBack: number;
  readonly ticketsGiven: number;
}

/** Stores what holders choose. */
export class MongoChoices {
  constructor(private readonly connection: Connection) {}

  /** Those of these bookings that have one, unordered. */
  async of(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<TicketChoice[]> {
    const found = await this.choices()
      .find({ _id: { $in: [...bookingIds] } }, { ...SINGLE_BATCH, ...(transaction && { session: transaction }) })
      .toArray();
    return found.map(({ _id, ...rest }) => ({ bookingId: _id, ...rest }));
  }

  /** Stores changes, each only if the stored choice is still the one before; otherwise the transaction starts over. */
  async put(changes: readonly ChoiceChange[], transaction: ClientSession): Promise<void> {
    if (changes.length === 0) return;
    const { matchedCount, insertedCount } = await this.choices().bulkWrite(
      changes.map(([before, after]) => {
        const document = toDocument(after);
        return before
          ? { replaceOne: { filter: { _id: document._id, version: before.version }, replacement: document } }
          : { insertOne: { document } };
      }),
      { session: transaction },
    );
    if (matchedCount + insertedCount !== changes.length) throw new StaleWriteError('a choice changed in between');
  }

  /** The round of a postponement; undefined before it begins. */
  async round(postponedAt: Date, transaction?: ClientSession): Promise<ChoiceProgress | undefined> {
    const found = await this.rounds().findOne({ _id: postponedAt.toISOString() }, transaction ? { session: transaction } : {});
    if (!found) return undefined;
    const { _id, ...rest } = found;
    return { postponedAt: new Date(_id), ...rest };
  }

  /** Stores how far a round is, if it is still as it was before; otherwise the transaction starts over. */
  async putRound(before: ChoiceProgress | undefined, { postponedAt, ...rest }: ChoiceProgress, transaction: ClientSession): Promise<void> {
    const document = { _id: postponedAt.toISOString(), ...rest };
    if (!before) {
      await this.rounds().insertOne(document, { session: transaction });
      return;
    }
    const filter = { _id: document._id, version: before.version };
    const { matchedCount } = await this.rounds().replaceOne(filter, document, { session: transaction });
    if (matchedCount !== 1) throw new StaleWriteError('the round changed in between');
  }

  /** What was chosen after a postponement: before it is carried out only for bookings that still stand. */
  async tally(postponedAt: Date): Promise<ChoiceTally> {
    const count = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
    const given = { $size: '$giveBack' };
    const [tally] = await this.choices()
      .aggregate<ChoiceTally>([
        { $match: { carriedOutFor: { $in: [null, postponedAt] } } },
        {
          $lookup: {
            from: BOOKINGS_COLLECTION,
            localField: '_id',
            foreignField: '_id',
            as: 'booking',
            pipeline: [{ $project: { status: 1 } }],
          },
        },
        { $match: { $or: [{ carriedOutFor: postponedAt }, { 'booking.status': 'paid' }] } },
        { $set: { chosen: { $ne: ['$chosenAt', null] }, given } },
        {
          $group: {
            _id: null,
            keepAll: count({ $and: ['$chosen', { $eq: ['$given', 0] }] }),
            giveSome: count({ $and: ['$chosen', { $gt: ['$given', 0] }, { $lt: ['$given', '$of'] }] }),
            giveAll: count({ $and: ['$chosen', { $gte: ['$given', '$of'] }] }),
            silent: count({ $not: '$chosen' }),
            ticketsBack: { $sum: { $cond: ['$chosen', '$given', 0] } },
            ticketsGiven: { $sum: { $cond: ['$chosen', '$gifts', 0] } },
          },
        },
        { $project: { _id: 0 } },
      ])
      .toArray();
    return tally ?? { keepAll: 0, giveSome: 0, giveAll: 0, silent: 0, ticketsBack: 0, ticketsGiven: 0 };
  }

  /** How many paid bookings made before a moment stand. */
  asked(madeBefore: Date): Promise<number> {
    return bookingsCollection.driver(this.connection).countDocuments({ status: 'paid', createdAt: { $lt: madeBefore } });
  }

  private choices() {
    return choicesCollection.driver(this.connection);
  }

  private rounds() {
    return choiceRoundsCollection.driver(this.connection);
  }
}

function toDocument({ bookingId, giveBack, ...rest }: TicketChoice): ChoiceDocument {
  return { _id: bookingId, giveBack: [...giveBack], ...rest };
}
