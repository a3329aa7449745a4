import { auditIndexes } from './audit-log/mongo-audit.repository.ts';
import { bookingIndexes } from './bookings/mongo-bookings.repository.ts';
import { entryIndexes } from './complimentary/mongo-entries.repository.ts';
import { concertIndexes } from './concert/mongo-concert.repository.ts';
import { reportIndexes } from './reports/mongo-report-indexes.ts';
import { moneyIndexes } from './money-moves/mongo-money.repository.ts';
import { admissionIndexes } from './admissions/mongo-admissions.repository.ts';
import { doorTicketIndexes } from './door/mongo-door-tickets.repository.ts';

/** Every index of svc-booking's database; each stands beside the collection it serves. */
export const bookingServiceIndexes = [
  ...bookingIndexes,
  ...concertIndexes,
  ...auditIndexes,
  ...entryIndexes,
  ...admissionIndexes,
  ...doorTicketIndexes,
  ...reportIndexes,
  ...moneyIndexes,
];
