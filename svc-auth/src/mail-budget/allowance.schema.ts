import { defineCollection, goesAt } from '@concert/service-kit/store/collection';

export interface AllowanceDocument {
  /** Hash of what is counted: names nobody. */
  _id: string;
  /** When everything that was taken has grown back. */
  fullAt: Date;
  /** How long one takes to grow back, in milliseconds. */
  everyMs: number;
  lastAt: Date;
}

export const allowancesCollection = defineCollection<AllowanceDocument>({
  name: 'mail-allowances',
  stores: 'How much of an allowance of mails is taken, as the time at which it is whole again',
  kept: 'until it is whole',
  fields: {
    _id: { type: String, required: true },
    fullAt: { type: Date, required: true },
    everyMs: { type: Number, required: true },
    lastAt: { type: Date, required: true },
  },
  indexes: [goesAt('ttl_full', 'fullAt', 'what is whole again needs no row; it counts for nothing before that')],
});
