import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { SignUp, SignUpId } from './sign-up.ts';
import { signUpsCollection, type SignUpDocument } from './sign-up.schema.ts';

/** The beginning of time, so that an index on a time serves a query for whoever has that time at all. */
const EVER = new Date(0);

const toSignUp = ({ _id, ...rest }: SignUpDocument): SignUp => ({ id: _id, ...rest });

/** Stores who wants to hear of the next date. */
export class MongoSignUps {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<SignUp | undefined> {
    const found = await signUpsCollection.readOne(this.connection, { _id: id as SignUp['id'] }, { session: transaction });
    return found ? toSignUp(found) : undefined;
  }

  async byEmail(emailKey: string, transaction: ClientSession): Promise<SignUp | undefined> {
    const found = await signUpsCollection.readOne(this.connection, { emailKey }, { session: transaction });
    return found ? toSignUp(found) : undefined;
  }

  /** Everybody who confirmed an address. */
  async confirmed(): Promise<Pick<SignUp, 'id' | 'email'>[]> {
    const found = await this.signUps.find({ confirmedAt: { $gte: EVER } }, { email: 1 }).lean<Pick<SignUpDocument, '_id' | 'email'>[]>();
    return found.map(({ _id, email }) => ({ id: _id, email }));
  }

  /** @throws when the address has a sign-up already: the database refuses the second */
  async add({ id, ...rest }: SignUp, transaction: ClientSession): Promise<void> {
    await this.signUps.create([{ _id: id, ...rest }], { session: transaction });
  }

  async replace({ id, ...rest }: SignUp, transaction: ClientSession): Promise<void> {
    await this.signUps.replaceOne({ _id: id }, { _id: id, ...rest }, { session: transaction });
  }

  /** Deletes the sign-up with its address. */
  async remove(id: string): Promise<void> {
    await this.signUps.deleteOne({ _id: id as SignUpId });
  }

  private get signUps() {
    return signUpsCollection.on(this.connection);
  }
}
