import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { MongoEntries } from '../complimentary/mongo-entries.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { RenewTickets } from './renew-tickets.ts';
import { RenewalsController } from './renewals.controller.ts';

@Module({
  controllers: [RenewalsController],
  providers: [
    provide(
      RenewTickets,
      MongoBookings,
      MongoEntries,
      MongoAdmissions,
      MongoConcert,
      Transactions,
      Outbox,
      Idempotency,
      AuditLog,
      IDS,
      CLOCK,
    ),
  ],
})
export class RenewalsModule {}
