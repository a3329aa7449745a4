import { bookingProblems } from '@concert/contracts/booking/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { BookingsModule } from './bookings/bookings.module.ts';
import { bookingServiceIndexes } from './indexes.ts';
import type { BookingSettings } from './settings.ts';

/** svc-booking as the kit starts it. */
export function bookingService(settings: BookingSettings): ServiceDefinition<BookingSettings> {
  return { name: 'svc-booking', settings, problems: bookingProblems, modules: [BookingsModule], indexes: bookingServiceIndexes };
}
