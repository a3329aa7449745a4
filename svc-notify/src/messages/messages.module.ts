import { approvalRoutes } from '@concert/contracts/auth/approvals';
import { APPROVALS, provideApprovals } from '@concert/service-kit/http/approvals';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Metrics } from '@concert/service-kit/process/metrics';
import { provide, provideBy, token } from '@concert/service-kit/process/provide';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import { MongoMails } from '../mails/mongo-mails.ts';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { PostMail } from '../mails/post-mail.ts';
import { ResendMail } from '../mails/resend-mail.ts';
import { neighbour, setting } from '../settings.ts';
import { DeskController } from './desk.controller.ts';
import { DirectMessageRuns } from './direct-message-runs.ts';
import { FeedMessageRuns } from './feed-message-runs.ts';
import { HttpAudiencePeople } from './http-audience-people.ts';
import { MessageRunMetrics } from './message-run-metrics.ts';
import { MessageRunsController } from './message-runs.controller.ts';
import { MongoMessageRuns } from './mongo-message-runs.ts';
import { MongoRecipientMails } from './mongo-recipient-mails.ts';
import { MongoRecipients } from './mongo-recipients.ts';
import { MongoTimedMessages } from './mongo-timed-messages.ts';
import { PlanRecipients } from './plan-recipients.ts';
import { PlanTimedMessages } from './plan-timed-messages.ts';
import { ReachRecipients } from './reach-recipients.ts';
import { ResolveAudience } from './resolve-audience.ts';
import { SetTimedMessages } from './set-timed-messages.ts';
import { ShowMessageRuns } from './show-message-runs.ts';
import { StopFactsHandler } from './stop-facts.handler.ts';
import { TellStop } from './tell-stop.ts';

const FEED_BEAT_MS = 1_000;
const LOOK_EVERY_MS = 15_000;
export const PLAN_TASK = 'plan-timed-messages';

/** Beginning a run stores a row for each of thousands of people in one transaction. */
const LONG_TRANSACTIONS = token<Transactions>('LongTransactions');
const BEGIN_LIMIT_MS = 25_000;

const SITE_URL = token<string>('SiteUrl');

@Module({
  imports: [MailsModule, ContactsModule],
  controllers: [DeskController, MessageRunsController, StopFactsHandler],
  providers: [
    provideApprovals(setting('AUTH_URL'), approvalRoutes.requireApproval),
    provideBy(LONG_TRANSACTIONS, [MONGO], (connection) => new Transactions(connection, BEGIN_LIMIT_MS)),
    provideBy(SITE_URL, [setting('PUBLIC_ORIGIN')], (origin) => `${origin}/`),
    provide(HttpAudiencePeople, neighbour('BOOKING_URL')),
    provide(MongoMessageRuns, MONGO),
    provide(MongoRecipients, MONGO),
    provide(MongoRecipientMails, MONGO),
    provide(MongoTimedMessages, MONGO),
    provide(ResolveAudience, HttpAudiencePeople, MongoCorrectedAddresses, MongoRecipientMails),
    provide(PlanRecipients, MongoRecipients, IDS, Pseudonyms),
    provide(
      DirectMessageRuns,
      ResolveAudience,
      HttpAudiencePeople,
      SITE_URL,
      MongoMessageRuns,
      CLOCK,
      IDS,
      PlanRecipients,
      APPROVALS,
      LONG_TRANSACTIONS,
      Outbox,
    ),
    provide(
      TellStop,
      MongoMessageRuns,
      MongoRecipients,
      PlanRecipients,
      MongoMails,
      ResolveAudience,
      HttpAudiencePeople,
      LONG_TRANSACTIONS,
      Outbox,
      CLOCK,
      SITE_URL,
    ),
    provide(
      FeedMessageRuns,
      MongoMessageRuns,
      MongoRecipients,
      PlanRecipients,
      MongoRecipientMails,
      PostMail,
      Transactions,
      NewMailSignal,
      CLOCK,
    ),
    provide(MessageRunMetrics, Metrics, MongoMessageRuns, MongoRecipientMails, CLOCK),
    provide(ShowMessageRuns, MongoMessageRuns, MongoRecipients, MongoRecipientMails),
    provide(
      ReachRecipients,
      MongoMessageRuns,
      MongoRecipients,
      MongoRecipientMails,
      HttpAudiencePeople,
      MongoCorrectedAddresses,
      MongoMails,
      ResendMail,
      Transactions,
      Outbox,
      CLOCK,
    ),
    provide(
      PlanTimedMessages,
      MongoTimedMessages,
      MongoMessageRuns,
      PlanRecipients,
      ResolveAudience,
      HttpAudiencePeople,
      LONG_TRANSACTIONS,
      CLOCK,
      SITE_URL,
    ),
    provide(
      SetTimedMessages,
      MongoTimedMessages,
      MongoMessageRuns,
      ShowMessageRuns,
      HttpAudiencePeople,
      APPROVALS,
      Transactions,
      Outbox,
      CLOCK,
      SITE_URL,
    ),
    provideTask('feed-message-runs', FEED_BEAT_MS, FeedMessageRuns, (task) => task.run()),
    provideTask(PLAN_TASK, LOOK_EVERY_MS, PlanTimedMessages, (task) => task.run()),
  ],
  exports: [MongoMessageRuns, MongoRecipients, HttpAudiencePeople],
})
export class MessagesModule {}
