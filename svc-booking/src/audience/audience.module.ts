import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { AdmissionsModule } from '../admissions/admissions.module.ts';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { ChoicesModule } from '../choices/choices.module.ts';
import { MongoChoices } from '../choices/mongo-choices.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { MongoWaiting } from '../waiting/mongo-waiting.ts';
import { WaitingModule } from '../waiting/waiting.module.ts';
import { AudienceController } from './audience.controller.ts';
import { MongoAudience } from './mongo-audience.ts';
import { ShowAudience } from './show-audience.ts';

/** Tells svc-notify whom message runs go to. */
@Module({
  imports: [AdmissionsModule, ChoicesModule, ConcertModule, TicketsModule, WaitingModule],
  controllers: [AudienceController],
  providers: [
    provide(MongoAudience, MONGO),
    provide(
      ShowAudience,
      MongoAudience,
      MongoAdmissions,
      MongoConcert,
      MongoChoices,
      MongoWaiting,
      TicketSigner,
      setting('PUBLIC_ORIGIN'),
      CLOCK,
    ),
  ],
})
export class AudienceModule {}
