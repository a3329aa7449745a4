import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { SignUp } from './sign-up.ts';

export const SIGN_UPS = token<SignUpsRepository>('SignUpsRepository');

/** Stores who wants to hear of the next date. */
export interface SignUpsRepository {
  byId(id: string, transaction?: ClientSession): Promise<SignUp | undefined>;
  byEmail(emailKey: string, transaction: ClientSession): Promise<SignUp | undefined>;
  /** Everybody who confirmed an address. */
  confirmed(): Promise<Pick<SignUp, 'id' | 'email'>[]>;
  /** @throws when the address has a sign-up already: the database refuses the second */
  add(signUp: SignUp, transaction: ClientSession): Promise<void>;
  replace(signUp: SignUp, transaction: ClientSession): Promise<void>;
  /** Deletes the sign-up with its address. */
  remove(id: string): Promise<void>;
}
