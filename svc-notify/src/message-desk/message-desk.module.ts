import { approvalRoutes } from '@concert/contracts/auth/approvals';
import { readFileSync } from 'node:fs';
import { APPROVALS, provideApprovals } from '@concert/service-kit/identity/approvals';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { Module } from '@nestjs/common';
import { MAIL_PROVIDER } from '../letters/letter.ts';
import { CORRECTED_ADDRESSES } from '../mails/corrected-addresses.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { MAILS } from '../mails/mails.repository.ts';
import { ResendMail } from '../mails/resend-mail.ts';
import { AUDIENCE_PEOPLE } from '../message-runs/audience-people.ts';
import { MESSAGE_RUNS } from '../message-runs/message-runs.repository.ts';
import { MessageRunsModule } from '../message-runs/message-runs.module.ts';
import { RECIPIENT_MAILS } from '../message-runs/recipient-mails.ts';
import { RECIPIENTS } from '../message-runs/recipients.repository.ts';
import { NextDateModule } from '../next-date/next-date.module.ts';
import { SIGN_UPS } from '../next-date/sign-ups.repository.ts';
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
    provide(ResolveAudience, AUDIENCE_PEOPLE, CORRECTED_ADDRESSES, SIGN_UPS, RECIPIENT_MAILS),
    provide(OfferMessageRuns, ResolveAudience, AUDIENCE_PEOPLE, setting('PUBLIC_ORIGIN')),
    provide(DraftMessageRun, MESSAGE_RUNS, ResolveAudience, CLOCK, IDS),
    provideBy(
      StartMessageRun,
      [MESSAGE_RUNS, RECIPIENTS, ResolveAudience, APPROVALS, MONGO, Outbox, CLOCK, IDS, Pseudonyms],
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
      [MESSAGE_RUNS, RECIPIENTS, MAILS, ResolveAudience, AUDIENCE_PEOPLE, MONGO, Outbox, CLOCK, IDS, Pseudonyms, setting('PUBLIC_ORIGIN')],
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
    provide(ShowMessageRuns, MESSAGE_RUNS, RECIPIENTS, RECIPIENT_MAILS),
    provide(ShowRecipients, MESSAGE_RUNS, RECIPIENTS, RECIPIENT_MAILS, AUDIENCE_PEOPLE, CORRECTED_ADDRESSES, SIGN_UPS),
    provide(ReachRecipient, RECIPIENTS, ShowRecipients, MAILS, ResendMail, Transactions, Outbox, CLOCK),
    provideBy(
      PreviewMessage,
      [AUDIENCE_PEOPLE, MAIL_PROVIDER, IDS, CLOCK, setting.all],
      (people, provider, ids, clock, { CONTACT_EMAIL, PUBLIC_ORIGIN }) =>
        new PreviewMessage(people, provider, ids, clock, RINGS, CONTACT_EMAIL, PUBLIC_ORIGIN),
    ),
  ],
  exports: [APPROVALS, ResolveAudience, ShowMessageRuns],
})
export class MessageDeskModule {}
