import { MONGO } from '@concert/service-kit/store/mongo';
import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MoneyFactsHandler } from './money-facts.handler.ts';
import { MONEY } from './money.repository.ts';
import { MongoMoneyRepository } from './mongo-money.repository.ts';

@Module({
  controllers: [MoneyFactsHandler],
  providers: [provideAs(MONEY, MongoMoneyRepository, MONGO)],
  exports: [MONEY],
})
export class MoneyMovesModule {}
