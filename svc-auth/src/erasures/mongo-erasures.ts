import { HOUR_MS } from '@concert/contracts/core/durations';
import type { UserId } from '@concert/contracts/core/ids';
import { isOver } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { Erasure } from './erasure.ts';
import { erasuresCollection, type ErasureDocument } from './erasure.schema.ts';

const toErasure = ({ _id, ...rest }: ErasureDocument): Erasure => ({ userId: _id, ...rest });
const toDocument = ({ userId, awaits, ...rest }: Erasure): ErasureDocument => ({ _id: userId, awaits: [...awaits], ...rest });

/** Stores erasures. */
export class MongoErasures {
  constructor(private readonly connection: Connection) {}

  async byUser(userId: UserId, transaction?: ClientSession): Promise<Erasure | undefined> {
    const found = await erasuresCollection.readOne(this.connection, { _id: userId }, { session: transaction });
    return found ? toErasure(found) : undefined;
  }

  /** Those to be announced again by now, the longest waiting first. */
  async unfinished(now: Date, most: number): Promise<Erasure[]> {
    const found = await erasuresCollection.read(this.connection, isOver('republishAt', now, HOUR_MS), {
      sort: { republishAt: 1 },
      limit: most,
    });
    return found.map(toErasure);
  }

  async add(erasure: Erasure, transaction: ClientSession): Promise<void> {
    await erasuresCollection.on(this.connection).create([toDocument(erasure)], { session: transaction });
  }

  /** @throws StaleWriteError when it changed since it was read; the transaction then starts over */
  async replace(before: Erasure, after: Erasure, transaction: ClientSession): Promise<void> {
    await erasuresCollection.replace(this.connection, before.version, toDocument(after), transaction);
  }
}
