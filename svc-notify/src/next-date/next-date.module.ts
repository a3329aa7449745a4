import { randomUUID } from 'node:crypto';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MailBudget } from '../mails/mail-budget.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { PostMail } from '../mails/post-mail.ts';
import { setting } from '../settings.ts';
import { HmacLinkTokens } from './link-tokens.codec.ts';
import { MongoSignUps } from './mongo-sign-ups.ts';
import { NextDateController } from './next-date.controller.ts';
import { TellNextDate } from './tell-next-date.ts';

@Module({
  imports: [MailsModule],
  controllers: [NextDateController],
  providers: [
    provide(MongoSignUps, MONGO),
    provide(HmacLinkTokens, setting('NOTIFY_LINK_KEYS')),
    provideBy(
      TellNextDate,
      [MongoSignUps, HmacLinkTokens, PostMail, MailBudget, Transactions, CLOCK, IDS],
      (...known) => new TellNextDate(...known, () => randomUUID()),
    ),
  ],
  exports: [MongoSignUps, HmacLinkTokens],
})
export class NextDateModule {}
