import { SEATINGS } from '@concert/contracts/booking/seating';
import { CURRENCY } from '@concert/contracts/core/money';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { defineVersionedCollection, embedded } from '@concert/service-kit/store/collection';
import type { SoldSeats } from '../provider/payment-provider.ts';
import {
  END_OUTCOMES,
  SESSION_STATUSES,
  MONEY_STANDINGS,
  type EndOutcome,
  type SessionStatus,
  type MoneyStanding,
} from './payment-session.ts';

interface ReceivedDocument {
  paymentIntentId: string;
  amount: number;
  currency: string;
  at: Date;
  cardEnding?: string;
}

/** The fields of the specification (section 3) under its names, then ours. */
export interface SessionDocument {
  /** Booking and attempt, so that two presses of one button get the same row. */
  _id: string;
  userbookingid: BookingId;
  paymenturl: string | null;
  status: SessionStatus;
  email: string;
  host: string;
  /** The provider's timestamps, as text. */
  created_at: string | null;
  expiration: string | null;
  checkoutSessionId: string | null;
  attempt: number;
  userId: UserId;
  item: string;
  amount: number;
  currency: 'USD';
  giftMinor?: number;
  seats?: SoldSeats;
  keptUntil: Date;
  /** By the provider's clock. */
  pageEndsAt: Date;
  endAsked: EndOutcome | null;
  orderNumber: number;
  received: ReceivedDocument | null;
  standing: MoneyStanding | null;
  /** Whether its standing is `kept` or `booked`. */
  holdsMoney: boolean;
  openedAt: Date;
  version: number;
}

/** The name is the specification's (section 9). */
export const sessionsCollection = defineVersionedCollection<SessionDocument>({
  name: 'payment-sessions',
  stores: 'One hosted payment page for one booking, and what became of its money',
  kept: 'for ever: it says where money came from',
  fields: {
    _id: { type: String, required: true },
    userbookingid: { type: String, required: true },
    paymenturl: { type: String },
    status: { type: String, required: true, enum: SESSION_STATUSES },
    email: { type: String, required: true },
    host: { type: String, required: true },
    created_at: { type: String },
    expiration: { type: String },
    checkoutSessionId: { type: String },
    attempt: { type: Number, required: true, min: 1 },
    userId: { type: String, required: true },
    item: { type: String, required: true },
    amount: { type: Number, required: true },
    currency: { type: String, required: true, enum: [CURRENCY] },
    giftMinor: { type: Number, min: 1 },
    seats: {
      type: embedded<SoldSeats>({
        seating: { type: String, required: true, enum: SEATINGS },
        tickets: { type: Number, required: true },
      }),
    },
    keptUntil: { type: Date, required: true },
    pageEndsAt: { type: Date, required: true },
    endAsked: { type: String, enum: [...END_OUTCOMES, null] },
    orderNumber: { type: Number, required: true, min: 1 },
    received: {
      type: embedded<ReceivedDocument>({
        paymentIntentId: { type: String, required: true },
        amount: { type: Number, required: true },
        currency: { type: String, required: true },
        at: { type: Date, required: true },
        cardEnding: { type: String },
      }),
    },
    standing: { type: String, enum: [...MONEY_STANDINGS, null] },
    holdsMoney: { type: Boolean, required: true },
    openedAt: { type: Date, required: true },
    version: { type: Number, required: true, min: 1 },
  },
  indexes: [
    {
      name: 'uq_checkout_session',
      key: { checkoutSessionId: 1 },
      options: { unique: true, partialFilterExpression: { checkoutSessionId: { $type: 'string' } } },
      serves: "a session by the provider's id, and one session for each",
    },
    {
      name: 'of_booking',
      key: { userbookingid: 1, attempt: -1 },
      serves: "a booking's attempts, newest first",
    },
    {
      name: 'uq_kept_per_booking',
      key: { userbookingid: 1 },
      options: { unique: true, partialFilterExpression: { holdsMoney: true } },
      serves: 'at most one captured payment of a booking survives',
    },
    {
      name: 'by_payment',
      key: { 'received.paymentIntentId': 1 },
      options: { partialFilterExpression: { 'received.paymentIntentId': { $type: 'string' } } },
      serves: 'the session whose money was refunded or is disputed',
    },
    {
      name: 'holding_money',
      key: { holdsMoney: 1, openedAt: -1, _id: -1 },
      options: { partialFilterExpression: { holdsMoney: true } },
      serves: 'payments that can be refunded, newest first',
    },
    {
      name: 'open_by_end',
      key: { status: 1, keptUntil: 1, endAsked: 1 },
      serves: 'sessions to end, sessions whose end was asked for and not carried through, sessions without an answer',
    },
  ],
});
