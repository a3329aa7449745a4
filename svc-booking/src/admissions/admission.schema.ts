import { REFUSALS } from '@concert/contracts/booking/door';
import type { TicketId } from '@concert/contracts/core/ids';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import type { Admission, Conflict } from './admission.ts';

/** The ticket is the `_id`: because it is unique, a ticket admits once. */
export interface AdmissionDocument extends Omit<Admission, 'ticketId'> {
  _id: TicketId;
  /** Set once this admission was taken back: nobody is inside by it. */
  over?: true;
  /** Scans whose admission was taken back: sent again, they let nobody in. */
  takenBack?: string[];
}

const SCAN = {
  scanId: { type: String, required: true },
  door: { type: String, required: true },
  scannedAt: { type: Date, required: true },
  offline: { type: Boolean, required: true },
  byName: { type: Boolean },
} as const;

export const admissionsCollection = defineCollection<AdmissionDocument>({
  name: 'admissions',
  stores: 'Someone went in with a ticket',
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    ...SCAN,
    storedAt: { type: Date, required: true },
    by: { type: String, required: true },
    over: { type: Boolean },
    takenBack: { type: [String], default: undefined },
  },
  indexes: [
    { name: 'by_time', key: { storedAt: 1 }, serves: 'arrivals per door and minute, of the last hours' },
    {
      name: 'ever_taken_back',
      key: { takenBack: 1 },
      options: { partialFilterExpression: { takenBack: { $exists: true } } },
      serves: 'how many are not inside any more',
    },
  ],
});

export interface ConflictDocument extends Conflict {
  /** Ticket and door: a ticket that comes again to the same door stays one conflict. */
  _id: string;
}

export const conflictsCollection = defineCollection<ConflictDocument>({
  name: 'door-conflicts',
  stores: 'A ticket that came twice, or that a device let in by an old list',
  kept: 'for ever: the newest of each person at the doors',
  fields: {
    _id: { type: String, required: true },
    ticketId: { type: String, required: true },
    reason: { type: String, required: true, enum: REFUSALS },
    first: {
      type: embedded<NonNullable<Conflict['first']>>(SCAN),
    },
    second: {
      type: embedded<Conflict['second']>({
        ...SCAN,
        by: { type: String, required: true },
      }),
      required: true,
    },
    storedAt: { type: Date, required: true },
  },
  indexes: [
    { name: 'by_time', key: { storedAt: -1 }, serves: 'conflicts at the doors, newest first' },
    { name: 'of_person', key: { 'second.by': 1, storedAt: -1 }, serves: 'the oldest ones of a person, which go' },
  ],
});
