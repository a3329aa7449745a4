import { approvalRoutes } from '@concert/contracts/auth/approvals';
import { APPROVALS, provideApprovals } from '@concert/service-kit/http/approvals';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { MONGO } from '@concert/service-kit/store/mongo';
import { Global, Module } from '@nestjs/common';
import { MongoAdmissions } from './admissions/mongo-admissions.ts';
import { AuditLog } from './audit-log/audit-log.ts';
import { MongoAudit } from './audit-log/mongo-audit.ts';
import { MongoBookings } from './bookings/mongo-bookings.ts';
import { MongoAllotments } from './complimentary/mongo-allotments.ts';
import { MongoEntries } from './complimentary/mongo-entries.ts';
import { MongoInvitations } from './complimentary/invitations/mongo-invitations.ts';
import { ConcertChanges } from './concert/concert-changes.ts';
import { MongoConcert } from './concert/mongo-concert.ts';
import { MongoMoney } from './money-moves/mongo-money.ts';
import { HttpPeople } from './people/http-people.ts';
import { MongoStock } from './seats/mongo-stock.ts';
import { neighbour, setting } from './settings.ts';
import { TicketSigner } from './tickets/ed25519-ticket-signer.ts';
import { MongoUnpaidHolds } from './unpaid-holds/mongo-unpaid-holds.ts';
import { MongoWaiting } from './waiting/mongo-waiting.ts';

/** What many features read and write, and whom they ask. It is there for all of them; what only one needs stands in its own module. */
@Global()
@Module({
  providers: [
    provide(MongoAdmissions, MONGO),
    provide(MongoAllotments, MONGO, MongoStock),
    provide(MongoBookings, MONGO),
    provide(MongoConcert, MONGO, setting('PAYMENTS_LIVE'), setting('PUBLIC_ORIGIN'), setting('CONTACT_EMAIL')),
    provide(MongoEntries, MONGO),
    provide(MongoInvitations, MONGO),
    provide(MongoMoney, MONGO),
    provide(MongoStock, MONGO),
    provide(MongoWaiting, MONGO),
    provideBy(MongoAudit, [MONGO, setting('TICKET_SIGNING_KEYS')], (connection, [key]) => new MongoAudit(connection, key)),
    provideBy(
      MongoUnpaidHolds,
      [MONGO, CLOCK, setting('UNPAID_HOLDS_PER_ACCOUNT'), setting('UNPAID_HOLDS_PER_SOURCE'), setting('TICKET_SIGNING_KEYS')],
      // When the key changes, a day's counts begin anew.
      (connection, clock, account, source, [key]) => new MongoUnpaidHolds(connection, clock, { account, source }, key!),
    ),
    provide(AuditLog, MongoAudit),
    provide(ConcertChanges, MongoConcert, AuditLog, Outbox, CLOCK),
    provide(HttpPeople, neighbour('AUTH_URL'), Log),
    provide(NamedPeopleLimit, MONGO, CLOCK),
    provide(TicketSigner, setting('TICKET_SIGNING_KEYS')),
    provideApprovals(setting('AUTH_URL'), approvalRoutes.requireApproval),
  ],
  exports: [
    ...[
      MongoAdmissions,
      MongoAllotments,
      MongoBookings,
      MongoConcert,
      MongoEntries,
      MongoInvitations,
      MongoMoney,
      MongoStock,
      MongoWaiting,
    ],
    ...[MongoAudit, MongoUnpaidHolds, AuditLog, ConcertChanges, HttpPeople, NamedPeopleLimit, TicketSigner, APPROVALS],
  ],
})
export class StoresModule {}
