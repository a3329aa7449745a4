import { randomUUID } from 'node:crypto';
import { CLOCK, IDS } from '@concert/service-kit/clock';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { provideBy } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { MailBudget } from '../mails/mail-budget.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { PostMail } from '../mails/post-mail.ts';
import { setting } from '../settings.ts';
import { HmacLinkTokens } from './link-tokens.codec.ts';
import { MongoSignUpsRepository } from './mongo-sign-ups.repository.ts';
import { NextDateController } from './next-date.controller.ts';
import { TellNextDate } from './tell-next-date.ts';

@Module({
  imports: [MailsModule],
  controllers: [NextDateController],
  providers: [
    provideBy(
      TellNextDate,
      [MONGO, setting.all, PostMail, MailBudget, Transactions, CLOCK, IDS],
      (connection, settings, postMail, budget, transactions, clock, ids) =>
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
    ),
  ],
})
export class NextDateModule {}
