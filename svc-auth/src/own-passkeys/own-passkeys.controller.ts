import { authRoutes } from '@concert/contracts/auth/http';
import type { PasskeyView } from '@concert/contracts/auth/passkeys';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { DomainError } from '@concert/service-kit/process/errors';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import type { Passkey } from '../passkeys/passkey.ts';
import { sendSessionSecret, signedIn } from '../sessions/session-headers.ts';
import { ChangePasskeys } from './change-passkeys.ts';
import { ProvePasskey } from './prove-passkey.ts';

export const OwnPasskeysController = controllerOf(
  authRoutes,
  { proof: ProvePasskey, change: ChangePasskeys, passkeys: MongoPasskeys },
  {
    beginPasskeyProof: ({ who, source }, { proof }) => proof.begin(who, source),
    provePasskey: async ({ body, who, source }, { proof }, head) => signedIn(head, await proof.prove(body.assertion, who, source)),
    listPasskeys: async ({ who }, { passkeys }) => ({ passkeys: (await passkeys.ofUser(who.userId)).map(viewOf) }),
    beginPasskey: ({ who, source }, { change }) => change.begin(who, source),
    addPasskey: async ({ body, who }, { change }, head) => {
      const { passkey, opened } = await change.add(who, body.name, body.registration);
      if (opened) sendSessionSecret(head, opened);
      return { passkey: viewOf(passkey), message: 'Passkey added' };
    },
    renamePasskey: async ({ params, body, who }, { passkeys }) => {
      const passkey = await passkeys.rename(params.passkeyId, who.userId, body.name);
      if (!passkey) throw new DomainError('auth.passkey_not_found');
      return viewOf(passkey);
    },
    removePasskey: ({ params, who }, { change }) => change.remove(who, params.passkeyId),
  },
);

function viewOf({ id, name, createdAt, lastUsedAt, backedUp }: Passkey): PasskeyView {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null, backedUp };
}
