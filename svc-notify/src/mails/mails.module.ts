import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { Log } from '@concert/service-kit/process/log';
import { Metrics } from '@concert/service-kit/process/metrics';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Module } from '@nestjs/common';
import { neighbour, setting } from '../settings.ts';
import { MongoCorrectedAddresses } from './mongo-corrected-addresses.ts';
import { FollowDeliveryEvents } from './follow-delivery-events.ts';
import { HttpTicketRenewals } from './http-ticket-renewals.ts';
import { MailBudget } from './mail-budget.ts';
import { MailFactsHandler } from './mail-facts.handler.ts';
import { MailEventsController } from './mail-events.controller.ts';
import { MailMetrics } from './mail-metrics.ts';
import { MailsController } from './mails.controller.ts';
import { MongoMails } from './mongo-mails.ts';
import { NewMailSignal } from './new-mail-signal.ts';
import { PostForFacts } from './post-for-facts.ts';
import { PostMail } from './post-mail.ts';
import { ResendMail } from './resend-mail.ts';
import { SendgridSignature } from './sendgrid-signature.ts';

/** Longer than a transaction of svc-booking may take: what was done there is never answered as undone. */
const RENEWAL_MS = 7_000;

@Module({
  controllers: [MailsController, MailEventsController, MailFactsHandler],
  providers: [
    provide(MongoMails, MONGO),
    provide(MongoCorrectedAddresses, MONGO),
    provide(WindowCounts, MONGO, CLOCK),
    provide(NamedPeopleLimit, MONGO, CLOCK),
    provideBy(
      MailBudget,
      [WindowCounts, Pseudonyms, setting.all],
      (counts, pseudonyms, { MAILS_PER_DAY, CONTACT_EMAIL }) =>
        new MailBudget(counts, (...parts) => pseudonyms.of(...parts), MAILS_PER_DAY, CONTACT_EMAIL),
    ),
    provide(PostMail, MongoMails, CLOCK, IDS),
    provide(MailMetrics, Metrics, MongoMails, CLOCK),
    provide(HttpTicketRenewals, neighbour('BOOKING_URL', RENEWAL_MS)),
    provide(ResendMail, MongoMails, MongoCorrectedAddresses, HttpTicketRenewals, PostMail, Transactions, Outbox, Idempotency, CLOCK),
    provide(SendgridSignature, setting('SENDGRID_EVENT_PUBLIC_KEYS')),
    provide(FollowDeliveryEvents, MongoMails, Transactions, Outbox, Log, MailMetrics),
    provide(NewMailSignal),
    provide(PostForFacts, Inbox, PostMail, NewMailSignal),
  ],
  exports: [NamedPeopleLimit, MongoMails, MongoCorrectedAddresses, MailBudget, PostMail, MailMetrics, NewMailSignal, ResendMail],
})
export class MailsModule {}
