import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.ts';
import { MongoDisputes } from '../disputes/mongo-disputes.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { EraseBuyer } from './erase-buyer.ts';
import { ErasureFactsHandler } from './erasure-facts.handler.ts';
import { PersonalDataController } from './personal-data.controller.ts';
import { ShowPaymentData } from './show-payment-data.ts';

@Module({
  imports: [SessionsModule, RefundsModule, DisputesModule],
  controllers: [PersonalDataController, ErasureFactsHandler],
  providers: [
    provide(EraseBuyer, MongoSessions, MongoRefunds, Transactions),
    provide(ShowPaymentData, MongoSessions, MongoRefunds, MongoDisputes),
  ],
})
export class PersonalDataModule {}
