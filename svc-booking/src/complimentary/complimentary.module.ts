import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditLogModule } from '../audit-log/audit-log.module.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { ADMISSIONS } from '../admissions/admissions.repository.ts';
import { AdmissionsModule } from '../admissions/admissions.module.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
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
import { RenewEntry } from './renew-entry.ts';
import { SheetReader } from './sheets/sheet-reader.ts';
import { ShowEntries } from './show-entries.ts';

@Module({
  imports: [AdmissionsModule, AuditLogModule, ConcertModule, TicketsModule],
  controllers: [ComplimentaryController, MailFactsHandler],
  providers: [
    provideAs(ENTRIES, MongoEntriesRepository, MONGO),
    provideAs(ALLOTMENTS, MongoAllotmentsRepository, MONGO),
    provide(EntryViews, TicketSigner),
    provide(AddEntries, ENTRIES, ALLOTMENTS, Transactions, Outbox, Idempotency, AuditLog, EntryViews, CLOCK, IDS),
    provide(ChangeEntry, ENTRIES, ALLOTMENTS, ADMISSIONS, Transactions, Outbox, Idempotency, AuditLog, EntryViews, CLOCK),
    provide(RenewEntry, ENTRIES, ADMISSIONS, Transactions, Outbox, Idempotency, AuditLog, IDS, CLOCK),
    provide(ShowEntries, ENTRIES, ALLOTMENTS, ADMISSIONS, CONCERT, EntryViews, setting('PUBLIC_ORIGIN'), CLOCK),
    provide(SheetReader),
    provide(PreviewImport, ENTRIES, ALLOTMENTS, EntryViews, SheetReader),
  ],
  exports: [ALLOTMENTS, ENTRIES, RenewEntry],
})
export class ComplimentaryModule {}
