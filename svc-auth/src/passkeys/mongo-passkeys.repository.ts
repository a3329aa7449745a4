import type { PasskeyId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { passkeysCollection, type PasskeyDocument } from './passkey.schema.ts';
import type { Passkey, PasskeyUse } from './passkey.ts';
import type { PasskeysRepository } from './passkeys.repository.ts';

const toPasskey = ({ _id, ...rest }: PasskeyDocument): Passkey => ({ id: _id, ...rest });

export class MongoPasskeysRepository implements PasskeysRepository {
  constructor(private readonly connection: Connection) {}

  async byCredentialId(credentialId: string): Promise<Passkey | undefined> {
    const found = await passkeysCollection.readOne(this.connection, { credentialId });
    return found ? toPasskey(found) : undefined;
  }

  async ofUser(userId: UserId, transaction?: ClientSession): Promise<Passkey[]> {
    const found = await passkeysCollection.read(this.connection, { userId }, { sort: { createdAt: 1 }, session: transaction });
    return found.map(toPasskey);
  }

  async add({ id, transports, ...rest }: Passkey, transaction: ClientSession): Promise<void> {
    await this.passkeys.create([{ _id: id, ...rest, transports: [...transports] }], { session: transaction });
  }

  async used(id: PasskeyId, counter: number, use: PasskeyUse, at: Date, transaction: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.passkeys.updateOne(
      { _id: id, counter },
      { $set: { ...use, lastUsedAt: at } },
      { session: transaction },
    );
    return matchedCount === 1;
  }

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
