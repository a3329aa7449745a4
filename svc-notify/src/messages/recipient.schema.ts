import { READER_KINDS } from '@concert/contracts/booking/reader-messages';
import { defineCollection, type Stored } from '@concert/service-kit/store/collection';
import type { Recipient } from './message-run.ts';

export interface RecipientDocument extends Stored<Recipient> {
  /** Keyed hash of the address, so that nobody is told twice; the address itself is not kept. Absent once the run is over. */
  addressHash?: string;
}

export const recipientsCollection = defineCollection<RecipientDocument>({
  name: 'recipients',
  stores: 'A person of a message run, by the ids of bookings, entries or a place on the next-date list; no name and no address',
  kept: 'for ever, as the run; what its address is told by, until all are emailed',
  fields: {
    _id: { type: String, required: true },
    runId: { type: String, required: true },
    addressHash: { type: String },
    readerKind: { type: String, required: true, enum: READER_KINDS },
    people: { type: [String], required: true },
    state: { type: String, required: true, enum: ['planned', 'posted'] },
    calledAt: { type: Date },
    calledBy: { type: String },
  },
  indexes: [
    {
      name: 'uq_run_and_address',
      key: { runId: 1, addressHash: 1 },
      options: { unique: true, partialFilterExpression: { addressHash: { $type: 'string' } } },
      serves: 'each address once in a run, however many bookings and entries it has',
    },
    {
      name: 'planned',
      key: { runId: 1, _id: 1 },
      options: { partialFilterExpression: { state: 'planned' } },
      serves: 'those of a run who have no email yet',
    },
    {
      name: 'called',
      key: { runId: 1, calledAt: 1 },
      options: { partialFilterExpression: { calledAt: { $type: 'date' } } },
      serves: 'those of a run whom someone called',
    },
  ],
});
