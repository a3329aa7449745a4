import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MoneyFactsHandler } from './money-facts.handler.ts';
import { MongoMoney } from './mongo-money.ts';

@Module({
  controllers: [MoneyFactsHandler],
  providers: [provide(MongoMoney, MONGO)],
  exports: [MongoMoney],
})
export class MoneyMovesModule {}
