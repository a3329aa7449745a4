import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { HttpBookingMoney } from './http-booking-money.ts';
import { MongoLedger } from '../ledger/mongo-ledger.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { MongoNotices } from '../notices/mongo-notices.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { ReturnMoney } from '../refunds/sending/return-money.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { neighbour, setting } from '../settings.ts';
import { SettlePayment } from './settle-payment.ts';

const host = setting('PUBLIC_ORIGIN');

@Module({
  imports: [GroundModule, RefundsModule],
  providers: [
    provide(HttpBookingMoney, neighbour('BOOKING_URL')),
    provide(
      SettlePayment,
      PROVIDER,
      MongoSessions,
      MongoNotices,
      ReturnMoney,
      MongoLedger,
      HttpBookingMoney,
      Transactions,
      Outbox,
      CLOCK,
      host,
      Log,
    ),
  ],
  exports: [HttpBookingMoney, SettlePayment],
})
export class SettlementModule {}
