import { SEATINGS } from '@concert/contracts/booking/seating';
import { WAITING_STATES, WANTED_SEATINGS } from '@concert/contracts/booking/waiting';
import type { WaitingId } from '@concert/contracts/core/ids';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import { OPEN_STATES, type Waiting } from './waiting.ts';

export interface WaitingDocument extends Omit<Waiting, 'id'> {
  _id: WaitingId;
}

export const waitingCollection = defineCollection<WaitingDocument>({
  name: 'waiting',
  stores: 'A place in the waiting list: who waits for which seats, or for the next date, since when, and what was offered',
  kept: 'until 30 days after the evening, for the next date until its owner leaves, or until its owner is erased',
  fields: {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true },
    seats: { type: Number, required: true, min: 1, max: 6 },
    seating: { type: String, required: true, enum: WANTED_SEATINGS },
    access: { type: embedded<NonNullable<Waiting['access']>>({ companions: { type: Number, required: true, min: 0, max: 3 } }) },
    joinedAt: { type: Date, required: true },
    state: { type: String, required: true, enum: WAITING_STATES },
    offer: {
      type: embedded<NonNullable<Waiting['offer']>>({
        bookingId: { type: String, required: true },
        seating: { type: String, required: true, enum: SEATINGS },
        offeredAt: { type: Date, required: true },
      }),
    },
    endedAt: { type: Date },
    version: { type: Number, required: true },
  },
  indexes: [
    {
      name: 'uq_open_of_account',
      key: { userId: 1 },
      options: { unique: true, partialFilterExpression: { state: { $in: [...OPEN_STATES] } } },
      serves: 'one open place for an account',
    },
    { name: 'of_account', key: { userId: 1, joinedAt: -1 }, serves: 'the places of an account, the latest first' },
    {
      name: 'in_order',
      // With what they want, so that nobody's place is counted through the documents of everybody before.
      key: { state: 1, joinedAt: 1, _id: 1, seating: 1, seats: 1 },
      serves: 'who waits and to whom seats are offered, first come first, and how many seats are wanted before a place',
    },
  ],
});
