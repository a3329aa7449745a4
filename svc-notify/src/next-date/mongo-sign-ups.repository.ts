import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { SignUp, SignUpId } from './sign-up.ts';
import type { SignUpsRepository } from './sign-ups.repository.ts';

export const SIGN_UPS_COLLECTION = 'next-date-sign-ups';

export const signUpIndexes: readonly IndexSpec[] = [
  {
    collection: SIGN_UPS_COLLECTION,
    name: 'uq_email',
    key: { emailKey: 1 },
    options: { unique: true },
    serves: 'one sign-up of each address',
  },
  {
    collection: SIGN_UPS_COLLECTION,
    name: 'ttl_forget',
    key: { forgetAt: 1 },
    options: { expireAfterSeconds: 0 },
    serves: 'an address that nobody confirmed goes by itself',
  },
];

interface SignUpDocument extends Omit<SignUp, 'id'> {
  _id: SignUpId;
}

const toSignUp = ({ _id, ...rest }: SignUpDocument): SignUp => ({ id: _id, ...rest });

export class MongoSignUpsRepository implements SignUpsRepository {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<SignUp | undefined> {
    const found = await this.collection().findOne({ _id: id as SignUpId }, transaction ? { session: transaction } : {});
    return found ? toSignUp(found) : undefined;
  }

  async byEmail(emailKey: string, transaction: ClientSession): Promise<SignUp | undefined> {
    const found = await this.collection().findOne({ emailKey }, { session: transaction });
    return found ? toSignUp(found) : undefined;
  }

  async add({ id, ...rest }: SignUp, transaction: ClientSession): Promise<void> {
    await this.collection().insertOne({ _id: id, ...rest }, { session: transaction });
  }

  async replace({ id, ...rest }: SignUp, transaction: ClientSession): Promise<void> {
    await this.collection().replaceOne({ _id: id }, rest, { session: transaction });
  }

  async remove(id: string): Promise<void> {
    await this.collection().deleteOne({ _id: id as SignUpId });
  }

  private collection() {
    return collectionOf<SignUpDocument>(this.connection, SIGN_UPS_COLLECTION);
  }
}
