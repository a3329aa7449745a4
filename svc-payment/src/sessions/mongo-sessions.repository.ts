import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { isDuplicateKey } from '@concert/service-kit/errors';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import {
  sessionKey,
  type EndOutcome,
  type PaymentSession,
  type SessionChange,
  type SessionStatus,
  type Standing,
} from './payment-session.ts';
import type { SoldSeats } from '../provider/payment-provider.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/** The specification's name (section 9). */
export const SESSIONS_COLLECTION = 'payment-sessions';

const UNANSWERED: SessionStatus = 'creating';

export const sessionIndexes: readonly IndexSpec[] = [
  {
    collection: SESSIONS_COLLECTION,
    name: 'uq_checkout_session',
    key: { checkoutSessionId: 1 },
    options: { unique: true, partialFilterExpression: { checkoutSessionId: { $type: 'string' } } },
    serves: "a session by the provider's id, and one session for each",
  },
  {
    collection: SESSIONS_COLLECTION,
    name: 'of_booking',
    key: { userbookingid: 1, attempt: -1 },
    serves: "a booking's attempts, newest first",
  },
  {
    collection: SESSIONS_COLLECTION,
    name: 'uq_kept_per_booking',
    key: { userbookingid: 1 },
    options: { unique: true, partialFilterExpression: { holdsMoney: true } },
    serves: 'at most one captured payment of a booking survives',
  },
  {
    collection: SESSIONS_COLLECTION,
    name: 'by_payment',
    key: { 'received.paymentIntentId': 1 },
    options: { partialFilterExpression: { 'received.paymentIntentId': { $type: 'string' } } },
    serves: 'the session whose money was refunded or is disputed',
  },
  {
    collection: SESSIONS_COLLECTION,
    name: 'holding_money',
    key: { holdsMoney: 1, openedAt: -1, _id: -1 },
    options: { partialFilterExpression: { holdsMoney: true } },
    serves: 'payments that can be refunded, newest first',
  },
  {
    collection: SESSIONS_COLLECTION,
    name: 'open_by_end',
    key: { status: 1, keptUntil: 1 },
    serves: 'sessions to end, sessions without an answer',
  },
  {
    collection: SESSIONS_COLLECTION,
    name: 'end_asked',
    key: { status: 1, endAsked: 1 },
    options: { partialFilterExpression: { endAsked: { $type: 'string' } } },
    serves: 'sessions whose end was asked for and not carried through',
  },
];

/** The specification's fields (section 3) as it names them, then ours. */
interface SessionDocument {
  /** Booking and attempt: two presses of one button meet here. */
  _id: string;
  userbookingid: BookingId;
  paymenturl: string | null;
  status: SessionStatus;
  email: string;
  host: string;
  /** The provider's times, serialised. */
  created_at: string | null;
  expiration: string | null;
  checkoutSessionId: string | null;
  attempt: number;
  userId: UserId;
  item: string;
  amount: number;
  currency: 'USD';
  seats?: SoldSeats;
  keptUntil: Date;
  pageEndsAt: Date;
  endAsked: EndOutcome | null;
  orderNumber: number;
  received: { paymentIntentId: string; amount: number; currency: string; at: Date } | null;
  standing: Standing | null;
  holdsMoney: boolean;
  openedAt: Date;
  version: number;
  history: SessionChange[];
}

function toDocument(session: PaymentSession): SessionDocument {
  const { bookingId, price, page, received, history, standing, ...rest } = session;
  return {
    _id: sessionKey(bookingId, session.attempt),
    userbookingid: bookingId,
    paymenturl: page?.href ?? null,
    created_at: page?.createdAt.toISOString() ?? null,
    expiration: page?.expiresAt.toISOString() ?? null,
    checkoutSessionId: page?.checkoutSessionId ?? null,
    ...rest,
    amount: price.amountMinor,
    currency: price.currency,
    received: received && {
      paymentIntentId: received.paymentIntentId,
      amount: received.amount.amountMinor,
      currency: received.amount.currency,
      at: received.at,
    },
    standing,
    holdsMoney: standing === 'kept' || standing === 'booked',
    history: [...history],
  };
}

function toSession(document: SessionDocument): PaymentSession {
  const {
    _id,
    userbookingid,
    paymenturl,
    created_at,
    expiration,
    checkoutSessionId,
    amount,
    currency,
    received,
    holdsMoney: _index,
    ...rest
  } = document;
  return {
    ...rest,
    bookingId: userbookingid,
    price: { amountMinor: amount, currency },
    page:
      checkoutSessionId === null
        ? null
        : { checkoutSessionId, href: paymenturl ?? '', createdAt: new Date(created_at ?? 0), expiresAt: new Date(expiration ?? 0) },
    received: received && {
      paymentIntentId: received.paymentIntentId,
      amount: { amountMinor: received.amount, currency: received.currency },
      at: received.at,
    },
  };
}

export class MongoSessionsRepository implements SessionsRepository {
  constructor(private readonly connection: Connection) {}

  async byKey(key: string, transaction?: ClientSession): Promise<PaymentSession | undefined> {
    return this.one({ _id: key }, transaction);
  }

  async byCheckoutSession(checkoutSessionId: string, transaction?: ClientSession): Promise<PaymentSession | undefined> {
    return this.one({ checkoutSessionId }, transaction);
  }

  async byPayment(paymentIntentId: string, transaction?: ClientSession): Promise<PaymentSession | undefined> {
    return this.one({ 'received.paymentIntentId': paymentIntentId }, transaction);
  }

  async ofBooking(bookingId: BookingId, transaction?: ClientSession): Promise<PaymentSession[]> {
    return (
      await this.collection()
        .find({ userbookingid: bookingId }, transaction ? { session: transaction } : {})
        .sort({ attempt: -1 })
        .limit(100)
        .toArray()
    ).map(toSession);
  }

  async holdingMoney(after: { readonly openedAt: Date; readonly key: string } | undefined, most: number): Promise<PaymentSession[]> {
    const beyond = after ? { $or: [{ openedAt: { $lt: after.openedAt } }, { openedAt: after.openedAt, _id: { $lt: after.key } }] } : {};
    return (
      await this.collection()
        .find({ holdsMoney: true, ...beyond })
        .sort({ openedAt: -1, _id: -1 })
        .limit(most)
        .toArray()
    ).map(toSession);
  }

  async toEnd(now: Date, most: number): Promise<PaymentSession[]> {
    const over = await this.collection()
      .find({ status: 'pending', keptUntil: { $lte: now } })
      .sort({ keptUntil: 1 })
      .limit(most)
      .toArray();
    const asked = await this.collection()
      .find({ status: 'pending', endAsked: { $type: 'string' }, keptUntil: { $gt: now } })
      .limit(most)
      .toArray();
    return [...over, ...asked].map(toSession);
  }

  async unanswered(before: Date, most: number): Promise<PaymentSession[]> {
    return (
      await this.collection()
        .find({ status: UNANSWERED, openedAt: { $lte: before } })
        .sort({ keptUntil: 1 })
        .limit(most)
        .toArray()
    ).map(toSession);
  }

  async add(session: PaymentSession, transaction?: ClientSession): Promise<boolean> {
    try {
      await this.collection().insertOne(toDocument(session), transaction ? { session: transaction } : {});
      return true;
    } catch (error) {
      if (!transaction && isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async replace(before: PaymentSession, after: PaymentSession, transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.collection().replaceOne(
      { _id: sessionKey(before.bookingId, before.attempt), version: before.version },
      toDocument(after),
      { session: transaction },
    );
    if (matchedCount !== 1) throw new StaleWriteError('the payment session changed in between');
  }

  private async one(
    filter: { _id: string } | { checkoutSessionId: string } | { 'received.paymentIntentId': string },
    transaction?: ClientSession,
  ): Promise<PaymentSession | undefined> {
    const found = await this.collection().findOne(filter, transaction ? { session: transaction } : {});
    return found ? toSession(found) : undefined;
  }

  private collection() {
    return collectionOf<SessionDocument>(this.connection, SESSIONS_COLLECTION);
  }
}
