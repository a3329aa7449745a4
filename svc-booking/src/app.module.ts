import { bookingProblems } from '@concert/contracts/booking/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { AudienceModule } from './audience/audience.module.ts';
import { AuditModule } from './audit/audit.module.ts';
import { BookingsModule } from './bookings/bookings.module.ts';
import { ChoicesModule } from './choices/choices.module.ts';
import { ComplimentaryModule } from './complimentary/complimentary.module.ts';
import { ConcertModule } from './concert/concert.module.ts';
import { ConcertSettingsModule } from './concert-settings/concert-settings.module.ts';
import { DoorModule } from './door/door.module.ts';
import { GoLiveModule } from './go-live/go-live.module.ts';
import { HeldSeatsModule } from './held-seats/held-seats.module.ts';
import { bookingServiceIndexes } from './indexes.ts';
import { PaymentsModule } from './payments/payments.module.ts';
import { PersonalDataModule } from './personal-data/personal-data.module.ts';
import { RenewalsModule } from './renewals/renewals.module.ts';
import { ReportsModule } from './reports/reports.module.ts';
import { SeatMetricsModule } from './seats/seat-metrics.module.ts';
import { assertReachable, type BookingSettings } from './settings.ts';
import { StoresModule } from './stores.module.ts';
import { TimelineModule } from './timeline/timeline.module.ts';
import { WaitingModule } from './waiting/waiting.module.ts';

export function bookingService(settings: BookingSettings): ServiceDefinition<BookingSettings> {
  assertReachable(settings);
  return {
    name: 'svc-booking',
    settings,
    problems: bookingProblems,
    modules: [
      StoresModule,
      SeatMetricsModule,
      BookingsModule,
      PaymentsModule,
      ComplimentaryModule,
      RenewalsModule,
      HeldSeatsModule,
      WaitingModule,
      ChoicesModule,
      DoorModule,
      ConcertModule,
      ConcertSettingsModule,
      GoLiveModule,
      ReportsModule,
      TimelineModule,
      AuditModule,
      AudienceModule,
      PersonalDataModule,
    ],
    indexes: bookingServiceIndexes,
  };
}
