import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MailBudget } from '../mails/mail-budget.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { PostMail } from '../mails/post-mail.ts';
import { neighbour, setting } from '../settings.ts';
import { ContactsController } from './contacts.controller.ts';
import { MongoContacts } from './mongo-contacts.ts';
import { HttpOrganiserNames } from './http-organiser-names.ts';
import { VisitorMessages } from './visitor-messages.ts';

@Module({
  imports: [MailsModule],
  controllers: [ContactsController],
  providers: [
    provide(MongoContacts, MONGO),
    provide(
      VisitorMessages,
      MongoContacts,
      PostMail,
      MailBudget,
      Transactions,
      Idempotency,
      CLOCK,
      IDS,
      setting('CONTACT_MAILS_PER_DAY'),
      Outbox,
    ),
    provide(HttpOrganiserNames, neighbour('AUTH_URL'), Log),
  ],
  exports: [MongoContacts],
})
export class ContactsModule {}
