import { defineCollection, goesAt } from '@concert/service-kit/store/collection';

export interface UnpaidHoldsDocument {
  /** Whose holds are counted: an account, or the keyed hash of a network. */
  _id: string;
  count: number;
  /** When counting begins anew. */
  forgetAt: Date;
}

export const unpaidHoldsCollection = defineCollection<UnpaidHoldsDocument>({
  name: 'unpaid-holds',
  stores: 'How many reservations of an account, or of a network where nobody proved an email, ended without money within a day',
  kept: 'a day from the first of them',
  fields: {
    _id: { type: String, required: true },
    count: { type: Number, required: true, min: 1 },
    forgetAt: { type: Date, required: true },
  },
  indexes: [
    goesAt('ttl_forget', 'forgetAt', 'counts of a day that is over are deleted'),
    { name: 'by_count', key: { count: -1 }, serves: 'who has reached a limit' },
  ],
});

/** Changed by every transaction that counts the open holds of its account, browser or network, so that no two do at one moment. */
export interface HoldTurnDocument {
  _id: string;
  turn: number;
  at: Date;
}

export const holdTurnsCollection = defineCollection<HoldTurnDocument>({
  name: 'hold-turns',
  stores: 'Whose turn it was to have the seats counted that an account or a network holds, in all categories together',
  kept: 'an hour',
  fields: {
    _id: { type: String, required: true },
    turn: { type: Number, required: true },
    at: { type: Date, required: true },
  },
  indexes: [{ name: 'ttl_at', key: { at: 1 }, options: { expireAfterSeconds: 3_600 }, serves: 'turns that are over are deleted' }],
});
