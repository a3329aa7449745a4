import { SEATS_GO_TO } from '@concert/contracts/booking/complimentary';
import { SILENCES } from '@concert/contracts/booking/postponement';
import { SEATINGS, type Pricing } from '@concert/contracts/booking/seating';
import { CONCERT_STATES } from '@concert/contracts/booking/states';
import { TEXT_NOTES } from '@concert/contracts/booking/visitor-notes';
import type { VisitorNotes } from '@concert/contracts/booking/visitor-note-fields';
import { ofEach } from '@concert/contracts/core/of-each';
import type { UserId } from '@concert/contracts/core/ids';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import { Schema, type Types } from 'mongoose';
import type { AccessRules, Concert, EveningStop, GiveBackRules, Postponement, SaleTimes } from './concert.ts';

const notes = embedded<VisitorNotes>({
  ...ofEach(TEXT_NOTES, () => ({ type: String })),
  mapUrl: { type: String },
  doorsMinutes: { type: Number },
  intervalMinutes: { type: Number },
});

const pricing = {
  type: embedded<Pricing[keyof Pricing]>({
    about: { type: String, required: true },
    priceMinor: { type: Number, required: true },
    defaultTickets: { type: Number, required: true },
    maxTickets: { type: Number, required: true },
  }),
  required: true,
} as const;

const CONCERT_FIELDS = {
  title: { type: String, required: true },
  heading: { type: String, required: true },
  performer: { type: String, required: true },
  state: { type: String, required: true, enum: CONCERT_STATES },
  stateReason: { type: String, required: true },
  cancellationNote: { type: String, required: true },
  startsAt: { type: Date, required: true },
  previousStarts: { type: [Date], required: true },
  postponement: {
    type: embedded<Postponement>({
      dateToFollow: { type: Boolean, required: true },
      postponedAt: { type: Date, required: true },
      chooseUntil: { type: Date, required: true },
      silence: { type: String, required: true, enum: SILENCES },
    }),
  },
  stop: {
    type: embedded<EveningStop>({
      runId: { type: String, required: true },
      at: { type: Date, required: true },
      from: {
        type: embedded<EveningStop['from']>({
          state: { type: String, required: true, enum: CONCERT_STATES },
          reason: { type: String, required: true },
        }),
        required: true,
      },
    }),
  },
  sale: {
    type: embedded<SaleTimes>({ opensAt: { type: Date }, endsMinutesBefore: { type: Number, required: true } }),
    required: true,
  },
  timeZone: { type: String, required: true },
  lengthMinutes: { type: Number, required: true },
  venue: {
    type: embedded<Concert['venue']>({ name: { type: String, required: true }, address: { type: String, required: true } }),
    required: true,
  },
  supportEmail: { type: String, required: true },
  supportPhone: { type: String, required: true },
  siteUrl: { type: String, required: true },
  organiser: { type: String, required: true },
  organiserAddress: { type: String, required: true },
  notes: { type: notes, required: true },
  access: {
    type: embedded<AccessRules>({ protectedUntil: { type: String }, freeCompanion: { type: Boolean, required: true } }),
    required: true,
  },
  waitingClosed: { type: Boolean },
  pricing: {
    type: embedded<Pricing>(Object.fromEntries(SEATINGS.map((seating) => [seating, pricing])) as Record<keyof Pricing, typeof pricing>),
    required: true,
  },
  gifts: { type: Boolean, required: true },
  giveBack: {
    type: embedded<GiveBackRules>({
      allowed: { type: Boolean, required: true },
      untilMinutes: { type: Number, required: true },
      when: { type: String, required: true, enum: ['waits', 'at once'] },
      first: { type: Boolean, required: true },
      guests: { type: String, enum: SEATS_GO_TO },
    }),
    required: true,
  },
  version: { type: Number, required: true },
} as const;

export interface ConcertDocument extends Concert {
  _id: 'current';
  /** When an admin last changed it while real money was taken: until then it is a draft there. */
  changedLiveAt?: Date;
}

export const concertsCollection = defineCollection<ConcertDocument>({
  name: 'concerts',
  stores: 'The one current concert',
  kept: 'for ever',
  fields: { _id: { type: String, required: true, enum: ['current'] }, ...CONCERT_FIELDS, changedLiveAt: { type: Date } },
  indexes: [],
});

export interface ConcertChangeDocument {
  _id?: Types.ObjectId;
  before: Concert;
  after: Concert;
  at: Date;
  by: UserId;
}

export const concertChangesCollection = defineCollection<ConcertChangeDocument>({
  name: 'concert-changes',
  stores: 'A change of the concert, as it was before and after; never edited',
  kept: 'for ever',
  appendOnly: true,
  fields: {
    _id: { type: Schema.Types.ObjectId, auto: true },
    before: { type: embedded<Concert>(CONCERT_FIELDS), required: true },
    after: { type: embedded<Concert>(CONCERT_FIELDS), required: true },
    at: { type: Date, required: true },
    by: { type: String, required: true },
  },
  indexes: [{ name: 'by_time', key: { at: -1 }, serves: 'changes of the concert, newest first' }],
});
