import { BOOKING_STATUSES } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import { MONEY_TASK_KINDS } from '@concert/contracts/payment/money-check';
import { defineCollection } from '@concert/service-kit/store/collection';
import { TASK_STATES, type MoneyTask } from './money-task.ts';

export interface MoneyTaskDocument extends Omit<MoneyTask, 'bookingId'> {
  /** The booking's id, so that a booking has one task. */
  _id: BookingId;
}

export const moneyTasksCollection = defineCollection<MoneyTaskDocument>({
  name: 'money-tasks',
  stores: 'A difference between bookings, ledger and provider, and what became of it',
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: MONEY_TASK_KINDS },
    bookingStatus: { type: String, enum: [...BOOKING_STATUSES, null] },
    bookingMinor: { type: Number, required: true },
    ledgerMinor: { type: Number, required: true },
    providerMinor: { type: Number, required: true },
    state: { type: String, required: true, enum: TASK_STATES },
    firstSeenAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    resolvedAt: { type: Date },
    resolvedBy: { type: String },
    note: { type: String },
    version: { type: Number, required: true, min: 1 },
  },
  indexes: [
    {
      name: 'by_state',
      key: { state: 1, lastSeenAt: -1, _id: -1 },
      serves: 'open tasks, resolved tasks, those seen last first',
    },
  ],
});
