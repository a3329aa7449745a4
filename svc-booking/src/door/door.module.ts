import { CLOCK } from '@concert/service-kit/clock';
import { MONGO } from '@concert/service-kit/mongo';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { AdmissionsModule } from '../admissions/admissions.module.ts';
import { ADMISSIONS } from '../admissions/admissions.repository.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { CodeReader } from './code-reader.ts';
import { DOOR_TICKETS } from './door-tickets.repository.ts';
import { DoorController } from './door.controller.ts';
import { LetIn } from './let-in.ts';
import { MongoDoorTicketsRepository } from './mongo-door-tickets.repository.ts';
import { ShowDoor } from './show-door.ts';

@Module({
  imports: [AdmissionsModule, ConcertModule, TicketsModule],
  controllers: [DoorController],
  providers: [
    provideAs(DOOR_TICKETS, MongoDoorTicketsRepository, MONGO),
    provide(CodeReader, TicketSigner),
    provide(LetIn, DOOR_TICKETS, ADMISSIONS, CONCERT, CodeReader, CLOCK),
    provide(ShowDoor, DOOR_TICKETS, ADMISSIONS, CONCERT, TicketSigner, CLOCK),
  ],
})
export class DoorModule {}
