import { LOGIN_PLACE_DAYS } from '@concert/contracts/core/personal-data';
import { defineCollection, goesAt } from '@concert/service-kit/store/collection';
import type { LoginPlace } from './login-place.ts';

export interface LoginPlaceDocument extends LoginPlace {
  /** Hash of account, network and browser. */
  _id: string;
}

export const loginPlacesCollection = defineCollection<LoginPlaceDocument>({
  name: 'login-places',
  stores: 'A network (only its hash) and a browser that someone signed in to an account with',
  kept: 'a year after the last login from there',
  fields: {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    network: { type: String, required: true },
    device: { type: String, required: true },
    lastAt: { type: Date, required: true },
  },
  indexes: [
    { name: 'of_user', key: { userId: 1, lastAt: -1 }, serves: "an account's places, the latest first" },
    goesAt('ttl_last', 'lastAt', 'places nobody came from for a year are forgotten', LOGIN_PLACE_DAYS * 86_400),
  ],
});
