import { approvalRoutes } from '@concert/contracts/auth/approvals';
import { readFileSync } from 'node:fs';
import { APPROVALS, provideApprovals } from '@concert/service-kit/http/approvals';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { Module } from '@nestjs/common';
import { MAIL_PROVIDER } from '../letters/letter.ts';
import { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { MongoMails } from '../mails/mongo-mails.ts';
import { ResendMail } from '../mails/resend-mail.ts';
import { HttpAudiencePeople } from '../message-runs/http-audience-people.ts';
import { MongoMessageRuns } from '../message-runs/mongo-message-runs.ts';
import { MessageRunsModule } from '../message-runs/message-runs.module.ts';
import { MongoRecipientMails } from '../message-runs/mongo-recipient-mails.ts';
import { MongoRecipients } from '../message-runs/mongo-recipients.ts';
import { NextDateModule } from '../next-date/next-date.module.ts';
import { MongoSignUps } from '../next-date/mongo-sign-ups.ts';
import { ProviderModule } from '../provider/provider.module.ts';
import { setting } from '../settings.ts';
import { DraftMessageRun } from './draft-message-run.ts';
import { MessageDeskController } from './message-desk.controller.ts';
import { OfferMessageRuns } from './offer-message-runs.ts';
import { PreviewMessage } from './preview-message.ts';
import { ReachRecipient } from './reach-recipient.ts';
import { RecipientsController } from './recipients.controller.ts';
import { ResolveAudience } from './resolve-audience.ts';
import { ShowMessageRuns } from './show-message-runs.ts';
import { ShowRecipients } from './show-recipients.ts';
import { StartMessageRun } from './start-message-run.ts';
import { StopFactsHandler } from './stop-facts.handler.ts';
import { TellStop } from './tell-stop.ts';

/** Starting stores a row for each of thousands of people in one transaction. */
export const START_LIMIT_MS = 25_000;
const RINGS = readFileSync(new URL('../letters/rings.png', import.meta.url));

@Module({
  imports: [MailsModule, MessageRunsModule, NextDateModule, ProviderModule],
  controllers: [MessageDeskController, RecipientsController, StopFactsHandler],
  providers: [
    provideApprovals(setting('AUTH_URL'), approvalRoutes.requireApproval),
    provide(ResolveAudience, HttpAudiencePeople, MongoCorrectedAddresses, MongoSignUps, MongoRecipientMails),
    provide(OfferMessageRuns, ResolveAudience, HttpAudiencePeople, setting('PUBLIC_ORIGIN')),
    provide(DraftMessageRun, MongoMessageRuns, ResolveAudience, CLOCK, IDS),
    provideBy(
      StartMessageRun,
      [MongoMessageRuns, MongoRecipients, ResolveAudience, APPROVALS, MONGO, Outbox, CLOCK, IDS, Pseudonyms],
      (runs, recipients, audience, approvals, connection, outbox, clock, ids, pseudonyms) =>
        new StartMessageRun(
          runs,
          recipients,
          audience,
          approvals,
          new Transactions(connection, START_LIMIT_MS),
          outbox,
          clock,
          ids,
          (key) => pseudonyms.of('recipient', key),
        ),
    ),
    provideBy(
      TellStop,
      [
        MongoMessageRuns,
        MongoRecipients,
        MongoMails,
        ResolveAudience,
        HttpAudiencePeople,
        MONGO,
        Outbox,
        CLOCK,
        IDS,
        Pseudonyms,
        setting('PUBLIC_ORIGIN'),
      ],
      (runs, recipients, mails, audience, people, connection, outbox, clock, ids, pseudonyms, origin) =>
        new TellStop(
          runs,
          recipients,
          mails,
          audience,
          people,
          new Transactions(connection, START_LIMIT_MS),
          outbox,
          clock,
          ids,
          (key) => pseudonyms.of('recipient', key),
          `${origin}/`,
        ),
    ),
    provide(ShowMessageRuns, MongoMessageRuns, MongoRecipients, MongoRecipientMails),
    provide(
      ShowRecipients,
      MongoMessageRuns,
      MongoRecipients,
      MongoRecipientMails,
      HttpAudiencePeople,
      MongoCorrectedAddresses,
      MongoSignUps,
    ),
    provide(ReachRecipient, MongoRecipients, ShowRecipients, MongoMails, ResendMail, Transactions, Outbox, CLOCK),
    provideBy(
      PreviewMessage,
      [HttpAudiencePeople, MAIL_PROVIDER, IDS, CLOCK, setting.all],
      (people, provider, ids, clock, { CONTACT_EMAIL, PUBLIC_ORIGIN }) =>
        new PreviewMessage(people, provider, ids, clock, RINGS, CONTACT_EMAIL, PUBLIC_ORIGIN),
    ),
  ],
  exports: [APPROVALS, ResolveAudience, ShowMessageRuns],
})
export class MessageDeskModule {}
