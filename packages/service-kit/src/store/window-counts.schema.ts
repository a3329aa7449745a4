import { defineCollection, goesAt } from './collection.ts';

export interface WindowCountDocument {
  /** What is counted, and in which window. */
  _id: string;
  count: number;
  forgetAt: Date;
}

export const windowCountsCollection = defineCollection<WindowCountDocument>({
  name: 'window-counts',
  stores: 'How often something was asked for in a window of time',
  kept: 'until the window is over',
  fields: {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    forgetAt: { type: Date, required: true },
  },
  indexes: [goesAt('ttl_forget', 'forgetAt', 'counts of a window that is over are deleted')],
});
