import { authRoutes } from '@concert/contracts/auth/http';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { SecurityEvents } from '@concert/service-kit/identity/security-events';
import { Module } from '@nestjs/common';
import { MongoLinks } from '../links/mongo-links.ts';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { OpenSession } from '../sessions/open-session.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { setting } from '../settings.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { EnterByGoogle } from './enter-by-google.ts';
import { MongoFlows } from './mongo-flows.ts';
import { GoogleSignIn } from './google-sign-in.ts';
import { GoogleController } from './google.controller.ts';
import { OpenIdGoogle } from './openid-google.ts';

@Module({
  imports: [SessionsModule],
  controllers: [GoogleController],
  providers: [
    provide(MongoFlows, MONGO),
    provideBy(
      OpenIdGoogle,
      [setting.all],
      (settings) =>
        new OpenIdGoogle({
          issuer: settings.GOOGLE_ISSUER,
          clientId: settings.GOOGLE_CLIENT_ID,
          clientSecret: settings.GOOGLE_CLIENT_SECRET,
          redirectUri: `${settings.PUBLIC_ORIGIN}${authRoutes.finishGoogle.path}`,
        }),
    ),
    provide(EnterByGoogle, MongoUsers, MongoSessions, MongoLinks, Transactions, CLOCK, IDS),
    provide(GoogleSignIn, OpenIdGoogle, MongoFlows, EnterByGoogle, OpenSession, SECRETS, CLOCK, Log, SecurityEvents),
  ],
})
export class GoogleModule {}
