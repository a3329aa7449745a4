import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { Module } from '@nestjs/common';
import { ADDRESS_PSEUDONYM, SECRETS } from '../secrets/secrets.codec.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { setting } from '../settings.ts';
import { AUTHENTICATORS } from './authenticators.ts';
import { CHALLENGES } from './challenges.repository.ts';
import { Challenges } from './challenges.ts';
import { MongoChallengesRepository } from './mongo-challenges.repository.ts';
import { MongoPasskeysRepository } from './mongo-passkeys.repository.ts';
import { PasskeyRule } from './passkey-rule.ts';
import { PASSKEYS } from './passkeys.repository.ts';
import { WebAuthnAuthenticators } from './web-authn-authenticators.ts';

@Module({
  imports: [SecretsModule],
  providers: [
    provideAs(PASSKEYS, MongoPasskeysRepository, MONGO),
    provideAs(CHALLENGES, MongoChallengesRepository, MONGO),
    provideAs(AUTHENTICATORS, WebAuthnAuthenticators, setting('PUBLIC_ORIGIN')),
    provide(WindowCounts, MONGO, CLOCK),
    provide(Challenges, CHALLENGES, WindowCounts, SECRETS, ADDRESS_PSEUDONYM, CLOCK),
    provide(PasskeyRule, setting('AUTH_PASSKEYS_DEMANDED')),
  ],
  exports: [PASSKEYS, AUTHENTICATORS, Challenges, PasskeyRule],
})
export class PasskeysModule {}
