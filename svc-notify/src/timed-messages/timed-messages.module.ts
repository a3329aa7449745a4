import { APPROVALS } from '@concert/service-kit/http/approvals';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { provideBy, provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Module } from '@nestjs/common';
import { MessageDeskModule, START_LIMIT_MS } from '../message-desk/message-desk.module.ts';
import { ResolveAudience } from '../message-desk/resolve-audience.ts';
import { ShowMessageRuns } from '../message-desk/show-message-runs.ts';
import { HttpAudiencePeople } from '../message-runs/http-audience-people.ts';
import { MessageRunsModule } from '../message-runs/message-runs.module.ts';
import { MongoMessageRuns } from '../message-runs/mongo-message-runs.ts';
import { MongoRecipients } from '../message-runs/mongo-recipients.ts';
import { setting } from '../settings.ts';
import { MongoTimedMessages } from './mongo-timed-messages.ts';
import { PlanTimedMessages } from './plan-timed-messages.ts';
import { TimedMessageDesk } from './timed-message-desk.ts';
import { TimedMessagesController } from './timed-messages.controller.ts';

export const PLAN_TASK = 'plan-timed-messages';
const LOOK_EVERY_MS = 15_000;

@Module({
  imports: [MessageDeskModule, MessageRunsModule],
  controllers: [TimedMessagesController],
  providers: [
    provide(MongoTimedMessages, MONGO),
    provideBy(
      PlanTimedMessages,
      [
        MongoTimedMessages,
        MongoMessageRuns,
        MongoRecipients,
        ResolveAudience,
        HttpAudiencePeople,
        MONGO,
        CLOCK,
        IDS,
        Pseudonyms,
        setting('PUBLIC_ORIGIN'),
      ],
      (settings, runs, recipients, audience, people, connection, clock, ids, pseudonyms, origin) =>
        new PlanTimedMessages(
          settings,
          runs,
          recipients,
          audience,
          people,
          new Transactions(connection, START_LIMIT_MS),
          clock,
          ids,
          (key) => pseudonyms.of('recipient', key),
          `${origin}/`,
        ),
    ),
    provideBy(
      TimedMessageDesk,
      [
        MongoTimedMessages,
        MongoMessageRuns,
        ShowMessageRuns,
        HttpAudiencePeople,
        APPROVALS,
        Transactions,
        Outbox,
        CLOCK,
        setting('PUBLIC_ORIGIN'),
      ],
      (settings, runs, show, people, approvals, transactions, outbox, clock, origin) =>
        new TimedMessageDesk(settings, runs, show, people, approvals, transactions, outbox, clock, `${origin}/`),
    ),
    provideTask(PLAN_TASK, LOOK_EVERY_MS, PlanTimedMessages, (task) => task.run()),
  ],
})
export class TimedMessagesModule {}
