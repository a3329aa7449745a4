import { CLOCK, type Clock } from '@concert/service-kit/process/clock';
import { Metrics } from '@concert/service-kit/process/metrics';
import { MONGO, type Connection } from '@concert/service-kit/store/mongo';
import { Inject, Module } from '@nestjs/common';
import { MongoMoneyChecks } from './mongo-money-checks.ts';

/** The latest comparison of money, for Prometheus. */
@Module({})
export class MoneyMetricsModule {
  constructor(@Inject(Metrics) metrics: Metrics, @Inject(MONGO) connection: Connection, @Inject(CLOCK) clock: Clock) {
    const checks = new MongoMoneyChecks(connection);
    metrics.watch(
      'money_held_minor',
      'Money we hold by the word of each side (bookings, ledger, provider), in minor units',
      ['side'],
      async () => {
        const { proof: result } = await checks.state();
        return result ? (['bookings', 'ledger', 'provider'] as const).map((side) => [{ side }, result[side].heldMinor] as const) : [];
      },
    );
    const differing = 'Bookings whose money differs between bookings, ledger and provider, and wait for someone';
    metrics.watchOne('money_differences_open', differing, async () => (await checks.state()).proof?.open);
    metrics.watchOne('money_compared_seconds', 'Age of the latest comparison of money', async () => {
      const { proof } = await checks.state();
      return proof ? Math.max(0, (clock.now().getTime() - Date.parse(proof.at)) / 1_000) : undefined;
    });
  }
}
