import { CLOCK } from '@concert/service-kit/process/clock';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import { ReleaseBooking } from '../bookings/release-booking.ts';
import { HeldSeatsController } from './held-seats.controller.ts';
import { ReleaseHeldSeats } from './release-held-seats.ts';
import { ShowHeldSeats } from './show-held-seats.ts';

@Module({
  imports: [BookingsModule],
  controllers: [HeldSeatsController],
  providers: [
    provide(ShowHeldSeats, MongoBookings, NamedPeopleLimit, CLOCK),
    provide(ReleaseHeldSeats, MongoBookings, ReleaseBooking, SeatLanes, Outbox, AuditLog),
  ],
})
export class HeldSeatsModule {}
