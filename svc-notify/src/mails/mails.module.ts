import { CLOCK, IDS } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { Inbox } from '@concert/service-kit/inbox';
import { Metrics } from '@concert/service-kit/metrics';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { provide, provideAs, provideBy } from '@concert/service-kit/provide';
import { Pseudonyms } from '@concert/service-kit/pseudonyms';
import { WindowCounts } from '@concert/service-kit/window-counts';
import { Module } from '@nestjs/common';
import { AccountFactsHandler } from './account-facts.handler.ts';
import { BookingFactsHandler } from './booking-facts.handler.ts';
import { CORRECTED_ADDRESSES } from './corrected-addresses.ts';
import { MailBudget } from './mail-budget.ts';
import { MailMetrics } from './mail-metrics.ts';
import { MailsController } from './mails.controller.ts';
import { MAILS } from './mails.repository.ts';
import { MongoCorrectedAddresses } from './mongo-corrected-addresses.ts';
import { MongoMailsRepository } from './mongo-mails.repository.ts';
import { NewMailSignal } from './new-mail-signal.ts';
import { PaymentFactsHandler } from './payment-facts.handler.ts';
import { PostForFacts } from './post-for-facts.ts';
import { PostMail } from './post-mail.ts';
import { ResendMail } from './resend-mail.ts';

@Module({
  controllers: [MailsController, BookingFactsHandler, PaymentFactsHandler, AccountFactsHandler],
  providers: [
    provideAs(MAILS, MongoMailsRepository, MONGO),
    provideAs(CORRECTED_ADDRESSES, MongoCorrectedAddresses, MONGO),
    provide(WindowCounts, MONGO, CLOCK),
    provideBy(
      MailBudget,
      [WindowCounts, Pseudonyms],
      (counts, pseudonyms) => new MailBudget(counts, (...parts) => pseudonyms.of(...parts)),
    ),
    provide(PostMail, MAILS, CLOCK, IDS),
    provide(MailMetrics, Metrics, MAILS, CLOCK),
    provide(ResendMail, MAILS, CORRECTED_ADDRESSES, PostMail, Transactions, Outbox, Idempotency, CLOCK),
    provide(NewMailSignal),
    provide(PostForFacts, Inbox, PostMail, NewMailSignal),
  ],
  exports: [MAILS, CORRECTED_ADDRESSES, MailBudget, PostMail, MailMetrics, NewMailSignal],
})
export class MailsModule {}
