import type { BookingId } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/errors';
import type { ClientSession } from '@concert/service-kit/mongo';
import type { ReturnMoney } from '../refunds/return-money.ts';
import { toBeEnded, withStanding } from '../sessions/payment-session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';

/** What svc-booking made of received money. */
export class FollowBookings {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly returnMoney: ReturnMoney,
  ) {}

  /** The seats are sold. @throws TooEarlyError when no money is known (yet) */
  async booked(bookingId: BookingId, transaction: ClientSession): Promise<void> {
    const attempts = await this.sessions.ofBooking(bookingId, transaction);
    const session = attempts.find(({ standing }) => standing === 'kept' || standing === 'booked');
    if (!session) throw new TooEarlyError('seats were sold for money that is not known');
    const after = withStanding(session, 'booked');
    if (after !== session) await this.sessions.replace(session, after, transaction);
  }

  /** The buyer gives the booking up: its page is to be closed; the reconciler carries that out and the end is told then. */
  async givenUp(bookingId: BookingId, transaction: ClientSession): Promise<void> {
    for (const session of await this.sessions.ofBooking(bookingId, transaction)) {
      const asked = toBeEnded(session, 'cancelled');
      if (asked !== session) await this.sessions.replace(session, asked, transaction);
    }
  }

  /** The buyer sends a second purchase back: all of its money returns. @throws TooEarlyError when no money is known (yet) */
  async sentBack(bookingId: BookingId, transaction: ClientSession): Promise<void> {
    const session = (await this.sessions.ofBooking(bookingId, transaction)).find(
      ({ standing }) => standing === 'kept' || standing === 'booked',
    );
    if (!session) throw new TooEarlyError('money that is not known cannot be sent back');
    await this.returnMoney.request(session, 'second purchase', true, transaction);
  }

  /** The seats are gone: the money goes back. @throws TooEarlyError when its money is not known (yet) */
  async cannotBeHonoured(checkoutSessionId: string, transaction: ClientSession): Promise<void> {
    const session = await this.sessions.byCheckoutSession(checkoutSessionId, transaction);
    if (session?.status !== 'settled') throw new TooEarlyError('money that is not known cannot be honoured');
    if (session.standing === 'returned') return;
    await this.returnMoney.request(session, 'seats are gone', true, transaction);
    await this.sessions.replace(session, withStanding(session, 'returned'), transaction);
  }
}
