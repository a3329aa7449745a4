import { CLOCK, IDS } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { MailBudget } from '../mails/mail-budget.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { PostMail } from '../mails/post-mail.ts';
import { setting } from '../settings.ts';
import { ContactsController } from './contacts.controller.ts';
import { CONTACTS } from './contacts.repository.ts';
import { MongoContactsRepository } from './mongo-contacts.repository.ts';
import { TakeMessage } from './take-message.ts';

@Module({
  imports: [MailsModule],
  controllers: [ContactsController],
  providers: [
    provideAs(CONTACTS, MongoContactsRepository, MONGO),
    provide(TakeMessage, CONTACTS, PostMail, MailBudget, Transactions, Idempotency, CLOCK, IDS, setting('CONTACT_MAILS_PER_DAY')),
  ],
  exports: [CONTACTS],
})
export class ContactsModule {}
