import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { AdmissionsModule } from '../admissions/admissions.module.ts';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditLogModule } from '../audit-log/audit-log.module.ts';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { ComplimentaryModule } from '../complimentary/complimentary.module.ts';
import { MongoEntries } from '../complimentary/mongo-entries.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { RenewTickets } from './renew-tickets.ts';
import { RenewalsController } from './renewals.controller.ts';

@Module({
  imports: [AdmissionsModule, AuditLogModule, BookingsModule, ComplimentaryModule, ConcertModule],
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
