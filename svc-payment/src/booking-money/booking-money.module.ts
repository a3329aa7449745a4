import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { neighbour } from '../settings.ts';
import { HttpBookingMoney } from './http-booking-money.ts';

@Module({
  providers: [provide(HttpBookingMoney, neighbour('BOOKING_URL'))],
  exports: [HttpBookingMoney],
})
export class BookingMoneyModule {}
