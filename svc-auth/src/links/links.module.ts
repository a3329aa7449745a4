import { CLOCK } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { PasskeyRule } from '../passkeys/passkey-rule.ts';
import { PASSWORDS } from '../passwords/passwords.ts';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { OpenSession } from '../sessions/open-session.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SESSIONS } from '../sessions/sessions.repository.ts';
import { setting } from '../settings.ts';
import { USERS } from '../users/users.repository.ts';
import { Handoff } from './handoff.ts';
import { HmacLinkTokens, LINK_TOKENS } from './link-tokens.codec.ts';
import { LinksController } from './links.controller.ts';
import { LINKS } from './links.repository.ts';
import { MongoLinksRepository } from './mongo-links.repository.ts';
import { RequestMail } from './request-mail.ts';
import { SetPassword } from './set-password.ts';
import { ShowAccountMail } from './show-account-mail.ts';
import { VerifyEmail } from './verify-email.ts';

@Module({
  imports: [SessionsModule],
  controllers: [LinksController],
  providers: [
    provideAs(LINKS, MongoLinksRepository, MONGO),
    provideAs(LINK_TOKENS, HmacLinkTokens, setting('AUTH_LINK_KEYS')),
    provide(RequestMail, LINKS, LINK_TOKENS, SECRETS, Outbox, CLOCK),
    provide(ShowAccountMail, LINKS, USERS, LINK_TOKENS, SECRETS, CLOCK, setting('PUBLIC_ORIGIN')),
    provide(VerifyEmail, LINKS, USERS, PASSWORDS, LoginThrottle, Transactions, SECRETS, CLOCK, Log),
    provide(SetPassword, LINKS, USERS, SESSIONS, PASSWORDS, LoginThrottle, Transactions, SECRETS, CLOCK, Log),
    provide(Handoff, LINKS, USERS, OpenSession, SECRETS, PasskeyRule, LoginThrottle, CLOCK),
  ],
  exports: [SessionsModule, LINKS, RequestMail],
})
export class LinksModule {}
