import { randomUUID } from 'node:crypto';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provideAs, provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MailBudget } from '../mails/mail-budget.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { PostMail } from '../mails/post-mail.ts';
import { setting } from '../settings.ts';
import { HmacLinkTokens, LINK_TOKENS } from './link-tokens.codec.ts';
import { MongoSignUpsRepository } from './mongo-sign-ups.repository.ts';
import { NextDateController } from './next-date.controller.ts';
import { SIGN_UPS } from './sign-ups.repository.ts';
import { TellNextDate } from './tell-next-date.ts';

@Module({
  imports: [MailsModule],
  controllers: [NextDateController],
  providers: [
    provideAs(SIGN_UPS, MongoSignUpsRepository, MONGO),
    provideAs(LINK_TOKENS, HmacLinkTokens, setting('NOTIFY_LINK_KEYS')),
    provideBy(
      TellNextDate,
      [SIGN_UPS, LINK_TOKENS, PostMail, MailBudget, Transactions, CLOCK, IDS],
      (...known) => new TellNextDate(...known, () => randomUUID()),
    ),
  ],
  exports: [SIGN_UPS, LINK_TOKENS],
})
export class NextDateModule {}
