import { CLOCK } from '@concert/service-kit/clock';
import { MONGO } from '@concert/service-kit/mongo';
import { from, provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { CAPACITIES } from './capacities.ts';
import { MongoStockRepository } from './mongo-stock.repository.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { STOCK } from './stock.repository.ts';

@Module({
  providers: [
    provideAs(STOCK, MongoStockRepository, MONGO),
    provideAs(CAPACITIES, MongoStockRepository, MONGO),
    provide(
      KeyedMutex,
      from(CLOCK, (clock) => () => clock.now().getTime()),
    ),
  ],
  exports: [STOCK, CAPACITIES, KeyedMutex],
})
export class SeatsModule {}
