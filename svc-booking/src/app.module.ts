import { bookingProblems } from '@concert/contracts/booking/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { BookingsModule } from './bookings/bookings.module.ts';
import { ComplimentaryModule } from './complimentary/complimentary.module.ts';
import { ConcertSettingsModule } from './concert-settings/concert-settings.module.ts';
import { DoorModule } from './door/door.module.ts';
import { bookingServiceIndexes } from './indexes.ts';
import { SeatMetricsModule } from './seats/seat-metrics.module.ts';
import { ReportsModule } from './reports/reports.module.ts';
import { TimelineModule } from './timeline/timeline.module.ts';
import type { BookingSettings } from './settings.ts';

/** svc-booking as the kit starts it. */
export function bookingService(settings: BookingSettings): ServiceDefinition<BookingSettings> {
  return {
    name: 'svc-booking',
    settings,
    problems: bookingProblems,
    modules: [SeatMetricsModule, BookingsModule, ComplimentaryModule, DoorModule, ConcertSettingsModule, ReportsModule, TimelineModule],
    indexes: bookingServiceIndexes,
  };
}
