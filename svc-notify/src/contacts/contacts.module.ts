import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Module } from '@nestjs/common';
import { MailBudget } from '../mails/mail-budget.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { PostMail } from '../mails/post-mail.ts';
import { ContactsController } from './contacts.controller.ts';
import { CONTACTS, type ContactsRepository } from './contacts.repository.ts';
import { MongoContactsRepository } from './mongo-contacts.repository.ts';
import { TakeMessage } from './take-message.ts';

@Module({
  imports: [MailsModule],
  controllers: [ContactsController],
  providers: [
    { provide: CONTACTS, inject: [MONGO], useFactory: (connection: Connection) => new MongoContactsRepository(connection) },
    {
      provide: TakeMessage,
      inject: [CONTACTS, PostMail, MailBudget, Transactions, Idempotency, CLOCK, IDS],
      useFactory: (
        contacts: ContactsRepository,
        postMail: PostMail,
        budget: MailBudget,
        transactions: Transactions,
        idempotency: Idempotency,
        clock: Clock,
        ids: Ids,
      ) => new TakeMessage(contacts, postMail, budget, transactions, idempotency, clock, ids),
    },
  ],
})
export class ContactsModule {}
