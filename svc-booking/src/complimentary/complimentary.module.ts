import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditLogModule } from '../audit-log/audit-log.module.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { AdmissionsModule } from '../admissions/admissions.module.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { SeatsModule } from '../seats/seats.module.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { AddEntries } from './add-entries.ts';
import { ChangeEntry } from './change-entry.ts';
import { ComplimentaryController } from './complimentary.controller.ts';
import { EntryViews } from './entry-views.ts';
import { InvitationsController } from './invitations/invitations.controller.ts';
import { Invitations } from './invitations/invitations.ts';
import { MongoInvitations } from './invitations/mongo-invitations.ts';
import { MailFactsHandler } from './mail-facts.handler.ts';
import { MongoAllotments } from './mongo-allotments.ts';
import { MongoEntries } from './mongo-entries.ts';
import { PreviewImport } from './preview-import.ts';
import { ShowEntries } from './show-entries.ts';

const BEAT_MS = 30_000;
const ORIGIN = setting('PUBLIC_ORIGIN');
const KEPT_BY = [Transactions, Outbox, Idempotency, AuditLog, NamedPeopleLimit, ORIGIN] as const;

@Module({
  imports: [AdmissionsModule, AuditLogModule, ConcertModule, SeatsModule, TicketsModule],
  controllers: [ComplimentaryController, InvitationsController, MailFactsHandler],
  providers: [
    provide(MongoEntries, MONGO),
    provide(MongoAllotments, MONGO, MongoStock),
    provide(EntryViews, TicketSigner),
    provide(AddEntries, MongoEntries, MongoAllotments, Transactions, Outbox, Idempotency, AuditLog, EntryViews, CLOCK, IDS),
    provide(
      ChangeEntry,
      MongoEntries,
      MongoAllotments,
      MongoAdmissions,
      MongoConcert,
      Transactions,
      Outbox,
      Idempotency,
      AuditLog,
      EntryViews,
      CLOCK,
    ),
    provide(NamedPeopleLimit, MONGO, CLOCK),
    provide(ShowEntries, MongoEntries, MongoAllotments, MongoAdmissions, MongoConcert, EntryViews, NamedPeopleLimit, ORIGIN, CLOCK),
    provide(PreviewImport, MongoEntries, MongoAllotments, EntryViews),
    provide(MongoInvitations, MONGO),
    provide(Invitations, MongoInvitations, MongoEntries, MongoAllotments, AddEntries, MongoConcert, TicketSigner, ...KEPT_BY, CLOCK, IDS),
    provideTask('end-invitations', BEAT_MS, Invitations, (task) => task.run()),
  ],
  exports: [Invitations, MongoAllotments, MongoEntries, MongoInvitations],
})
export class ComplimentaryModule {}
