import { Log } from '@concert/service-kit/log';
import { Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { MailMetrics } from '../mails/mail-metrics.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { MAILS, type MailsRepository } from '../mails/mails.repository.ts';
import type { NotifySettings } from '../settings.ts';
import { FollowNews } from './follow-news.ts';
import { MailEventsController } from './mail-events.controller.ts';
import { SendgridSignature } from './sendgrid-signature.ts';

@Module({
  imports: [MailsModule],
  controllers: [MailEventsController],
  providers: [
    {
      provide: SendgridSignature,
      inject: [SETTINGS],
      useFactory: (settings: NotifySettings) => new SendgridSignature(settings.SENDGRID_EVENT_PUBLIC_KEYS),
    },
    {
      provide: FollowNews,
      inject: [MAILS, Transactions, Outbox, Log, MailMetrics],
      useFactory: (mails: MailsRepository, transactions: Transactions, outbox: Outbox, log: Log, metrics: MailMetrics) =>
        new FollowNews(mails, transactions, outbox, log, metrics),
    },
  ],
})
export class DeliveryModule {}
