import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { neighbour } from '../settings.ts';
import { BOOKING_MONEY } from './booking-money.ts';
import { HttpBookingMoney } from './http-booking-money.ts';

@Module({
  providers: [provideAs(BOOKING_MONEY, HttpBookingMoney, neighbour('BOOKING_URL'))],
  exports: [BOOKING_MONEY],
})
export class BookingMoneyModule {}
