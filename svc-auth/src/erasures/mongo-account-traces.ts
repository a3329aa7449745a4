import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { accountRequestsCollection } from '../accounts/account-request.schema.ts';
import { linksCollection } from '../links/link.schema.ts';
import { loginPlacesCollection } from '../login-places/login-place.schema.ts';
import { passkeysCollection } from '../passkeys/passkey.schema.ts';
import { sessionsCollection, type SessionDocument } from '../sessions/session.schema.ts';
import { usersCollection } from '../users/user.schema.ts';
import type { LoginPlace } from '../login-places/login-place.ts';

/** The beginning of time: a condition that every document meets, so that an index on a time serves the query. */
const EVER = new Date(0);

/** A login of an account, as its owner may see it. */
export interface Login {
  readonly openedAt: Date;
  readonly signedInAt: Date;
  readonly expiresAt: Date;
}

/** Everything in this service that belongs to an account. */
export class MongoAccountTraces {
  constructor(private readonly connection: Connection) {}

  async loginsOf(userId: UserId): Promise<Login[]> {
    return sessionsCollection
      .on(this.connection)
      .find({ userId }, { _id: 0, openedAt: 1, signedInAt: 1, expiresAt: 1 })
      .lean<Pick<SessionDocument, 'openedAt' | 'signedInAt' | 'expiresAt'>[]>();
  }

  /** From where somebody signed in. */
  async placesOf(userId: UserId): Promise<LoginPlace[]> {
    return loginPlacesCollection.read(this.connection, { userId });
  }

  /** Deletes the account with its sessions, places, passkeys, links, and requests made for its address. */
  async remove(userId: UserId, emailKey: string, transaction: ClientSession): Promise<void> {
    const session = { session: transaction };
    await usersCollection.on(this.connection).deleteOne({ _id: userId }, session);
    await sessionsCollection.on(this.connection).deleteMany({ userId }, session);
    await loginPlacesCollection.on(this.connection).deleteMany({ userId }, session);
    await passkeysCollection.on(this.connection).deleteMany({ userId }, session);
    await linksCollection.on(this.connection).deleteMany({ userId }, session);
    await accountRequestsCollection.on(this.connection).deleteMany({ createdAt: { $gte: EVER }, emailKey }, session);
  }
}
