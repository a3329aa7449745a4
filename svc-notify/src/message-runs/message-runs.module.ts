import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Metrics } from '@concert/service-kit/process/metrics';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { PostMail } from '../mails/post-mail.ts';
import { neighbour } from '../settings.ts';
import { HttpAudiencePeople } from './http-audience-people.ts';
import { FeedMessageRuns } from './feed-message-runs.ts';
import { MongoPausedRuns } from './mongo-paused-runs.ts';
import { MessageRunMetrics } from './message-run-metrics.ts';
import { MongoMessageRuns } from './mongo-message-runs.ts';
import { MongoRecipientMails } from './mongo-recipient-mails.ts';
import { MongoRecipients } from './mongo-recipients.ts';

const FEED_BEAT_MS = 1_000;

@Module({
  imports: [MailsModule],
  providers: [
    provide(MongoMessageRuns, MONGO),
    provide(MongoRecipients, MONGO),
    provide(MongoRecipientMails, MONGO),
    provide(MongoPausedRuns, MONGO),
    provide(HttpAudiencePeople, neighbour('BOOKING_URL')),
    provide(FeedMessageRuns, MongoMessageRuns, MongoRecipients, MongoRecipientMails, PostMail, Transactions, NewMailSignal, CLOCK, IDS),
    provide(MessageRunMetrics, Metrics, MongoMessageRuns, MongoRecipientMails, CLOCK),
    provideTask('feed-message-runs', FEED_BEAT_MS, FeedMessageRuns, (task) => task.run()),
  ],
  exports: [MongoMessageRuns, MongoRecipients, MongoRecipientMails, MongoPausedRuns, HttpAudiencePeople, FeedMessageRuns],
})
export class MessageRunsModule {}
