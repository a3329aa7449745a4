import { CLOCK } from '@concert/service-kit/clock';
import { MONGO } from '@concert/service-kit/mongo';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { CONCERT } from '../concert/concert.repository.ts';
import { MongoConcertRepository } from '../concert/mongo-concert.repository.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { ADMISSIONS } from '../admissions/admissions.repository.ts';
import { CodeReader } from './code-reader.ts';
import { DOOR_TICKETS } from './door-tickets.repository.ts';
import { DoorController } from './door.controller.ts';
import { LetIn } from './let-in.ts';
import { MongoAdmissionsRepository } from '../admissions/mongo-admissions.repository.ts';
import { MongoDoorTicketsRepository } from './mongo-door-tickets.repository.ts';
import { ShowDoor } from './show-door.ts';

@Module({
  controllers: [DoorController],
  providers: [
    provideAs(ADMISSIONS, MongoAdmissionsRepository, MONGO),
    provideAs(DOOR_TICKETS, MongoDoorTicketsRepository, MONGO),
    provideAs(CONCERT, MongoConcertRepository, MONGO),
    provide(TicketSigner, setting('TICKET_SIGNING_KEY')),
    provide(CodeReader, TicketSigner),
    provide(LetIn, DOOR_TICKETS, ADMISSIONS, CONCERT, CodeReader, CLOCK),
    provide(ShowDoor, DOOR_TICKETS, ADMISSIONS, CONCERT, TicketSigner),
  ],
})
export class DoorModule {}
