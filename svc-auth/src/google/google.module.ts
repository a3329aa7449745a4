import { authRoutes } from '@concert/contracts/auth/http';
import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module.ts';
import { LINKS, type LinksRepository } from '../links/links.repository.ts';
import { OpenSession } from '../sessions/open-session.ts';
import { SECRETS, type Secrets } from '../sessions/secrets.codec.ts';
import { SESSIONS, type SessionsRepository } from '../sessions/sessions.repository.ts';
import type { AuthSettings } from '../settings.ts';
import { USERS, type UsersRepository } from '../users/users.repository.ts';
import { EnterByGoogle } from './enter-by-google.ts';
import { FLOWS, type FlowsRepository } from './flows.repository.ts';
import { GoogleSignIn } from './google-sign-in.ts';
import { GoogleController } from './google.controller.ts';
import { GOOGLE, type Google } from './google.ts';
import { MongoFlowsRepository } from './mongo-flows.repository.ts';
import { OpenIdGoogle } from './openid-google.ts';

@Module({
  imports: [LinksModule],
  controllers: [GoogleController],
  providers: [
    { provide: FLOWS, inject: [MONGO], useFactory: (connection: Connection) => new MongoFlowsRepository(connection) },
    {
      provide: GOOGLE,
      inject: [SETTINGS],
      useFactory: (settings: AuthSettings) =>
        new OpenIdGoogle({
          issuer: settings.GOOGLE_ISSUER,
          clientId: settings.GOOGLE_CLIENT_ID,
          clientSecret: settings.GOOGLE_CLIENT_SECRET,
          redirectUri: `${settings.PUBLIC_ORIGIN}${authRoutes.finishGoogle.path}`,
        }),
    },
    {
      provide: EnterByGoogle,
      inject: [USERS, SESSIONS, LINKS, Transactions, Outbox, CLOCK, IDS],
      useFactory: (
        users: UsersRepository,
        sessions: SessionsRepository,
        links: LinksRepository,
        transactions: Transactions,
        outbox: Outbox,
        clock: Clock,
        ids: Ids,
      ) => new EnterByGoogle(users, sessions, links, transactions, outbox, clock, ids),
    },
    {
      provide: GoogleSignIn,
      inject: [GOOGLE, FLOWS, EnterByGoogle, OpenSession, SECRETS, CLOCK, Log],
      useFactory: (
        google: Google,
        flows: FlowsRepository,
        enterByGoogle: EnterByGoogle,
        openSession: OpenSession,
        secrets: Secrets,
        clock: Clock,
        log: Log,
      ) => new GoogleSignIn(google, flows, enterByGoogle, openSession, secrets, clock, log),
    },
  ],
})
export class GoogleModule {}
