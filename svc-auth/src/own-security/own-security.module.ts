import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoLinks } from '../links/mongo-links.ts';
import { RequestMail } from '../links/request-mail.ts';
import { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { OpenSession } from '../sessions/open-session.ts';
import { SessionRule } from '../sessions/session-rule.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { ChangePassword } from './change-password.ts';
import { OwnSecurityController } from './own-security.controller.ts';

@Module({
  imports: [SessionsModule],
  controllers: [OwnSecurityController],
  providers: [
    provide(
      ChangePassword,
      MongoUsers,
      MongoLinks,
      MongoSessions,
      Argon2Passwords,
      LoginThrottle,
      OpenSession,
      RequestMail,
      Transactions,
      Log,
    ),
  ],
})
export class OwnSecurityModule {}
