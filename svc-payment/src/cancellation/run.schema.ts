import { RUN_STATES } from '@concert/contracts/payment/cancellation';
import { defineVersionedCollection, embedded, type Stored, type TimePosition } from '@concert/service-kit/store/collection';
import type { CancellationRun } from './run.ts';

export interface RunDocument extends Stored<CancellationRun> {
  unfinished: boolean;
}

export const runsCollection = defineVersionedCollection<RunDocument>({
  name: 'cancellation-runs',
  stores: 'All money of a cancelled concert on its way back',
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    state: { type: String, required: true, enum: RUN_STATES },
    pausedFrom: { type: String, enum: ['gathering', 'running', null] },
    startedBy: { type: String, required: true },
    startedAt: { type: Date, required: true },
    finishedAt: { type: Date },
    count: { type: Number, required: true, min: 0 },
    totalMinor: { type: Number, required: true },
    explanation: { type: String },
    gathered: { type: embedded<TimePosition<string>>({ at: { type: Date, required: true }, id: { type: String, required: true } }) },
    version: { type: Number, required: true, min: 1 },
    unfinished: { type: Boolean, required: true },
  },
  indexes: [
    {
      name: 'uq_unfinished',
      key: { unfinished: 1 },
      options: { unique: true, partialFilterExpression: { unfinished: true } },
      serves: 'one run at a time',
    },
    { name: 'newest', key: { startedAt: -1 }, serves: 'the latest run' },
  ],
});
