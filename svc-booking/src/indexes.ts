import { auditIndexes } from './audit/mongo-audit.repository.ts';
import { bookingIndexes } from './bookings/mongo-bookings.repository.ts';
import { concertIndexes } from './concert/mongo-concert.repository.ts';

/** Every index of svc-booking's database; each stands beside the collection it serves. */
export const bookingServiceIndexes = [...bookingIndexes, ...concertIndexes, ...auditIndexes];
