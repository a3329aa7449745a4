import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { MongoUnpaidHolds } from './mongo-unpaid-holds.ts';

@Module({
  providers: [
    provideBy(
      MongoUnpaidHolds,
      [MONGO, CLOCK, setting('UNPAID_HOLDS_PER_ACCOUNT'), setting('UNPAID_HOLDS_PER_SOURCE'), setting('TICKET_SIGNING_KEYS')],
      // When the key changes, a day's counts begin anew.
      (connection, clock, account, source, [key]) => new MongoUnpaidHolds(connection, clock, { account, source }, key!),
    ),
  ],
  exports: [MongoUnpaidHolds],
})
export class UnpaidHoldsModule {}
