import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { HmacLinkTokens } from '../links/link-tokens.codec.ts';
import { MongoLinks } from '../links/mongo-links.ts';
import { MailBudget } from '../mail-budget/mail-budget.ts';
import { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { PasskeyRule } from '../passkeys/passkey-rule.ts';
import { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { OpenSession } from '../sessions/open-session.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SessionRule } from '../sessions/session-rule.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { SignIn } from '../sessions/sign-in.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { UseSignInCode } from './use-sign-in-code.ts';
import { SessionHandoff } from './handoff.ts';
import { UsePasswordLinks } from './use-password-links.ts';
import { UsedLinksController } from './used-links.controller.ts';

@Module({
  imports: [SessionsModule],
  controllers: [UsedLinksController],
  providers: [
    provide(
      UsePasswordLinks,
      MongoLinks,
      MongoUsers,
      Argon2Passwords,
      LoginThrottle,
      MailBudget,
      SignIn,
      OpenSession,
      SECRETS,
      CLOCK,
      Log,
      MongoSessions,
      Transactions,
    ),
    provide(UseSignInCode, MongoLinks, MongoUsers, MongoSessions, OpenSession, LoginThrottle, MailBudget, CLOCK, HmacLinkTokens, SECRETS),
    provide(SessionHandoff, MongoLinks, MongoUsers, MongoSessions, SessionRule, OpenSession, SECRETS, PasskeyRule, UseSignInCode, CLOCK),
  ],
})
export class UsedLinksModule {}
