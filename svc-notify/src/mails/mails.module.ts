import { createHash, randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CLOCK, IDS } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import { Metrics } from '@concert/service-kit/metrics';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { provide, provideAs, provideBy } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { MongoContactsRepository } from '../contacts/mongo-contacts.repository.ts';
import { HmacLinkTokens } from '../next-date/link-tokens.codec.ts';
import { MongoSignUpsRepository } from '../next-date/mongo-sign-ups.repository.ts';
import { metered } from '../provider/metered-mail-provider.ts';
import { SendgridMailProvider } from '../provider/sendgrid-mail-provider.ts';
import { setting } from '../settings.ts';
import { lettersOf } from '../templates/letters.ts';
import { qrPicture } from '../templates/qr-picture.ts';
import { AccountFactsHandler } from './account-facts.handler.ts';
import { BookingFactsHandler } from './booking-facts.handler.ts';
import { CORRECTED_ADDRESSES } from './corrected-addresses.ts';
import { HttpAccountMails } from './http-account-mails.ts';
import { HttpRefundMails } from './http-refund-mails.ts';
import { HttpTicketBookings } from './http-ticket-bookings.ts';
import { MAIL_PROVIDER } from './letter.ts';
import { MAIL_COUNTS, MailBudget } from './mail-budget.ts';
import { MailMetrics } from './mail-metrics.ts';
import { MailsController } from './mails.controller.ts';
import { MAILS } from './mails.repository.ts';
import { MongoCorrectedAddresses } from './mongo-corrected-addresses.ts';
import { MongoMailCounts } from './mongo-mail-counts.ts';
import { MongoMailsRepository } from './mongo-mails.repository.ts';
import { PaymentFactsHandler } from './payment-facts.handler.ts';
import { PostMail } from './post-mail.ts';
import { ResendMail } from './resend-mail.ts';
import { SendMails } from './send-mails.ts';
import { SendMailsWorker } from './send-mails.worker.ts';

const FRACTIONS = 1_000_000;
const random = { token: () => randomUUID(), fraction: () => randomInt(FRACTIONS) / FRACTIONS };
const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');

@Module({
  controllers: [MailsController, BookingFactsHandler, PaymentFactsHandler, AccountFactsHandler],
  providers: [
    provideAs(MAILS, MongoMailsRepository, MONGO),
    provideAs(CORRECTED_ADDRESSES, MongoCorrectedAddresses, MONGO),
    provideAs(MAIL_COUNTS, MongoMailCounts, MONGO),
    provideBy(MailBudget, [MAIL_COUNTS, CLOCK], (counts, clock) => new MailBudget(counts, clock, sha256)),
    provide(PostMail, MAILS, CLOCK, IDS),
    provide(MailMetrics, Metrics, MAILS, CLOCK),
    provideBy(MAIL_PROVIDER, [setting.all, CLOCK, Metrics], (settings, clock, metrics) =>
      metered(
        new SendgridMailProvider(
          {
            apiKey: settings.SENDGRID_API_KEY,
            from: settings.MAIL_FROM,
            ...(settings.SENDGRID_API_URL ? { apiUrl: settings.SENDGRID_API_URL } : {}),
          },
          () => clock.now(),
        ),
        metrics,
      ),
    ),
    provideBy(
      SendMails,
      [MAILS, CORRECTED_ADDRESSES, MAIL_PROVIDER, setting.all, IdentitySigner, MONGO, Transactions, Outbox, CLOCK, Log, MailMetrics],
      (mails, addresses, provider, settings, signer, connection, transactions, outbox, clock, log, metrics) => {
        const letters = lettersOf({
          bookings: new HttpTicketBookings(new InternalClient('svc-booking', settings.BOOKING_URL, signer)),
          refunds: new HttpRefundMails(new InternalClient('svc-payment', settings.PAYMENT_URL, signer)),
          accounts: new HttpAccountMails(new InternalClient('svc-auth', settings.AUTH_URL, signer)),
          contacts: new MongoContactsRepository(connection),
          signUps: new MongoSignUpsRepository(connection),
          tokens: new HmacLinkTokens(settings.NOTIFY_LINK_KEY),
          rings: readFileSync(new URL('../templates/rings.png', import.meta.url)),
          drawQr: qrPicture,
          sender: settings.MAIL_FROM,
          organisers: settings.CONTACT_EMAIL,
          publicOrigin: settings.PUBLIC_ORIGIN,
        });
        return new SendMails(mails, addresses, letters, provider, transactions, outbox, clock, log, metrics, random);
      },
    ),
    provide(ResendMail, MAILS, CORRECTED_ADDRESSES, PostMail, Transactions, Outbox, Idempotency, CLOCK),
    provide(SendMailsWorker, SendMails, Log),
  ],
  exports: [MAILS, MailBudget, PostMail, MailMetrics, SendMailsWorker],
})
export class MailsModule {}
