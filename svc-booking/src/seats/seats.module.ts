import { MONGO } from '@concert/service-kit/store/mongo';
import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { CAPACITIES } from './capacities.ts';
import { MongoStockRepository } from './mongo-stock.repository.ts';
import { STOCK } from './stock.repository.ts';

@Module({
  providers: [provideAs(STOCK, MongoStockRepository, MONGO), provideAs(CAPACITIES, MongoStockRepository, MONGO)],
  exports: [STOCK, CAPACITIES],
})
export class SeatsModule {}
