import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { ChoicesModule } from '../choices/choices.module.ts';
import { MongoChoices } from '../choices/mongo-choices.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { MongoWaiting } from '../waiting/mongo-waiting.ts';
import { AudienceController } from './audience.controller.ts';
import { MongoAudience } from './mongo-audience.ts';
import { ShowAudience } from './show-audience.ts';

/** Tells svc-notify whom message runs go to. */
@Module({
  imports: [ChoicesModule],
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
