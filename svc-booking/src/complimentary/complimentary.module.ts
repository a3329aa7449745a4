import { CLOCK, IDS } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { MongoConcertRepository } from '../concert/mongo-concert.repository.ts';
import { ADMISSIONS } from '../admissions/admissions.repository.ts';
import { MongoAdmissionsRepository } from '../admissions/mongo-admissions.repository.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { AddEntries } from './add-entries.ts';
import { ALLOTMENTS } from './allotments.repository.ts';
import { ChangeEntry } from './change-entry.ts';
import { ComplimentaryController } from './complimentary.controller.ts';
import { ENTRIES } from './entries.repository.ts';
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
    provideAs(ENTRIES, MongoEntriesRepository, MONGO),
    provideAs(ALLOTMENTS, MongoAllotmentsRepository, MONGO),
    provideAs(ADMISSIONS, MongoAdmissionsRepository, MONGO),
    provide(TicketSigner, setting('TICKET_SIGNING_KEY')),
    provide(EntryViews, TicketSigner),
    provide(AddEntries, ENTRIES, ALLOTMENTS, Transactions, Outbox, Idempotency, AuditLog, EntryViews, CLOCK, IDS),
    provide(ChangeEntry, ENTRIES, ALLOTMENTS, ADMISSIONS, Transactions, Outbox, Idempotency, AuditLog, EntryViews, CLOCK),
    provideAs(CONCERT, MongoConcertRepository, MONGO),
    provide(ShowEntries, ENTRIES, ALLOTMENTS, ADMISSIONS, CONCERT, EntryViews, setting('PUBLIC_ORIGIN')),
    provide(SheetReader),
    provide(PreviewImport, ENTRIES, ALLOTMENTS, EntryViews, SheetReader),
  ],
})
export class ComplimentaryModule {}
