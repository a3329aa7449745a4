import { randomUUID } from 'node:crypto';
import { CLOCK } from '@concert/service-kit/process/clock';
import { fraction } from '@concert/service-kit/process/fraction';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MAIL_PROVIDER } from '../letters/letter.ts';
import { LettersModule } from '../letters/letters.module.ts';
import { LETTERS } from '../letters/letters.ts';
import { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import { MailMetrics } from '../mails/mail-metrics.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { MongoMails } from '../mails/mongo-mails.ts';
import { MongoPausedRuns } from '../message-runs/mongo-paused-runs.ts';
import { MessageRunsModule } from '../message-runs/message-runs.module.ts';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { ProviderModule } from '../provider/provider.module.ts';
import { SendMails } from './send-mails.ts';
import { SendMailsWorker } from './send-mails.worker.ts';

const random = { token: () => randomUUID(), fraction };

@Module({
  imports: [MailsModule, MessageRunsModule, LettersModule, ProviderModule],
  providers: [
    provideBy(
      SendMails,
      [MongoMails, MongoPausedRuns, MongoCorrectedAddresses, LETTERS, MAIL_PROVIDER, Transactions, Outbox, CLOCK, Log, MailMetrics],
      (...known) => new SendMails(...known, random),
    ),
    provide(SendMailsWorker, SendMails, Log, NewMailSignal),
  ],
})
export class SendingModule {}
