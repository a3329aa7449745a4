import { WAITING_STATES, type WaitingCounts, type WaitingState, type WantedSeating } from '@concert/contracts/booking/waiting';
import type { UserId, WaitingId } from '@concert/contracts/core/ids';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import { newerThan, type TimePosition } from '@concert/service-kit/store/collection';
import { StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/store/mongo';
import { OPEN_STATES, type Waiting } from './waiting.ts';
import { waitingCollection, type WaitingDocument } from './waiting.schema.ts';

const toWaiting = ({ _id, ...rest }: WaitingDocument): Waiting => ({ id: _id, ...rest });
const toDocument = ({ id, ...rest }: Waiting): WaitingDocument => ({ _id: id, ...rest });
const ENDED = WAITING_STATES.filter((state) => !OPEN_STATES.some((open) => open === state));
const IN_ORDER = { joinedAt: 1, _id: 1 } as const;

/** Stores the waiting list. */
export class MongoWaiting {
  constructor(private readonly connection: Connection) {}

  async byId(id: WaitingId, session?: ClientSession): Promise<Waiting | undefined> {
    const found = await waitingCollection.readOne(this.connection, { _id: id }, { session });
    return found && toWaiting(found);
  }

  /** Places of an account, the latest first. */
  async ofAccount(userId: UserId, session?: ClientSession): Promise<Waiting[]> {
    return (await waitingCollection.read(this.connection, { userId }, { sort: { joinedAt: -1 }, session })).map(toWaiting);
  }

  /** Everybody's places but of those who wait for the next date. */
  async ofThisEvening(): Promise<Waiting[]> {
    const goes = { $or: [{ seating: { $ne: 'next date' as const } }, { state: { $ne: 'waiting' as const } }] };
    return (await waitingCollection.read(this.connection, goes)).map(toWaiting);
  }

  /** Everybody in a state, first come first. */
  async inState(state: WaitingState, session?: ClientSession): Promise<Waiting[]> {
    // Of many thousands only the driver's documents are cheap enough for every beat.
    const found = waitingCollection.driver(this.connection).find({ state }, { ...(session && { session }), batchSize: 10_000 });
    return (await found.sort(IN_ORDER).toArray()).map(toWaiting);
  }

  /** How many seats those want who wait and came before this place, by what they wait for. */
  async wantedBefore({ id, joinedAt }: Waiting): Promise<Map<WantedSeating, number>> {
    // The outer bound lets the index end there.
    const before = { joinedAt: { $lte: joinedAt }, $or: [{ joinedAt: { $lt: joinedAt } }, { _id: { $lt: id } }] };
    const sums = await waitingCollection
      .driver(this.connection)
      .aggregate<{ _id: WantedSeating; seats: number }>([
        { $match: { state: 'waiting', ...before } },
        { $group: { _id: '$seating', seats: { $sum: '$seats' } } },
      ])
      .toArray();
    return new Map(sums.map(({ _id, seats }) => [_id, seats]));
  }

  /** A page of the places that are open, or of those that are over, first come first. @param after where the page before ended */
  async page(over: boolean, after: TimePosition<WaitingId> | undefined, limit: number): Promise<Waiting[]> {
    const which = { state: { $in: [...(over ? ENDED : OPEN_STATES)] }, ...newerThan('joinedAt', after) };
    return (await waitingCollection.read(this.connection, which, { sort: IN_ORDER, limit })).map(toWaiting);
  }

  /** Those who wait for the next date, by their ids. @param after the id that a page before ended with */
  async forNextDate(after: string, limit: number): Promise<Waiting[]> {
    const which = { state: 'waiting', seating: 'next date', _id: { $gt: after as WaitingId } } as const;
    return (await waitingCollection.read(this.connection, which, { sort: { _id: 1 }, limit })).map(toWaiting);
  }

  async counts(): Promise<Omit<WaitingCounts, 'closed'>> {
    const places = waitingCollection.driver(this.connection);
    const [waiting, offered] = await Promise.all(
      OPEN_STATES.map((state) => places.countDocuments({ state, seating: { $ne: 'next date' } })),
    );
    const filled = { $group: { _id: null, seats: { $sum: '$seats' } } };
    const [sum] = await places.aggregate<{ seats: number }>([{ $match: { state: 'bought', offer: { $exists: true } } }, filled]).toArray();
    return { waiting: waiting!, offered: offered!, filled: sum?.seats ?? 0 };
  }

  /** @throws StaleWriteError where another process lets the same account join at this moment; the surrounding transaction starts over */
  async add(place: Waiting, session: ClientSession): Promise<void> {
    await waitingCollection
      .on(this.connection)
      .insertMany([toDocument(place)], { session })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? new StaleWriteError('the account joined in between') : error;
      });
  }

  /** Stores `after` if the stored place is still `before`. @returns false otherwise */
  async replace({ id, version }: Waiting, after: Waiting, session: ClientSession): Promise<boolean> {
    const { matchedCount } = await waitingCollection.on(this.connection).replaceOne({ _id: id, version }, toDocument(after), { session });
    return matchedCount === 1;
  }

  async remove({ id }: Waiting, session: ClientSession): Promise<void> {
    await waitingCollection.on(this.connection).deleteOne({ _id: id }, { session });
  }
}
