import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { loginPlacesCollection } from './login-place.schema.ts';
import type { LoginPlace } from './login-place.ts';

/** From where people signed in. */
export class MongoLoginPlaces {
  constructor(
    private readonly connection: Connection,
    /** Makes a key that does not reveal what it was made of. */
    private readonly keyOf: (...parts: string[]) => string,
  ) {}

  /** Those that are kept of an account, the latest first. */
  async of(userId: UserId, transaction: ClientSession): Promise<LoginPlace[]> {
    return this.places.find({ userId }, { _id: 0 }).sort({ lastAt: -1 }).session(transaction).lean<LoginPlace[]>();
  }

  /** Keeps a place, or its later login. */
  async keep(place: LoginPlace, transaction: ClientSession): Promise<void> {
    const _id = this.keyOf('login place', place.userId, place.network, place.device);
    await this.places.updateOne({ _id }, { $set: place }, { upsert: true, session: transaction });
  }

  async forget({ userId, network, device }: LoginPlace, transaction: ClientSession): Promise<void> {
    await this.places.deleteOne({ userId, network, device }, { session: transaction });
  }

  private get places() {
    return loginPlacesCollection.on(this.connection);
  }
}
