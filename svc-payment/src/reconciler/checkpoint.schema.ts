import { defineCollection } from '@concert/service-kit/store/collection';

export interface CheckpointDocument {
  _id: string;
  at: Date | null;
  /** Version of the fact it follows. */
  version?: number;
}

export const checkpointsCollection = defineCollection<CheckpointDocument>({
  name: 'checkpoints',
  stores: "A moment to remember: how far the provider's notices were read, when the concert was cancelled",
  kept: 'until it is forgotten: one for each name',
  fields: {
    _id: { type: String, required: true },
    at: { type: Date },
    version: { type: Number },
  },
  indexes: [],
});
