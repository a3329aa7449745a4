import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { InternalClient } from '@concert/service-kit/http/internal-client';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideAs, provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MailBudget } from '../mails/mail-budget.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { PostMail } from '../mails/post-mail.ts';
import { setting } from '../settings.ts';
import { ContactsController } from './contacts.controller.ts';
import { CONTACTS } from './contacts.repository.ts';
import { HttpOrganiserNames } from './http-organiser-names.ts';
import { MarkMessage } from './mark-message.ts';
import { MongoContactsRepository } from './mongo-contacts.repository.ts';
import { ORGANISER_NAMES } from './organiser-names.ts';
import { TakeMessage } from './take-message.ts';

@Module({
  imports: [MailsModule],
  controllers: [ContactsController],
  providers: [
    provideAs(CONTACTS, MongoContactsRepository, MONGO),
    provide(TakeMessage, CONTACTS, PostMail, MailBudget, Transactions, Idempotency, CLOCK, IDS, setting('CONTACT_MAILS_PER_DAY')),
    provide(MarkMessage, CONTACTS, Transactions, Outbox, CLOCK),
    provideBy(
      ORGANISER_NAMES,
      [setting('AUTH_URL'), IdentitySigner, Log],
      (url, signer, log) => new HttpOrganiserNames(new InternalClient('svc-auth', url, signer), log),
    ),
  ],
  exports: [CONTACTS],
})
export class ContactsModule {}
