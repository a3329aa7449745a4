import { randomInt, randomUUID } from 'node:crypto';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Metrics } from '@concert/service-kit/process/metrics';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MAIL_PROVIDER } from '../letters/letter.ts';
import { LettersModule, RINGS } from '../letters/letters.module.ts';
import { LETTERS } from '../letters/letters.ts';
import { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import { MailMetrics } from '../mails/mail-metrics.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { MongoMails } from '../mails/mongo-mails.ts';
import { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import { MessagesModule } from '../messages/messages.module.ts';
import { MongoMessageRuns } from '../messages/mongo-message-runs.ts';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { metered, SendgridMailProvider } from '../provider/sendgrid-mail-provider.ts';
import { setting } from '../settings.ts';
import { PreviewMessage } from './preview-message.ts';
import { PreviewsController } from './previews.controller.ts';
import { SendMails } from './send-mails.ts';
import { SendMailsWorker } from './send-mails.worker.ts';

/** `fraction`: from 0 to less than 1, to spread what many would do at the same moment. */
const random = { token: () => randomUUID(), fraction: () => randomInt(1_000_000) / 1_000_000 };

@Module({
  imports: [MailsModule, MessagesModule, LettersModule],
  controllers: [PreviewsController],
  providers: [
    provideBy(MAIL_PROVIDER, [setting.all, CLOCK, Metrics], ({ SENDGRID_API_KEY, MAIL_FROM, SENDGRID_API_URL }, clock, metrics) => {
      const options = { apiKey: SENDGRID_API_KEY, from: MAIL_FROM, ...(SENDGRID_API_URL ? { apiUrl: SENDGRID_API_URL } : {}) };
      return metered(new SendgridMailProvider(options, () => clock.now()), metrics);
    }),
    provideBy(
      SendMails,
      [MongoMails, MongoMessageRuns, MongoCorrectedAddresses, LETTERS, MAIL_PROVIDER, Transactions, Outbox, CLOCK, Log, MailMetrics],
      (...known) => new SendMails(...known, random),
    ),
    provideBy(
      PreviewMessage,
      [HttpAudiencePeople, MAIL_PROVIDER, IDS, CLOCK, setting.all],
      (people, provider, ids, clock, { CONTACT_EMAIL, PUBLIC_ORIGIN }) =>
        new PreviewMessage(people, provider, ids, clock, RINGS, CONTACT_EMAIL, PUBLIC_ORIGIN),
    ),
    provide(SendMailsWorker, SendMails, Log, NewMailSignal),
  ],
})
export class SendingModule {}
