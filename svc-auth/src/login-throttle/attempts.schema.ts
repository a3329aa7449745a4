import { defineCollection, goesAt } from '@concert/service-kit/store/collection';
import type { Attempts } from './throttle-policy.ts';

export interface AttemptsDocument extends Attempts {
  /** Hash of what is counted: names nobody. */
  _id: string;
}

export const attemptsCollection = defineCollection<AttemptsDocument>({
  name: 'sign-in-attempts',
  stores: 'How often signing in was tried under a key, and when it may be tried next',
  kept: 'until the attempts are forgotten',
  fields: {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    nextAt: { type: Date, required: true },
    forgetAt: { type: Date, required: true },
  },
  indexes: [goesAt('ttl_forget', 'forgetAt', 'attempts are forgotten; they count for nothing before that')],
});

export interface PlaceDocument {
  _id: string;
  forgetAt: Date;
}

export const placesCollection = defineCollection<PlaceDocument>({
  name: 'sign-in-places',
  stores: 'A place that the owner of an account has signed in from, as a hash',
  kept: 'until nobody came from there for long',
  fields: {
    _id: { type: String, required: true },
    forgetAt: { type: Date, required: true },
  },
  indexes: [goesAt('ttl_forget', 'forgetAt', 'places nobody came from for long are forgotten')],
});
