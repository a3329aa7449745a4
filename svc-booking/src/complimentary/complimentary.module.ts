import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { MongoConcertRepository } from '../concert/mongo-concert.repository.ts';
import { ADMISSIONS, type AdmissionsRepository } from '../door/admissions.repository.ts';
import { MongoAdmissionsRepository } from '../door/mongo-admissions.repository.ts';
import type { BookingSettings } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { AddEntries } from './add-entries.ts';
import { ALLOTMENTS, type AllotmentsRepository } from './allotments.repository.ts';
import { ChangeEntry } from './change-entry.ts';
import { ComplimentaryController } from './complimentary.controller.ts';
import { ENTRIES, type EntriesRepository } from './entries.repository.ts';
import { EntryViews } from './entry-views.ts';
import { MailFactsHandler } from './mail-facts.handler.ts';
import { MongoAllotmentsRepository } from './mongo-allotments.repository.ts';
import { MongoEntriesRepository } from './mongo-entries.repository.ts';
import { PreviewImport } from './preview-import.ts';
import { SheetReader } from './sheets/sheet-reader.ts';
import { ShowEntries } from './show-entries.ts';

@Module({
  imports: [AuditModule],
  controllers: [ComplimentaryController, MailFactsHandler],
  providers: [
    { provide: ENTRIES, inject: [MONGO], useFactory: (connection: Connection) => new MongoEntriesRepository(connection) },
    { provide: ALLOTMENTS, inject: [MONGO], useFactory: (connection: Connection) => new MongoAllotmentsRepository(connection) },
    { provide: ADMISSIONS, inject: [MONGO], useFactory: (connection: Connection) => new MongoAdmissionsRepository(connection) },
    {
      provide: EntryViews,
      inject: [SETTINGS],
      useFactory: (settings: BookingSettings) => new EntryViews(new TicketSigner(settings.TICKET_SIGNING_KEY)),
    },
    {
      provide: AddEntries,
      inject: [ENTRIES, ALLOTMENTS, Transactions, Outbox, Idempotency, AuditLog, EntryViews, CLOCK, IDS],
      useFactory: (
        entries: EntriesRepository,
        allotments: AllotmentsRepository,
        transactions: Transactions,
        outbox: Outbox,
        idempotency: Idempotency,
        audit: AuditLog,
        views: EntryViews,
        clock: Clock,
        ids: Ids,
      ) => new AddEntries(entries, allotments, transactions, outbox, idempotency, audit, views, clock, ids),
    },
    {
      provide: ChangeEntry,
      inject: [ENTRIES, ALLOTMENTS, ADMISSIONS, Transactions, Outbox, Idempotency, AuditLog, EntryViews, CLOCK],
      useFactory: (
        entries: EntriesRepository,
        allotments: AllotmentsRepository,
        admissions: AdmissionsRepository,
        transactions: Transactions,
        outbox: Outbox,
        idempotency: Idempotency,
        audit: AuditLog,
        views: EntryViews,
        clock: Clock,
      ) => new ChangeEntry(entries, allotments, admissions, transactions, outbox, idempotency, audit, views, clock),
    },
    {
      provide: ShowEntries,
      inject: [ENTRIES, ALLOTMENTS, ADMISSIONS, MONGO, EntryViews, SETTINGS],
      useFactory: (
        entries: EntriesRepository,
        allotments: AllotmentsRepository,
        admissions: AdmissionsRepository,
        connection: Connection,
        views: EntryViews,
        settings: BookingSettings,
      ) => new ShowEntries(entries, allotments, admissions, new MongoConcertRepository(connection), views, settings.PUBLIC_ORIGIN),
    },
    {
      provide: PreviewImport,
      inject: [ENTRIES, ALLOTMENTS, EntryViews],
      useFactory: (entries: EntriesRepository, allotments: AllotmentsRepository, views: EntryViews) =>
        new PreviewImport(entries, allotments, views, new SheetReader()),
    },
  ],
})
export class ComplimentaryModule {}
