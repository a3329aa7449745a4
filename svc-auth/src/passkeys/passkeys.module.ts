import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { Module } from '@nestjs/common';
import { ADDRESS_PSEUDONYM, SECRETS } from '../secrets/secrets.codec.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { setting } from '../settings.ts';
import { WebAuthnAuthenticators } from './web-authn-authenticators.ts';
import { MongoChallenges } from './mongo-challenges.ts';
import { Challenges } from './challenges.ts';
import { MongoPasskeys } from './mongo-passkeys.ts';
import { PasskeyRule } from './passkey-rule.ts';

@Module({
  imports: [SecretsModule],
  providers: [
    provide(MongoPasskeys, MONGO),
    provide(MongoChallenges, MONGO),
    provide(WebAuthnAuthenticators, setting('PUBLIC_ORIGIN')),
    provide(WindowCounts, MONGO, CLOCK),
    provide(Challenges, MongoChallenges, WindowCounts, SECRETS, ADDRESS_PSEUDONYM, CLOCK),
    provide(PasskeyRule, setting('AUTH_PASSKEYS_DEMANDED')),
  ],
  exports: [MongoPasskeys, WebAuthnAuthenticators, Challenges, PasskeyRule],
})
export class PasskeysModule {}
