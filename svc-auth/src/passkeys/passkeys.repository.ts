import type { PasskeyId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Passkey, PasskeyUse } from './passkey.ts';

export const PASSKEYS = token<PasskeysRepository>('PasskeysRepository');

/** Where passkeys are kept. */
export interface PasskeysRepository {
  byCredentialId(credentialId: string): Promise<Passkey | undefined>;
  /** Oldest first. */
  ofUser(userId: UserId, transaction?: ClientSession): Promise<Passkey[]>;
  /** @throws the driver's duplicate key error when the credential is known */
  add(passkey: Passkey, transaction: ClientSession): Promise<void>;
  /**
   * Remembers a use.
   * @param counter what the passkey's counter was when the use was checked
   * @returns false when it was used or removed meanwhile
   */
  used(id: PasskeyId, counter: number, use: PasskeyUse, at: Date, transaction: ClientSession): Promise<boolean>;
  /** @returns the passkey as it is now; undefined when the person has none with this id */
  rename(id: PasskeyId, userId: UserId, name: string): Promise<Passkey | undefined>;
  remove(id: PasskeyId, transaction: ClientSession): Promise<void>;
  removeAllOf(userId: UserId, transaction: ClientSession): Promise<void>;
}
