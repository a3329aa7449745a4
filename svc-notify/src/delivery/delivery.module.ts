import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MailMetrics } from '../mails/mail-metrics.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { MongoMails } from '../mails/mongo-mails.ts';
import { setting } from '../settings.ts';
import { FollowDeliveryEvents } from './follow-delivery-events.ts';
import { MailEventsController } from './mail-events.controller.ts';
import { SendgridSignature } from './sendgrid-signature.ts';

@Module({
  imports: [MailsModule],
  controllers: [MailEventsController],
  providers: [
    provide(SendgridSignature, setting('SENDGRID_EVENT_PUBLIC_KEYS')),
    provide(FollowDeliveryEvents, MongoMails, Transactions, Outbox, Log, MailMetrics),
  ],
})
export class DeliveryModule {}
