import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { ReconcilerModule } from '../reconciler/reconciler.module.ts';
import { GiveBackTickets } from '../refunds/asking/give-back-tickets.ts';
import { RefundsModule } from '../refunds/refunds.module.ts';
import { ReturnMoney } from '../refunds/sending/return-money.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { BookingFactsHandler } from './booking-facts.handler.ts';
import { FollowBookings } from './follow-bookings.ts';

@Module({
  imports: [GroundModule, RefundsModule, ReconcilerModule],
  controllers: [BookingFactsHandler],
  providers: [provide(FollowBookings, MongoSessions, ReturnMoney, GiveBackTickets)],
})
export class BookingFactsModule {}
