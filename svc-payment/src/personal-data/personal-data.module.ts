import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { MongoDisputes } from '../disputes/mongo-disputes.ts';
import { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { BuyerData } from './buyer-data.ts';
import { ErasureFactsHandler } from './erasure-facts.handler.ts';
import { PersonalDataController } from './personal-data.controller.ts';

@Module({
  imports: [GroundModule],
  controllers: [PersonalDataController, ErasureFactsHandler],
  providers: [provide(BuyerData, MongoSessions, MongoRefunds, MongoDisputes, Transactions)],
})
export class PersonalDataModule {}
