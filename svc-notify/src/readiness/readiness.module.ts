import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Transactions } from '@concert/service-kit/store/mongo';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MailBudget } from '../mails/mail-budget.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { MongoMails } from '../mails/mongo-mails.ts';
import { PostMail } from '../mails/post-mail.ts';
import { setting } from '../settings.ts';
import { HttpPublicSite } from './http-public-site.ts';
import { ReadinessController } from './readiness.controller.ts';
import { ShowReadiness } from './show-readiness.ts';

@Module({
  imports: [MailsModule],
  controllers: [ReadinessController],
  providers: [
    provide(HttpPublicSite, setting('PUBLIC_ORIGIN')),
    provideBy(
      ShowReadiness,
      [MongoMails, PostMail, MailBudget, Transactions, HttpPublicSite, CLOCK, setting.all, Pseudonyms],
      (mails, postMail, budget, transactions, site, clock, { MAIL_FROM, CONTACT_EMAIL }, pseudonyms) =>
        new ShowReadiness(mails, postMail, budget, transactions, site, clock, MAIL_FROM, CONTACT_EMAIL, pseudonyms.of('sender', MAIL_FROM)),
    ),
  ],
})
export class ReadinessModule {}
