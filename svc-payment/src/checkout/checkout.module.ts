import { CLOCK } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { neighbour, setting } from '../settings.ts';
import { SettlePayment } from '../settlement/settle-payment.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { CheckoutController } from './checkout.controller.ts';
import { CreatePayment } from './create-payment.ts';
import { HttpPayableBookings } from './http-payable-bookings.ts';
import { ProcessDetails } from './process-details.ts';

const origin = setting('PUBLIC_ORIGIN');

@Module({
  imports: [GroundModule, SettlementModule],
  controllers: [CheckoutController],
  providers: [
    provide(HttpPayableBookings, neighbour('BOOKING_URL')),
    provide(CreatePayment, HttpPayableBookings, MongoSessions, SettlePayment, PROVIDER, Transactions, Idempotency, CLOCK, origin, Log),
    provide(ProcessDetails, MongoSessions, SettlePayment),
  ],
  exports: [CreatePayment],
})
export class CheckoutModule {}
