import { authRoutes } from '@concert/contracts/auth/http';
import type { PasskeyView } from '@concert/contracts/auth/passkeys';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { DomainError } from '@concert/service-kit/process/errors';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import type { Passkey } from '../passkeys/passkey.ts';
import { sendSessionSecret, signedIn } from '../sessions/session-headers.ts';
import { OwnPasskeys } from './own-passkeys.ts';

export const OwnPasskeysController = controllerOf(
  authRoutes,
  { own: OwnPasskeys, passkeys: MongoPasskeys },
  {
    beginPasskeyProof: ({ who, source }, { own }) => own.beginProof(who, source),
    provePasskey: async ({ body, who, source }, { own }, head) => signedIn(head, await own.prove(body.assertion, who, source)),
    listPasskeys: async ({ who }, { passkeys }) => ({ passkeys: (await passkeys.ofUser(who.userId)).map(viewOf) }),
    beginPasskey: ({ who, source }, { own }) => own.begin(who, source),
    addPasskey: async ({ body, who }, { own }, head) => {
      const { passkey, opened } = await own.add(who, body.name, body.registration);
      if (opened) sendSessionSecret(head, opened);
      return { passkey: viewOf(passkey), message: 'Passkey added' };
    },
    renamePasskey: async ({ params, body, who }, { passkeys }) => {
      const passkey = await passkeys.rename(params.passkeyId, who.userId, body.name);
      if (!passkey) throw new DomainError('auth.passkey_not_found');
      return viewOf(passkey);
    },
    removePasskey: ({ params, who }, { own }) => own.remove(who, params.passkeyId),
  },
);

function viewOf({ id, name, createdAt, lastUsedAt, backedUp }: Passkey): PasskeyView {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null, backedUp };
}
