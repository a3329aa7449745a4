import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Schedules } from '@concert/service-kit/schedules';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module.ts';
import { OweMail } from '../links/owe-mail.ts';
import { PASSWORDS, type Passwords } from '../passwords/passwords.ts';
import { SECRETS, type Secrets } from '../sessions/secrets.codec.ts';
import type { AuthSettings } from '../settings.ts';
import { USERS, type UsersRepository } from '../users/users.repository.ts';
import { ACCOUNT_REQUESTS, type AccountRequestsRepository } from './account-requests.repository.ts';
import { AccountsController } from './accounts.controller.ts';
import { AskFor } from './ask-for.ts';
import { HandleRequest } from './handle-request.ts';
import { MailBudget } from './mail-budget.ts';
import { MongoAccountRequestsRepository } from './mongo-account-requests.repository.ts';

/** How often requests that a process left behind are looked for. */
const LOOK_EVERY_MS = 5_000;

@Module({
  imports: [LinksModule],
  controllers: [AccountsController],
  providers: [
    { provide: ACCOUNT_REQUESTS, inject: [MONGO], useFactory: (connection: Connection) => new MongoAccountRequestsRepository(connection) },
    {
      provide: HandleRequest,
      inject: [ACCOUNT_REQUESTS, USERS, OweMail, Transactions, CLOCK, IDS],
      useFactory: (
        requests: AccountRequestsRepository,
        users: UsersRepository,
        oweMail: OweMail,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
      ) => new HandleRequest(requests, users, oweMail, transactions, clock, ids),
    },
    {
      provide: AskFor,
      inject: [ACCOUNT_REQUESTS, HandleRequest, PASSWORDS, SECRETS, Schedules, CLOCK, Log, SETTINGS],
      useFactory: (
        requests: AccountRequestsRepository,
        handleRequest: HandleRequest,
        passwords: Passwords,
        secrets: Secrets,
        schedules: Schedules,
        clock: Clock,
        log: Log,
        settings: AuthSettings,
      ) => {
        const budget = new MailBudget(requests, clock, (...parts) => secrets.hash(...parts), settings.AUTH_MAILS_PER_SOURCE);
        const askFor = new AskFor(requests, handleRequest, budget, passwords, secrets, clock, log);
        schedules.every('account-requests', LOOK_EVERY_MS, () => askFor.handleLeftBehind());
        return askFor;
      },
    },
  ],
})
export class AccountsModule {}
