import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoStock } from './mongo-stock.ts';

@Module({
  providers: [provide(MongoStock, MONGO)],
  exports: [MongoStock],
})
export class SeatsModule {}
