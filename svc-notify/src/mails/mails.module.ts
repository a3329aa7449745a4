import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { SendgridMailProvider } from '../provider/sendgrid-mail-provider.ts';
import type { NotifySettings } from '../settings.ts';
import { accountLetterWriter } from '../templates/account-letter.ts';
import { qrPicture } from '../templates/qr-picture.ts';
import { ticketLetterWriter } from '../templates/ticket-letter.ts';
import { AccountFactsHandler } from './account-facts.handler.ts';
import { BookingFactsHandler } from './booking-facts.handler.ts';
import { HttpAccountMails } from './http-account-mails.ts';
import { HttpTicketBookings } from './http-ticket-bookings.ts';
import { MAIL_PROVIDER, type MailProvider } from './letter.ts';
import { MailsController } from './mails.controller.ts';
import { MAILS, type MailsRepository } from './mails.repository.ts';
import { MongoMailsRepository } from './mongo-mails.repository.ts';
import { SendMails } from './send-mails.ts';
import { SendMailsWorker } from './send-mails.worker.ts';

const FRACTIONS = 1_000_000;
const random = { token: () => randomUUID(), fraction: () => randomInt(FRACTIONS) / FRACTIONS };

@Module({
  controllers: [MailsController, BookingFactsHandler, AccountFactsHandler],
  providers: [
    { provide: MAILS, inject: [MONGO], useFactory: (connection: Connection) => new MongoMailsRepository(connection) },
    {
      provide: MAIL_PROVIDER,
      inject: [SETTINGS, CLOCK],
      useFactory: (settings: NotifySettings, clock: Clock) =>
        new SendgridMailProvider({ apiKey: settings.SENDGRID_API_KEY, from: settings.MAIL_FROM, ...(settings.SENDGRID_API_URL ? { apiUrl: settings.SENDGRID_API_URL } : {}) }, () => clock.now()),
    },
    {
      provide: SendMails,
      inject: [MAILS, MAIL_PROVIDER, SETTINGS, IdentitySigner, Transactions, Outbox, CLOCK, Log],
      useFactory: (mails: MailsRepository, provider: MailProvider, settings: NotifySettings, signer: IdentitySigner, transactions: Transactions, outbox: Outbox, clock: Clock, log: Log) => {
        const bookings = new HttpTicketBookings(new InternalClient(settings.BOOKING_URL, signer));
        const rings = readFileSync(new URL('../templates/rings.png', import.meta.url));
        const account = accountLetterWriter(new HttpAccountMails(new InternalClient(settings.AUTH_URL, signer)), rings, settings.MAIL_FROM);
        const letters = { ticket: ticketLetterWriter(bookings, qrPicture, rings), verification: account, 'password-reset': account, 'account-exists': account };
        return new SendMails(mails, letters, provider, transactions, outbox, clock, log, random);
      },
    },
    { provide: SendMailsWorker, inject: [SendMails, Log], useFactory: (sendMails: SendMails, log: Log) => new SendMailsWorker(sendMails, log) },
  ],
})
export class MailsModule {}
