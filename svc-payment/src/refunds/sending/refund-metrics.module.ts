import { REFUND_STATES } from '@concert/contracts/payment/refunds';
import { CLOCK, type Clock } from '@concert/service-kit/process/clock';
import { Metrics, type MetricReading } from '@concert/service-kit/process/metrics';
import { MONGO, type Connection } from '@concert/service-kit/store/mongo';
import { Inject, Module } from '@nestjs/common';
import { refundsCollection, type RefundDocument } from '../rules/refund.schema.ts';

const UNFINISHED = REFUND_STATES.filter((state) => state !== 'succeeded');

/** Metrics of refunds that have not reached their buyers, for Prometheus. */
@Module({})
export class RefundMetricsModule {
  constructor(@Inject(Metrics) metrics: Metrics, @Inject(MONGO) connection: Connection, @Inject(CLOCK) clock: Clock) {
    const refunds = () => refundsCollection.on(connection);
    metrics.watch('refunds_unfinished', 'Refunds by state (planned, requested, pending, failed without a later attempt)', ['state'], () =>
      Promise.all(
        UNFINISHED.map(async (state): Promise<MetricReading<'state'>> => [
          { state },
          await refunds().countDocuments({ status: state, ...(state === 'failed' ? { superseded: { $ne: true } } : {}) }),
        ]),
      ),
    );
    metrics.watchAge(
      'refunds_oldest_requested_seconds',
      'Age of the oldest refund that the payment provider has not taken',
      clock,
      async () => {
        const [oldest] = await refunds().find({ status: 'requested' }).sort({ requestedAt: 1 }).limit(1).lean<RefundDocument[]>();
        return oldest?.requestedAt;
      },
    );
  }
}
