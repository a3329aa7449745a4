import { CLOCK, type Clock } from '@concert/service-kit/process/clock';
import { Metrics, type Reading } from '@concert/service-kit/process/metrics';
import { Inject, Module } from '@nestjs/common';
import { SeatsModule } from './seats.module.ts';
import { MongoStock } from './mongo-stock.ts';
import { heldTickets } from './stock.ts';

/** Seats of each category for Prometheus: capacity, held and sold. */
@Module({ imports: [SeatsModule] })
export class SeatMetricsModule {
  constructor(@Inject(Metrics) metrics: Metrics, @Inject(MongoStock) stocks: MongoStock, @Inject(CLOCK) clock: Clock) {
    metrics.watch('seats', 'Tickets of a seating category by state (capacity, held, sold)', ['seating', 'state'], async () => {
      return (await stocks.all(clock.now())).flatMap((stock): Reading<'seating' | 'state'>[] => [
        [{ seating: stock.seating, state: 'capacity' }, stock.capacity],
        [{ seating: stock.seating, state: 'held' }, heldTickets(stock)],
        [{ seating: stock.seating, state: 'sold' }, stock.sold],
      ]);
    });
  }
}
