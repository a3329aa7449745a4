import type { BookingId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { sessionKey, type PaymentSession } from './payment-session.ts';
import type { MongoSessions, SessionWrite, SessionSelection } from './mongo-sessions.ts';

const keyOf = ({ bookingId, attempt }: PaymentSession) => sessionKey(bookingId, attempt);

/** A transaction's sessions: read at once, stored at once; a change for one request of a group is seen by the following ones. */
export class LoadedSessions {
  private readonly sessions = new Map<string, PaymentSession>();

  private constructor(
    private readonly repository: MongoSessions,
    private readonly transaction: ClientSession,
    private readonly read: ReadonlyMap<string, PaymentSession>,
  ) {
    for (const [key, session] of read) this.sessions.set(key, session);
  }

  /** Reads the wanted sessions, and all attempts of their bookings. */
  static async read(repository: MongoSessions, wanted: SessionSelection, transaction: ClientSession): Promise<LoadedSessions> {
    const found = await repository.wanted(wanted, transaction);
    const asked = new Set(wanted.bookingIds);
    const others = [...new Set(found.map(({ bookingId }) => bookingId))].filter((id) => !asked.has(id));
    if (others.length > 0) found.push(...(await repository.wanted({ bookingIds: others, checkoutSessionIds: [] }, transaction)));
    return new LoadedSessions(repository, transaction, new Map(found.map((session) => [keyOf(session), session])));
  }

  byKey(key: string): PaymentSession | undefined {
    return this.sessions.get(key);
  }

  byCheckoutSession(checkoutSessionId: string): PaymentSession | undefined {
    return [...this.sessions.values()].find(({ page }) => page?.checkoutSessionId === checkoutSessionId);
  }

  /** A booking's attempts, newest first. */
  ofBooking(bookingId: BookingId): PaymentSession[] {
    return [...this.sessions.values()].filter((session) => session.bookingId === bookingId).sort((a, b) => b.attempt - a.attempt);
  }

  /** Sets a session, changed or new. */
  put(session: PaymentSession): void {
    this.sessions.set(keyOf(session), session);
  }

  /** Stores the changes. If another process changed a session since it was read, the transaction starts over. */
  async store(): Promise<void> {
    const changes = [...this.sessions].flatMap(([key, after]): SessionWrite[] => {
      const before = this.read.get(key);
      return before === after ? [] : [{ before, after }];
    });
    if (changes.length > 0) await this.repository.store(changes, this.transaction);
  }
}
