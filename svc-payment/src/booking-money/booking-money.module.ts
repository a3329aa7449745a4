import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { InternalClient } from '@concert/service-kit/http/internal-client';
import { provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { BOOKING_MONEY } from './booking-money.ts';
import { HttpBookingMoney } from './http-booking-money.ts';

@Module({
  providers: [
    provideBy(
      BOOKING_MONEY,
      [setting('BOOKING_URL'), IdentitySigner],
      (url, signer) => new HttpBookingMoney(new InternalClient('svc-booking', url, signer)),
    ),
  ],
  exports: [BOOKING_MONEY],
})
export class BookingMoneyModule {}
