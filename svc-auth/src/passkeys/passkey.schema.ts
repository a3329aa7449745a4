import { TRANSPORTS, type Transport } from '@concert/contracts/auth/passkeys';
import type { PasskeyId } from '@concert/contracts/core/ids';
import { defineCollection } from '@concert/service-kit/store/collection';
import type { Passkey } from './passkey.ts';

export interface PasskeyDocument extends Omit<Passkey, 'id' | 'transports'> {
  _id: PasskeyId;
  transports: Transport[];
}

export const passkeysCollection = defineCollection<PasskeyDocument>({
  name: 'passkeys',
  stores: 'The public half of a passkey of an account',
  kept: 'until its owner removes it, or an admin does because it was lost',
  fields: {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    name: { type: String, required: true },
    credentialId: { type: String, required: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    backupEligible: { type: Boolean, required: true },
    backedUp: { type: Boolean, required: true },
    transports: { type: [{ type: String, enum: TRANSPORTS }], required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date },
  },
  indexes: [
    { name: 'uq_credential', key: { credentialId: 1 }, options: { unique: true }, serves: 'the passkey that an authenticator used' },
    { name: 'of_user', key: { userId: 1, createdAt: 1 }, serves: "an account's passkeys, oldest first" },
  ],
});
