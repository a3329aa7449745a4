import { randomUUID } from 'node:crypto';
import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { MailBudget } from '../mails/mail-budget.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { PostMail } from '../mails/post-mail.ts';
import type { NotifySettings } from '../settings.ts';
import { HmacLinkTokens } from './link-tokens.codec.ts';
import { MongoSignUpsRepository } from './mongo-sign-ups.repository.ts';
import { NextDateController } from './next-date.controller.ts';
import { TellNextDate } from './tell-next-date.ts';

@Module({
  imports: [MailsModule],
  controllers: [NextDateController],
  providers: [
    {
      provide: TellNextDate,
      inject: [MONGO, SETTINGS, PostMail, MailBudget, Transactions, CLOCK, IDS],
      useFactory: (
        connection: Connection,
        settings: NotifySettings,
        postMail: PostMail,
        budget: MailBudget,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
      ) =>
        new TellNextDate(
          new MongoSignUpsRepository(connection),
          new HmacLinkTokens(settings.NOTIFY_LINK_KEY),
          postMail,
          budget,
          transactions,
          clock,
          ids,
          () => randomUUID(),
        ),
    },
  ],
})
export class NextDateModule {}
