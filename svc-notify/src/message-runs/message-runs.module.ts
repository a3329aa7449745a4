import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Metrics } from '@concert/service-kit/process/metrics';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/process/schedules';
import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { PostMail } from '../mails/post-mail.ts';
import { neighbour } from '../settings.ts';
import { AUDIENCE_PEOPLE } from './audience-people.ts';
import { FeedMessageRuns } from './feed-message-runs.ts';
import { PAUSED_RUNS } from './paused-runs.ts';
import { HttpAudiencePeople } from './http-audience-people.ts';
import { MessageRunMetrics } from './message-run-metrics.ts';
import { MESSAGE_RUNS } from './message-runs.repository.ts';
import { MongoPausedRuns } from './mongo-paused-runs.ts';
import { MongoMessageRunsRepository } from './mongo-message-runs.repository.ts';
import { MongoRecipientMails } from './mongo-recipient-mails.ts';
import { MongoRecipientsRepository } from './mongo-recipients.repository.ts';
import { RECIPIENT_MAILS } from './recipient-mails.ts';
import { RECIPIENTS } from './recipients.repository.ts';

const FEED_BEAT_MS = 1_000;

@Module({
  imports: [MailsModule],
  providers: [
    provideAs(MESSAGE_RUNS, MongoMessageRunsRepository, MONGO),
    provideAs(RECIPIENTS, MongoRecipientsRepository, MONGO),
    provideAs(RECIPIENT_MAILS, MongoRecipientMails, MONGO),
    provideAs(PAUSED_RUNS, MongoPausedRuns, MONGO),
    provideAs(AUDIENCE_PEOPLE, HttpAudiencePeople, neighbour('BOOKING_URL')),
    provide(FeedMessageRuns, MESSAGE_RUNS, RECIPIENTS, RECIPIENT_MAILS, PostMail, Transactions, NewMailSignal, CLOCK, IDS),
    provide(MessageRunMetrics, Metrics, MESSAGE_RUNS, RECIPIENT_MAILS, CLOCK),
    provideTask('feed-message-runs', FEED_BEAT_MS, FeedMessageRuns, (task) => task.run()),
  ],
  exports: [MESSAGE_RUNS, RECIPIENTS, RECIPIENT_MAILS, PAUSED_RUNS, AUDIENCE_PEOPLE, FeedMessageRuns],
})
export class MessageRunsModule {}
