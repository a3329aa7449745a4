import { CLOCK, type Clock } from '@concert/service-kit/process/clock';
import { Metrics, type MetricReading } from '@concert/service-kit/process/metrics';
import { Inject, Module } from '@nestjs/common';
import { MongoStock } from './mongo-stock.ts';
import { heldTickets, seatsLeft } from './stock.ts';

/** Seats of each category for Prometheus: capacity, held, sold, and free for anybody (seats that are protected for some are not). */
@Module({})
export class SeatMetricsModule {
  constructor(@Inject(Metrics) metrics: Metrics, @Inject(MongoStock) stocks: Pick<MongoStock, 'all'>, @Inject(CLOCK) clock: Clock) {
    metrics.watch('seats', 'Tickets of a seating category by state (capacity, held, sold, free)', ['seating', 'state'], async () => {
      return (await stocks.all(clock.now())).flatMap((stock): MetricReading<'seating' | 'state'>[] => [
        [{ seating: stock.seating, state: 'capacity' }, stock.capacity],
        [{ seating: stock.seating, state: 'held' }, heldTickets(stock)],
        [{ seating: stock.seating, state: 'sold' }, stock.sold],
        [{ seating: stock.seating, state: 'free' }, seatsLeft(stock, false).others],
      ]);
    });
  }
}
