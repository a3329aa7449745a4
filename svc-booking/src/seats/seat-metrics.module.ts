import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { Metrics, type Reading } from '@concert/service-kit/metrics';
import { MONGO, type Connection } from '@concert/service-kit/mongo';
import { Inject, Module } from '@nestjs/common';
import { MongoStockRepository } from './mongo-stock.repository.ts';
import { heldTickets } from './stock.ts';

/** Seats of each category for Prometheus: how many there are, are held and are sold. */
@Module({})
export class SeatMetricsModule {
  constructor(@Inject(Metrics) metrics: Metrics, @Inject(MONGO) connection: Connection, @Inject(CLOCK) clock: Clock) {
    const stocks = new MongoStockRepository(connection);
    metrics.watch('seats', 'Tickets of a seating category by state (capacity, held, sold)', ['seating', 'state'], async () => {
      const now = clock.now();
      return (await stocks.all()).flatMap((stock): Reading<'seating' | 'state'>[] => [
        [{ seating: stock.seating, state: 'capacity' }, stock.capacity],
        [{ seating: stock.seating, state: 'held' }, heldTickets(stock, now)],
        [{ seating: stock.seating, state: 'sold' }, stock.sold],
      ]);
    });
  }
}
