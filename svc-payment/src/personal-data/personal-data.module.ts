import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.ts';
import { DISPUTES } from '../disputes/disputes.repository.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { REFUNDS } from '../refunds/rules/refunds.repository.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SESSIONS } from '../sessions/sessions.repository.ts';
import { EraseBuyer } from './erase-buyer.ts';
import { ErasureFactsHandler } from './erasure-facts.handler.ts';
import { PersonalDataController } from './personal-data.controller.ts';
import { ShowPaymentData } from './show-payment-data.ts';

@Module({
  imports: [SessionsModule, RefundsModule, DisputesModule],
  controllers: [PersonalDataController, ErasureFactsHandler],
  providers: [provide(EraseBuyer, SESSIONS, REFUNDS, Transactions), provide(ShowPaymentData, SESSIONS, REFUNDS, DISPUTES)],
})
export class PersonalDataModule {}
