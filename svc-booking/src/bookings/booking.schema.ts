import { NEEDS, type AccessNeeds } from '@concert/contracts/booking/access';
import { BUYER_FIELDS } from '@concert/contracts/booking/buyer';
import { BOOKING_STATUSES, DISPUTE_STATES } from '@concert/contracts/booking/states';
import { SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import type { BookingId } from '@concert/contracts/core/ids';
import { defineCollection, embedded, requiredTexts } from '@concert/service-kit/store/collection';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { WORDS_INDEX } from '../search-words/booking-words.ts';
import { replacedTicketSchema } from '../tickets/replaced-ticket.schema.ts';
import type { Access } from './access.ts';
import type { Booking, HistoryEntry } from './booking.ts';
import type { DisputeMark } from './dispute-mark.ts';
import { partialReturnSchema } from './partial-return.schema.ts';
import { REFUND_STEPS, type RefundMark } from './refund-mark.ts';

/** History as stored: each entry carries a hash of itself and all entries before it, so that a later edit is detected. */
export interface ChainedEntry extends HistoryEntry {
  readonly hash: string;
}

type Stored = Omit<Booking, 'id' | 'tickets' | 'price' | 'chargedOtherwise' | 'keptUntil' | 'history'>;

/** A booking as stored, with fields derived for search and sorting. */
export interface BookingDocument extends Stored {
  _id: BookingId;
  /** The tickets it has now; the specification's name, as is `amount`. */
  notickets: number;
  /** The price in minor units; the specification names the field. */
  amount: number;
  /** The money that was taken, in minor units; 0 where none was. */
  charged?: number;
  currency: 'USD';
  /** Absent where the booking holds no seats, so that the index of holds contains nothing else. */
  keptUntil?: Date;
  history: readonly ChainedEntry[];
  words?: string[];
}

const disputeSchema = embedded<DisputeMark>({
  disputeId: { type: String, required: true },
  state: { type: String, required: true, enum: DISPUTE_STATES },
  amountMinor: { type: Number, required: true },
  reason: { type: String },
  answerBy: { type: Date },
  at: { type: Date, required: true },
  version: { type: Number, required: true },
});

/** In a rush each is written several times within seconds, so reads and writes use the driver: see decision 0042. */
export const bookingsCollection = defineCollection<BookingDocument>({
  name: BOOKINGS_COLLECTION,
  stores: 'A reservation of 1 to 6 tickets in one category: its hold, its payment, its tickets and all that became of it',
  kept: 'for ever; a hold whose email nobody proved, until it ends',
  fields: {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    ...requiredTexts(BUYER_FIELDS),
    seating: { type: String, required: true, enum: Object.keys(SEATING_RULES) as Seating[] },
    notickets: { type: Number, required: true, min: 0, max: 6 },
    access: {
      type: embedded<Access>({
        companions: { type: Number, required: true, min: 0, max: 3 },
        free: { type: Number, required: true, min: 0, max: 1 },
      }),
    },
    needs: {
      type: embedded<AccessNeeds>({
        kinds: { type: [String], required: true, enum: NEEDS },
        ownWords: { type: String },
      }),
    },
    amount: { type: Number, required: true, min: 0 },
    giftMinor: { type: Number, min: 1 },
    charged: { type: Number, min: 0 },
    currency: { type: String, required: true, enum: ['USD'] },
    host: { type: String, required: true },
    unproven: { type: Boolean },
    heldFor: { type: String },
    source: { type: String },
    site: { type: String },
    termsVersion: { type: String },
    status: { type: String, required: true, enum: BOOKING_STATUSES },
    createdAt: { type: Date, required: true },
    holdEndsAt: { type: Date, required: true },
    keptUntil: { type: Date },
    paymentBegunAt: { type: Date },
    moreTimes: { type: Number, min: 1, max: 10 },
    offerEndsAt: { type: Date },
    ticketIds: { type: [String], required: true },
    linkGeneration: { type: Number, min: 1 },
    replacedTickets: { type: [replacedTicketSchema], default: undefined },
    returns: { type: [partialReturnSchema], default: undefined },
    returning: { type: [Number], default: undefined },
    returningSince: { type: Date },
    taken: { type: [Number], default: undefined },
    refund: {
      type: embedded<RefundMark>({
        attempt: { type: Number, required: true },
        step: { type: String, required: true, enum: REFUND_STEPS },
      }),
    },
    disputes: { type: [disputeSchema], default: undefined },
    dispute: { type: disputeSchema },
    lostMinor: { type: Number, min: 0 },
    receipt: {
      type: embedded<NonNullable<Booking['receipt']>>({
        year: { type: Number, required: true },
        number: { type: Number, required: true, min: 1 },
      }),
    },
    erasedAt: { type: Date },
    version: { type: Number, required: true },
    history: {
      type: [
        embedded<ChainedEntry>({
          from: { type: String, enum: [...BOOKING_STATUSES, null] },
          to: { type: String, required: true, enum: BOOKING_STATUSES },
          at: { type: Date, required: true },
          actor: { type: String, required: true },
          cause: { type: String, required: true },
          hash: { type: String, required: true },
        }),
      ],
      required: true,
    },
    words: { type: [String], default: undefined },
  },
  indexes: [
    {
      name: 'uq_pending_per_buyer_and_seating',
      key: { userId: 1, seating: 1 },
      options: { unique: true, partialFilterExpression: { status: 'pending' } },
      serves: 'one open booking per buyer and category',
    },
    { name: 'of_buyer', key: { userId: 1, createdAt: -1 }, serves: "a buyer's bookings, newest first" },
    { name: 'in_status', key: { status: 1, seating: 1, createdAt: 1, _id: 1 }, serves: 'bookings in some states, by when they were made' },
    { name: WORDS_INDEX, key: { words: 1 }, serves: 'the booking behind a ticket' },
    {
      name: 'pending_by_hold_end',
      key: { holdEndsAt: 1 },
      options: { partialFilterExpression: { status: 'pending' } },
      serves: 'pending bookings whose time is over, to name them expired',
    },
    {
      name: 'unproven_of_email',
      key: { heldFor: 1 },
      options: { partialFilterExpression: { unproven: true } },
      serves: 'seats that are held for people who have not proven their email: all of them, and those of an email',
    },
    {
      name: 'disputed',
      key: { 'dispute.answerBy': 1 },
      options: { partialFilterExpression: { 'dispute.state': 'open' } },
      serves: 'bookings whose payment is disputed, the last day to answer that comes first at the top',
    },
    {
      name: 'returning_in_category',
      key: { seating: 1, returningSince: 1 },
      options: { partialFilterExpression: { returningSince: { $exists: true } } },
      serves: 'tickets of a category that are given back once someone takes their seats, the oldest first',
    },
    {
      name: 'uq_receipt',
      key: { 'receipt.year': 1, 'receipt.number': 1 },
      options: { unique: true, partialFilterExpression: { 'receipt.number': { $gt: 0 } } },
      serves: 'the last number of a year, and one receipt for each',
    },
    {
      name: 'without_receipt',
      key: { 'receipt.number': 1, createdAt: 1 },
      options: { partialFilterExpression: { charged: { $gt: 0 } } },
      serves: 'bookings whose money was taken and that have no receipt yet',
    },
    {
      name: 'holds_by_end',
      key: { keptUntil: 1, seating: 1, notickets: 1, 'access.companions': 1 },
      options: { partialFilterExpression: { keptUntil: { $exists: true } } },
      serves: 'seats of holds that ended: how many they are, and whose',
    },
  ],
});
