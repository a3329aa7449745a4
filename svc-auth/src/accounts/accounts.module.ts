import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { RequestMail } from '../links/request-mail.ts';
import { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { MongoAccountRequests } from './mongo-account-requests.ts';
import { AccountsController } from './accounts.controller.ts';
import { AskFor } from './ask-for.ts';
import { MailBudget } from '../mail-budget/mail-budget.ts';

/** How often the service looks for requests that a stopped process left unhandled. */
const LOOK_EVERY_MS = 5_000;

@Module({
  imports: [SessionsModule],
  controllers: [AccountsController],
  providers: [
    provide(MongoAccountRequests, MONGO),
    provide(AskFor, MongoAccountRequests, MailBudget, Argon2Passwords, SECRETS, CLOCK, Log, MongoUsers, RequestMail, Transactions, IDS),
    provideTask('account-requests', LOOK_EVERY_MS, AskFor, (task) => task.handleLeftBehind()),
  ],
})
export class AccountsModule {}
