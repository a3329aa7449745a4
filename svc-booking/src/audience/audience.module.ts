import { CLOCK } from '@concert/service-kit/process/clock';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { ChoicesModule } from '../choices/choices.module.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { MongoChoices } from '../choices/mongo-choices.ts';
import { MongoEntries } from '../complimentary/mongo-entries.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { MongoWaiting } from '../waiting/mongo-waiting.ts';
import { AudienceController } from './audience.controller.ts';
import { ShowAudience } from './show-audience.ts';

/** Tells svc-notify whom message runs go to. */
@Module({
  imports: [ChoicesModule],
  controllers: [AudienceController],
  providers: [
    provide(
      ShowAudience,
      MongoBookings,
      MongoEntries,
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
