import { indexesOf } from '@concert/service-kit/store/collection';
import { windowCountsCollection } from '@concert/service-kit/store/window-counts.schema';
import { admissionsCollection, conflictsCollection } from './admissions/admission.schema.ts';
import { auditCollection, auditLengthCollection, auditSourcesCollection } from './audit-log/audit.schema.ts';
import { bookingsCollection } from './bookings/booking.schema.ts';
import { choicesCollection } from './choices/choice.schema.ts';
import { allotmentsCollection } from './complimentary/allotment.schema.ts';
import { entriesCollection } from './complimentary/entry.schema.ts';
import { invitationsCollection } from './complimentary/invitations/invitation.schema.ts';
import { concertChangesCollection, concertsCollection } from './concert/concert.schema.ts';
import { moneyMovesCollection } from './money-moves/money.schema.ts';
import { stockCollection } from './seats/stock.schema.ts';
import { waitingCollection } from './waiting/waiting.schema.ts';
import { holdTurnsCollection, unpaidHoldsCollection } from './unpaid-holds/unpaid-hold.schema.ts';

/** All collections of svc-booking: start reading here. */
export const bookingServiceCollections = [
  bookingsCollection,
  stockCollection,
  waitingCollection,
  unpaidHoldsCollection,
  holdTurnsCollection,
  concertsCollection,
  concertChangesCollection,
  choicesCollection,
  allotmentsCollection,
  entriesCollection,
  invitationsCollection,
  admissionsCollection,
  conflictsCollection,
  moneyMovesCollection,
  auditCollection,
  auditLengthCollection,
  auditSourcesCollection,
  windowCountsCollection,
] as const;

/** All indexes of svc-booking's database. */
export const bookingServiceIndexes = indexesOf(bookingServiceCollections);
