import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { PASSWORDS, type Passwords } from '../passwords/passwords.ts';
import { OpenSession } from '../sessions/open-session.ts';
import { SECRETS, type Secrets } from '../sessions/secrets.codec.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SESSIONS, type SessionsRepository } from '../sessions/sessions.repository.ts';
import type { AuthSettings } from '../settings.ts';
import { SlowDown } from '../slowing/slow-down.ts';
import { USERS, type UsersRepository } from '../users/users.repository.ts';
import { Handoff } from './handoff.ts';
import { HmacLinkTokens, LINK_TOKENS, type LinkTokens } from './link-tokens.codec.ts';
import { LinksController } from './links.controller.ts';
import { LINKS, type LinksRepository } from './links.repository.ts';
import { MongoLinksRepository } from './mongo-links.repository.ts';
import { OweMail } from './owe-mail.ts';
import { SetPassword } from './set-password.ts';
import { ShowAccountMail } from './show-account-mail.ts';
import { VerifyEmail } from './verify-email.ts';

@Module({
  imports: [SessionsModule],
  controllers: [LinksController],
  providers: [
    { provide: LINKS, inject: [MONGO], useFactory: (connection: Connection) => new MongoLinksRepository(connection) },
    { provide: LINK_TOKENS, inject: [SETTINGS], useFactory: (settings: AuthSettings) => new HmacLinkTokens(settings.AUTH_LINK_KEY) },
    {
      provide: OweMail,
      inject: [LINKS, LINK_TOKENS, SECRETS, Outbox, CLOCK],
      useFactory: (links: LinksRepository, tokens: LinkTokens, secrets: Secrets, outbox: Outbox, clock: Clock) =>
        new OweMail(links, tokens, secrets, outbox, clock),
    },
    {
      provide: ShowAccountMail,
      inject: [LINKS, USERS, LINK_TOKENS, CLOCK, SETTINGS],
      useFactory: (links: LinksRepository, users: UsersRepository, tokens: LinkTokens, clock: Clock, settings: AuthSettings) =>
        new ShowAccountMail(links, users, tokens, clock, settings.PUBLIC_ORIGIN),
    },
    {
      provide: VerifyEmail,
      inject: [LINKS, USERS, PASSWORDS, SlowDown, Transactions, Outbox, SECRETS, CLOCK, Log],
      useFactory: (
        links: LinksRepository,
        users: UsersRepository,
        passwords: Passwords,
        slowDown: SlowDown,
        transactions: Transactions,
        outbox: Outbox,
        secrets: Secrets,
        clock: Clock,
        log: Log,
      ) => new VerifyEmail(links, users, passwords, slowDown, transactions, outbox, secrets, clock, log),
    },
    {
      provide: SetPassword,
      inject: [LINKS, USERS, SESSIONS, PASSWORDS, SlowDown, Transactions, Outbox, SECRETS, CLOCK, Log],
      useFactory: (
        links: LinksRepository,
        users: UsersRepository,
        sessions: SessionsRepository,
        passwords: Passwords,
        slowDown: SlowDown,
        transactions: Transactions,
        outbox: Outbox,
        secrets: Secrets,
        clock: Clock,
        log: Log,
      ) => new SetPassword(links, users, sessions, passwords, slowDown, transactions, outbox, secrets, clock, log),
    },
    {
      provide: Handoff,
      inject: [LINKS, USERS, OpenSession, SECRETS, CLOCK],
      useFactory: (links: LinksRepository, users: UsersRepository, openSession: OpenSession, secrets: Secrets, clock: Clock) =>
        new Handoff(links, users, openSession, secrets, clock),
    },
  ],
  exports: [SessionsModule, LINKS, OweMail],
})
export class LinksModule {}
