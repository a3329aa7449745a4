import { defineCollection, goesAt } from '../store/collection.ts';

export interface NamedPeopleDocument {
  /** Who read, and in which hour. */
  _id: string;
  people: string[];
  forgetAt: Date;
}

export const namedPeopleCollection = defineCollection<NamedPeopleDocument>({
  name: 'named-people',
  stores: 'Whom the lists named to an organiser in an hour, by ids',
  kept: 'until the hour is over',
  fields: {
    _id: { type: String, required: true },
    people: { type: [String], required: true },
    forgetAt: { type: Date, required: true },
  },
  indexes: [goesAt('ttl_forget', 'forgetAt', 'what an hour that is over counted is deleted')],
});
