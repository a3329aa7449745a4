import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { Module } from '@nestjs/common';
import { AdmissionsModule } from '../admissions/admissions.module.ts';
import { ADMISSIONS } from '../admissions/admissions.repository.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditLogModule } from '../audit-log/audit-log.module.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { CodeReader } from './code-reader.ts';
import { DOOR_TICKETS } from './door-tickets.repository.ts';
import { DoorController } from './door.controller.ts';
import { HOLDER_NAMES } from './holder-names.repository.ts';
import { LetIn } from './let-in.ts';
import { LookUpHolders } from './look-up-holders.ts';
import { MongoDoorTicketsRepository } from './mongo-door-tickets.repository.ts';
import { MongoHolderNamesRepository } from './mongo-holder-names.repository.ts';
import { ShowDoor } from './show-door.ts';

@Module({
  imports: [AdmissionsModule, AuditLogModule, ConcertModule, TicketsModule],
  controllers: [DoorController],
  providers: [
    provideAs(DOOR_TICKETS, MongoDoorTicketsRepository, MONGO),
    provideAs(HOLDER_NAMES, MongoHolderNamesRepository, MONGO),
    provide(CodeReader, TicketSigner),
    provide(LetIn, DOOR_TICKETS, ADMISSIONS, CONCERT, HOLDER_NAMES, CodeReader, CLOCK),
    provide(ShowDoor, DOOR_TICKETS, ADMISSIONS, CONCERT, TicketSigner, CLOCK),
    provide(WindowCounts, MONGO, CLOCK),
    provide(LookUpHolders, HOLDER_NAMES, DOOR_TICKETS, ADMISSIONS, AuditLog, Transactions, WindowCounts, CLOCK),
  ],
})
export class DoorModule {}
