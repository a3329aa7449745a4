import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { Module } from '@nestjs/common';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { DoorController } from './door.controller.ts';
import { LetIn } from './let-in.ts';
import { LookUpHolders } from './look-up-holders.ts';
import { MongoDoorTickets } from './mongo-door-tickets.ts';
import { ShowDoor } from './show-door.ts';
import { TakeAdmissionBack } from './take-admission-back.ts';

@Module({
  controllers: [DoorController],
  providers: [
    provide(MongoDoorTickets, MONGO),
    provide(
      LetIn,
      MongoDoorTickets,
      MongoAdmissions,
      MongoConcert,
      TicketSigner,
      MongoAudit,
      TakeAdmissionBack,
      setting('DOOR_OPENS_HOURS_BEFORE'),
      CLOCK,
    ),
    provide(ShowDoor, MongoDoorTickets, MongoAdmissions, MongoConcert, TicketSigner, setting('DOOR_OPENS_HOURS_BEFORE'), CLOCK),
    provide(TakeAdmissionBack, MongoDoorTickets, MongoAdmissions, AuditLog, Transactions, CLOCK),
    provide(WindowCounts, MONGO, CLOCK),
    provide(LookUpHolders, MongoDoorTickets, MongoAdmissions, AuditLog, Transactions, WindowCounts, CLOCK),
  ],
})
export class DoorModule {}
