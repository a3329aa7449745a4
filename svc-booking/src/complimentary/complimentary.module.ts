import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Transactions } from '@concert/service-kit/store/mongo';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { AddEntries } from './add-entries.ts';
import { ChangeEntry } from './change-entry.ts';
import { ComplimentaryController } from './complimentary.controller.ts';
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
const KEPT = [Transactions, Outbox, Idempotency, AuditLog] as const;

@Module({
  controllers: [ComplimentaryController, InvitationsController, MailFactsHandler],
  providers: [
    provide(AddEntries, MongoEntries, MongoAllotments, ...KEPT, CLOCK, IDS),
    provide(ChangeEntry, MongoEntries, MongoAllotments, MongoAdmissions, MongoConcert, ...KEPT, CLOCK),
    provide(ShowEntries, MongoEntries, MongoAllotments, MongoAdmissions, MongoConcert, TicketSigner, NamedPeopleLimit, ORIGIN, CLOCK),
    provide(PreviewImport, MongoEntries, MongoAllotments),
    provide(
      Invitations,
      ...([MongoInvitations, MongoEntries, MongoAllotments, AddEntries, MongoConcert, TicketSigner] as const),
      ...KEPT,
      NamedPeopleLimit,
      ORIGIN,
      CLOCK,
      IDS,
    ),
    provideTask('end-invitations', BEAT_MS, Invitations, (task) => task.run()),
  ],
  exports: [Invitations],
})
export class ComplimentaryModule {}
