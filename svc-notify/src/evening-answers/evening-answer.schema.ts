import { RATINGS, type Rating } from '@concert/contracts/notify/evening-answers';
import { DAY_SECONDS } from '@concert/contracts/core/durations';
import { EVENING_ANSWER_DAYS } from '@concert/contracts/core/personal-data';
import { defineCollection } from '@concert/service-kit/store/collection';

export interface EveningAnswerDocument {
  /** A keyed hash of the link's id, from which nobody finds whose it is. */
  _id: string;
  rating: Rating;
  words: string;
  /** When it was first given. */
  answeredAt: Date;
}

export const eveningAnswersCollection = defineCollection<EveningAnswerDocument>({
  name: 'evening-answers',
  stores: 'What somebody answered after the evening; no name, no address, no id of anything they hold',
  kept: 'a year',
  fields: {
    _id: { type: String, required: true },
    rating: { type: String, required: true, enum: RATINGS },
    words: { type: String },
    answeredAt: { type: Date, required: true },
  },
  indexes: [
    {
      name: 'ttl_year',
      key: { answeredAt: -1 },
      options: { expireAfterSeconds: EVENING_ANSWER_DAYS * DAY_SECONDS },
      serves: 'answers, newest first; each goes by itself after a year',
    },
    { name: 'by_rating', key: { rating: 1 }, serves: 'how often each answer was given' },
  ],
});
