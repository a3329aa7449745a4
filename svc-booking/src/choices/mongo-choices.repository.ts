import type { BookingId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import { StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/store/mongo';
import { bookingsCollection } from '../bookings/booking.schema.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { choiceRoundsCollection, choicesCollection, type ChoiceDocument } from './choice.schema.ts';
import type { TicketChoice } from './choice.ts';
import type { ChoiceChange, ChoiceProgress, ChoicesRepository, ChoiceTally } from './choices.repository.ts';

export class MongoChoicesRepository implements ChoicesRepository {
  constructor(private readonly connection: Connection) {}

  async of(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<TicketChoice[]> {
    const found = await this.choices()
      .find({ _id: { $in: [...bookingIds] } }, { ...SINGLE_BATCH, ...(transaction && { session: transaction }) })
      .toArray();
    return found.map(({ _id, ...rest }) => ({ bookingId: _id, ...rest }));
  }

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

  async round(postponedAt: Date, transaction?: ClientSession): Promise<ChoiceProgress | undefined> {
    const found = await this.rounds().findOne({ _id: postponedAt.toISOString() }, transaction ? { session: transaction } : {});
    if (!found) return undefined;
    const { _id, ...rest } = found;
    return { postponedAt: new Date(_id), ...rest };
  }

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
