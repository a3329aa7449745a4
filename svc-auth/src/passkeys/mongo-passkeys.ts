import type { PasskeyId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { passkeysCollection, type PasskeyDocument } from './passkey.schema.ts';
import type { Passkey, PasskeyUse } from './passkey.ts';

const toPasskey = ({ _id, ...rest }: PasskeyDocument): Passkey => ({ id: _id, ...rest });

/** Where passkeys are kept. */
export class MongoPasskeys {
  constructor(private readonly connection: Connection) {}

  async byCredentialId(credentialId: string): Promise<Passkey | undefined> {
    const found = await passkeysCollection.readOne(this.connection, { credentialId });
    return found ? toPasskey(found) : undefined;
  }

  /** Oldest first. */
  async ofUser(userId: UserId, transaction?: ClientSession): Promise<Passkey[]> {
    const found = await passkeysCollection.read(this.connection, { userId }, { sort: { createdAt: 1 }, session: transaction });
    return found.map(toPasskey);
  }

  /** @throws the driver's duplicate key error when the credential is known */
  async add({ id, transports, ...rest }: Passkey, transaction: ClientSession): Promise<void> {
    await this.passkeys.create([{ _id: id, ...rest, transports: [...transports] }], { session: transaction });
  }

  /**
   * Remembers a use.
   * @param counter what the passkey's counter was when the use was checked
   * @returns false when it was used or removed meanwhile
   */
  async used(id: PasskeyId, counter: number, use: PasskeyUse, at: Date, transaction: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.passkeys.updateOne(
      { _id: id, counter },
      { $set: { ...use, lastUsedAt: at } },
      { session: transaction },
    );
    return matchedCount === 1;
  }

  /** @returns the passkey as it is now; undefined when the person has none with this id */
  async rename(id: PasskeyId, userId: UserId, name: string): Promise<Passkey | undefined> {
    const found = await this.passkeys
      .findOneAndUpdate({ _id: id, userId }, { $set: { name } }, { returnDocument: 'after' })
      .lean<PasskeyDocument>();
    return found ? toPasskey(found) : undefined;
  }

  async remove(id: PasskeyId, transaction: ClientSession): Promise<void> {
    await this.passkeys.deleteOne({ _id: id }, { session: transaction });
  }

  async removeAllOf(userId: UserId, transaction: ClientSession): Promise<void> {
    await this.passkeys.deleteMany({ userId }, { session: transaction });
  }

  private get passkeys() {
    return passkeysCollection.on(this.connection);
  }
}
