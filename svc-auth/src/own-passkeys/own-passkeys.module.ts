import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { SecurityEvents } from '@concert/service-kit/identity/security-events';
import { Module } from '@nestjs/common';
import { RequestMail } from '../links/request-mail.ts';
import { WebAuthnAuthenticators } from '../passkeys/web-authn-authenticators.ts';
import { Challenges } from '../passkeys/challenges.ts';
import { PasskeyRule } from '../passkeys/passkey-rule.ts';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { OpenSession } from '../sessions/open-session.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { setting } from '../settings.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { OwnPasskeysController } from './own-passkeys.controller.ts';
import { OwnPasskeys } from './own-passkeys.ts';

@Module({
  imports: [SessionsModule],
  controllers: [OwnPasskeysController],
  providers: [
    provide(
      OwnPasskeys,
      MongoPasskeys,
      MongoUsers,
      Challenges,
      WebAuthnAuthenticators,
      OpenSession,
      RequestMail,
      Transactions,
      Outbox,
      SecurityEvents,
      CLOCK,
      IDS,
      Log,
      setting('PUBLIC_ORIGIN'),
      PasskeyRule,
    ),
  ],
})
export class OwnPasskeysModule {}
