import { isDeepStrictEqual } from 'node:util';
import { MINUTE_MS } from '@concert/contracts/core/durations';
import type { BookingId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH, isOneOf, isOver, isText, olderThan, type TimePosition } from '@concert/service-kit/store/collection';
import { insertNew } from '@concert/service-kit/store/insert-new';
import { StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/store/mongo';
import { sharedReads } from '@concert/service-kit/store/shared-calls';
import type { mongo, QueryFilter } from 'mongoose';
import { sessionsCollection, type SessionDocument } from './payment-session.schema.ts';
import { sessionKey, type PaymentSession, type ReceivedMoney, type SessionStatus } from './payment-session.ts';

const UNANSWERED: SessionStatus = 'creating';
/** Sessions in one page of {@link MongoSessions.pagesHoldingMoney}. */
const PAGE = 200;

function toDocument(session: PaymentSession): SessionDocument {
  const { bookingId, price, page, received, standing, ...rest } = session;
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
      ...received,
      amount: received.amount.amountMinor,
      currency: received.amount.currency,
    },
    standing,
    holdsMoney: standing === 'kept' || standing === 'booked',
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
    received: received && receivedOf(received),
  };
}

function receivedOf({ amount: amountMinor, currency, ...rest }: NonNullable<SessionDocument['received']>): ReceivedMoney {
  return { ...rest, amount: { amountMinor, currency } };
}

/** The fields that changed: an update that touches no indexed field costs the database half of one that does (docs/load.md). */
function changedFields(before: SessionDocument, after: SessionDocument): Partial<SessionDocument> {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof SessionDocument])),
  );
}

/** The sessions that a piece of work needs. */
export interface SessionSelection {
  readonly bookingIds: readonly BookingId[];
  readonly checkoutSessionIds: readonly string[];
}

/** A session as it was read (undefined for a new one) and as it is to be stored. */
export interface SessionWrite {
  readonly before: PaymentSession | undefined;
  readonly after: PaymentSession;
}

/** Where a session stands in a list by time. */
export function placeOf({ openedAt, bookingId, attempt }: PaymentSession): TimePosition<string> {
  return { at: openedAt, id: sessionKey(bookingId, attempt) };
}

/** Stores payment sessions. */
export class MongoSessions {
  private readonly read = sharedReads((ids: readonly BookingId[]) => this.ofBookings(ids));

  /** Each order asks several times, and the sweep of the provider's pages for a hundred at a time. */
  private readonly readPages = sharedReads((ids: readonly string[]) => this.ofPages(ids));

  constructor(private readonly connection: Connection) {}

  async byKey(key: string, transaction?: ClientSession): Promise<PaymentSession | undefined> {
    return this.one({ _id: key }, transaction);
  }

  async byCheckoutSession(checkoutSessionId: string, transaction?: ClientSession): Promise<PaymentSession | undefined> {
    return transaction ? this.one({ checkoutSessionId: isText(checkoutSessionId) }, transaction) : this.readPages(checkoutSessionId);
  }

  private async ofPages(checkoutSessionIds: readonly string[]): Promise<Map<string, PaymentSession>> {
    const found = await sessionsCollection
      .driver(this.connection)
      .find({ checkoutSessionId: isOneOf(checkoutSessionIds) }, SINGLE_BATCH)
      .toArray();
    return new Map(found.map((document) => [document.checkoutSessionId!, toSession(document)]));
  }

  /** The session of a payment at the provider. */
  async byPayment(paymentIntentId: string, transaction?: ClientSession): Promise<PaymentSession | undefined> {
    return this.one({ 'received.paymentIntentId': isText(paymentIntentId) }, transaction);
  }

  /** All attempts of a booking, newest first. */
  async ofBooking(bookingId: BookingId, transaction?: ClientSession): Promise<PaymentSession[]> {
    if (!transaction) return (await this.read(bookingId)) ?? [];
    return (await this.ofBookings([bookingId], { session: transaction })).get(bookingId) ?? [];
  }

  /** The sessions of some bookings, by booking, the newest first. By the driver: each order asks. */
  private async ofBookings(ids: readonly BookingId[], options: mongo.FindOptions = {}): Promise<Map<BookingId, PaymentSession[]>> {
    const found = await sessionsCollection
      .driver(this.connection)
      .find({ userbookingid: { $in: [...ids] } }, { ...SINGLE_BATCH, ...options })
      .sort({ attempt: -1 })
      .toArray();
    return Map.groupBy(found.map(toSession), ({ bookingId }) => bookingId);
  }

  /** All attempts of some bookings and the sessions of some pages, in no order. */
  async wanted({ bookingIds, checkoutSessionIds }: SessionSelection, transaction: ClientSession): Promise<PaymentSession[]> {
    const byBooking = bookingIds.length > 0 ? [{ userbookingid: { $in: [...bookingIds] } }] : [];
    const byPage = checkoutSessionIds.length > 0 ? [{ checkoutSessionId: isOneOf(checkoutSessionIds) }] : [];
    if (byBooking.length + byPage.length === 0) return [];
    const found = await sessionsCollection
      .driver(this.connection)
      .find({ $or: [...byBooking, ...byPage] }, { ...SINGLE_BATCH, session: transaction })
      .toArray();
    return found.map(toSession);
  }

  /** Sessions whose money is kept for their booking, newest first, after a place in that list. */
  async holdingMoney(after: TimePosition<string> | undefined, most: number): Promise<PaymentSession[]> {
    const filter = { holdsMoney: true, ...olderThan('openedAt', after) };
    return (await sessionsCollection.read(this.connection, filter, { sort: { openedAt: -1, _id: -1 }, limit: most })).map(toSession);
  }

  /** All of {@link holdingMoney}, page by page. */
  async *pagesHoldingMoney(after?: TimePosition<string>): AsyncIterable<PaymentSession[]> {
    for (let place = after; ;) {
      const page = await this.holdingMoney(place, PAGE);
      yield page;
      if (page.length < PAGE) return;
      place = placeOf(page.at(-1)!);
    }
  }

  /** Sessions that can still receive money and should not: their time is over, or their end was asked for. */
  async toEnd(now: Date, most: number): Promise<PaymentSession[]> {
    const over = await sessionsCollection.read(
      this.connection,
      { status: 'pending', keptUntil: { $lte: now } },
      { sort: { keptUntil: 1 }, limit: most },
    );
    const asked = await sessionsCollection.read(
      this.connection,
      { status: 'pending', endAsked: { $type: 'string' }, keptUntil: { $gt: now } },
      { limit: most },
    );
    return [...over, ...asked].map(toSession);
  }

  /** Sessions requested before then whose order was not answered. */
  async unanswered(before: Date, most: number): Promise<PaymentSession[]> {
    return (
      await sessionsCollection.read(
        this.connection,
        { status: UNANSWERED, ...isOver('openedAt', before, MINUTE_MS) },
        { sort: { keptUntil: 1 }, limit: most },
      )
    ).map(toSession);
  }

  /** Whether payment pages stand that were made with a test key. */
  async hasTestPages(): Promise<boolean> {
    return (await this.one({ checkoutSessionId: { $type: 'string', $regex: /^cs_test_/ } })) !== undefined;
  }

  /** @returns false when a session with this key exists */
  async add(session: PaymentSession, transaction?: ClientSession): Promise<boolean> {
    const sessions = sessionsCollection.driver(this.connection);
    if (!transaction) return (await insertNew(sessions, [toDocument(session)]))[0]!;
    await sessions.insertOne(toDocument(session), { session: transaction });
    return true;
  }

  /** Replaces a session unless it changed since it was read; then the transaction starts over. */
  async replace(before: PaymentSession, after: PaymentSession, transaction: ClientSession): Promise<void> {
    await sessionsCollection.replace(this.connection, before.version, toDocument(after), transaction);
  }

  /**
   * Like {@link replace} and {@link add}, for many at once. By the driver: in a rush many sessions change together, and casting costs
   * more than the rest (decision 0042).
   */
  async store(writes: readonly SessionWrite[], transaction: ClientSession): Promise<void> {
    const { matchedCount } = await sessionsCollection.driver(this.connection).bulkWrite(
      writes.map(({ before, after }) => {
        const document = toDocument(after);
        return before
          ? {
              updateOne: {
                filter: { _id: document._id, version: before.version },
                update: { $set: changedFields(toDocument(before), document) },
              },
            }
          : { insertOne: { document } };
      }),
      { session: transaction },
    );
    if (matchedCount !== writes.filter(({ before }) => before).length) throw new StaleWriteError('a session was changed since it was read');
  }

  private async one(filter: QueryFilter<SessionDocument>, transaction?: ClientSession): Promise<PaymentSession | undefined> {
    const found = await sessionsCollection.readOne(this.connection, filter, { session: transaction });
    return found ? toSession(found) : undefined;
  }
}
