import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { MONGO, type Connection } from '@concert/service-kit/mongo';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { MongoConcertRepository } from '../concert/mongo-concert.repository.ts';
import type { BookingSettings } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { ADMISSIONS, type AdmissionsRepository } from './admissions.repository.ts';
import { CodeReader } from './code-reader.ts';
import { DOOR_TICKETS, type DoorTicketsRepository } from './door-tickets.repository.ts';
import { DoorController } from './door.controller.ts';
import { LetIn } from './let-in.ts';
import { MongoAdmissionsRepository } from './mongo-admissions.repository.ts';
import { MongoDoorTicketsRepository } from './mongo-door-tickets.repository.ts';
import { ShowDoor } from './show-door.ts';

@Module({
  controllers: [DoorController],
  providers: [
    { provide: ADMISSIONS, inject: [MONGO], useFactory: (connection: Connection) => new MongoAdmissionsRepository(connection) },
    { provide: DOOR_TICKETS, inject: [MONGO], useFactory: (connection: Connection) => new MongoDoorTicketsRepository(connection) },
    {
      provide: LetIn,
      inject: [DOOR_TICKETS, ADMISSIONS, MONGO, SETTINGS, CLOCK],
      useFactory: (
        tickets: DoorTicketsRepository,
        admissions: AdmissionsRepository,
        connection: Connection,
        settings: BookingSettings,
        clock: Clock,
      ) =>
        new LetIn(
          tickets,
          admissions,
          new MongoConcertRepository(connection),
          new CodeReader(new TicketSigner(settings.TICKET_SIGNING_KEY)),
          clock,
        ),
    },
    {
      provide: ShowDoor,
      inject: [DOOR_TICKETS, ADMISSIONS, MONGO, SETTINGS],
      useFactory: (tickets: DoorTicketsRepository, admissions: AdmissionsRepository, connection: Connection, settings: BookingSettings) =>
        new ShowDoor(tickets, admissions, new MongoConcertRepository(connection), new TicketSigner(settings.TICKET_SIGNING_KEY)),
    },
  ],
})
export class DoorModule {}
