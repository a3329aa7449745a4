import { authRoutes } from '@concert/contracts/auth/http';
import type { PasskeyView } from '@concert/contracts/auth/passkeys';
import { DomainError } from '@concert/service-kit/process/errors';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Passkey } from '../passkeys/passkey.ts';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { sendSessionSecret, signedIn, type ReplyHeaders } from '../sessions/session-headers.ts';
import { ChangePasskeys } from './change-passkeys.ts';
import { ProvePasskey } from './prove-passkey.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class OwnPasskeysController {
  constructor(
    private readonly provePasskey: ProvePasskey,
    private readonly changePasskeys: ChangePasskeys,
    @Inject(MongoPasskeys) private readonly passkeys: MongoPasskeys,
  ) {}

  @Handles(authRoutes.beginPasskeyProof)
  async beginProof({ who, source }: In['beginPasskeyProof']): Promise<Out['beginPasskeyProof']> {
    return this.provePasskey.begin(who, source);
  }

  @Handles(authRoutes.provePasskey)
  async prove({ body, who, source }: In['provePasskey'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['provePasskey']> {
    return signedIn(head, await this.provePasskey.prove(body.assertion, who, source));
  }

  @Handles(authRoutes.listPasskeys)
  async list({ who }: In['listPasskeys']): Promise<Out['listPasskeys']> {
    return { passkeys: (await this.passkeys.ofUser(who.userId)).map(viewOf) };
  }

  @Handles(authRoutes.beginPasskey)
  async begin({ who, source }: In['beginPasskey']): Promise<Out['beginPasskey']> {
    return this.changePasskeys.begin(who, source);
  }

  @Handles(authRoutes.addPasskey)
  async add({ body, who }: In['addPasskey'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['addPasskey']> {
    const { passkey, opened } = await this.changePasskeys.add(who, body.name, body.registration);
    if (opened) sendSessionSecret(head, opened);
    return { passkey: viewOf(passkey), message: 'Passkey added' };
  }

  @Handles(authRoutes.renamePasskey)
  async rename({ params, body, who }: In['renamePasskey']): Promise<Out['renamePasskey']> {
    const passkey = await this.passkeys.rename(params.passkeyId, who.userId, body.name);
    if (!passkey) throw new DomainError('auth.passkey_not_found');
    return viewOf(passkey);
  }

  @Handles(authRoutes.removePasskey)
  async remove({ params, who }: In['removePasskey']): Promise<void> {
    await this.changePasskeys.remove(who, params.passkeyId);
  }
}

function viewOf({ id, name, createdAt, lastUsedAt, backedUp }: Passkey): PasskeyView {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null, backedUp };
}
