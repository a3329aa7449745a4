import { bookingProblems } from '@concert/contracts/booking/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { bookingIndexes } from './bookings/mongo-bookings.repository.ts';
import { BookingsModule } from './bookings/bookings.module.ts';
import type { BookingSettings } from './settings.ts';

/** svc-booking as the kit starts it. */
export function bookingService(settings: BookingSettings): ServiceDefinition<BookingSettings> {
  return { name: 'svc-booking', settings, problems: bookingProblems, modules: [BookingsModule], indexes: bookingIndexes };
}
