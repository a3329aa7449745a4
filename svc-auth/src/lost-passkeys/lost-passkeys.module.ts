import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { LINKS } from '../links/links.repository.ts';
import { RequestMail } from '../links/request-mail.ts';
import { PASSKEYS } from '../passkeys/passkeys.repository.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SESSIONS } from '../sessions/sessions.repository.ts';
import { USERS } from '../users/users.repository.ts';
import { LostPasskeysController } from './lost-passkeys.controller.ts';
import { RemoveLostPasskeys } from './remove-lost-passkeys.ts';

@Module({
  imports: [SessionsModule],
  controllers: [LostPasskeysController],
  providers: [provide(RemoveLostPasskeys, USERS, PASSKEYS, SESSIONS, LINKS, RequestMail, Transactions, Outbox, CLOCK, Log)],
})
export class LostPasskeysModule {}
