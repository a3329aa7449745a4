import { defineCollection } from '../collection.ts';

export interface MigrationRow {
  _id: string;
  appliedAt: Date;
  /** How long it took. */
  milliseconds: number;
}

export const migrationsCollection = defineCollection<MigrationRow>({
  name: 'migrations',
  stores: 'A migration that was applied',
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    appliedAt: { type: Date, required: true },
    milliseconds: { type: Number, required: true },
  },
  indexes: [],
});
