import { defineCollection } from '@concert/service-kit/store/collection';

export interface TurnDocument {
  /** What is changed by one at a time. */
  _id: string;
  turn: number;
}

export const turnsCollection = defineCollection<TurnDocument>({
  name: 'turns',
  stores: 'A row that transactions meet in which must not run beside each other',
  kept: 'for ever: one for each kind',
  fields: {
    _id: { type: String, required: true },
    turn: { type: Number, required: true },
  },
  indexes: [],
});
