import type { ticketsGivenBackV1 } from '@concert/contracts/booking/events';
import type { FactData } from '@concert/contracts/core/envelope';
import type { BookingId } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { GiveBackTickets } from '../refunds/asking/give-back-tickets.ts';
import type { ReturnMoney } from '../refunds/sending/return-money.ts';
import { withEndRequested, withStanding, type PaymentSession } from '../sessions/payment-session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';

/** Follows what svc-booking did with received money. */
export class FollowBookings {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly returnMoney: ReturnMoney,
    private readonly giveBack: GiveBackTickets,
  ) {}

  /** Seats are sold: a gift that was paid beside them is given now. @throws TooEarlyError when the money is not known yet */
  async booked(bookingId: BookingId, transaction: ClientSession): Promise<void> {
    const session = (await this.sessions.ofBooking(bookingId, transaction)).find(
      ({ standing }) => standing === 'kept' || standing === 'booked',
    );
    if (!session) throw new TooEarlyError('seats were sold for money that is not known');
    if (session.standing === 'booked') return;
    await this.sessions.replace(session, withStanding(session, 'booked'), transaction);
    if (session.giftMinor) await this.giveBack.giveBeside(session, transaction);
  }

  /** The buyer gives the booking up. Its page is to be closed: the reconciler does that and then publishes the end. */
  async givenUp(bookingId: BookingId, transaction: ClientSession): Promise<void> {
    for (const session of await this.sessions.ofBooking(bookingId, transaction)) {
      const asked = withEndRequested(session, 'cancelled');
      if (asked !== session) await this.sessions.replace(session, asked, transaction);
    }
  }

  /** The buyer returns a second purchase: all of its money is refunded. @throws TooEarlyError when its money is not known yet */
  async sentBack(bookingId: BookingId, transaction: ClientSession): Promise<void> {
    await this.returnMoney.request(await this.holding(bookingId, transaction), 'second purchase', true, transaction);
  }

  /** Tickets were given back: their money is refunded, or given. @throws TooEarlyError when the money is not known yet */
  async givenBack(told: FactData<typeof ticketsGivenBackV1>, transaction: ClientSession): Promise<void> {
    await this.giveBack.follow(await this.holding(told.bookingId, transaction), told, transaction);
  }

  /** The seats are gone, so the money is refunded. @throws TooEarlyError when its money is not known yet */
  async cannotBeHonoured(checkoutSessionId: string, transaction: ClientSession): Promise<void> {
    const session = await this.sessions.byCheckoutSession(checkoutSessionId, transaction);
    if (session?.status !== 'settled') throw new TooEarlyError('money that is not known cannot be honoured');
    if (session.standing === 'returned') return;
    await this.returnMoney.request(session, 'seats are gone', true, transaction);
    await this.sessions.replace(session, withStanding(session, 'returned'), transaction);
  }

  /** The payment that holds a booking's seats. @throws TooEarlyError also while a gift beside them is not given: it is none of the seats' money */
  private async holding(bookingId: BookingId, transaction: ClientSession): Promise<PaymentSession> {
    const session = (await this.sessions.ofBooking(bookingId, transaction)).find(
      ({ standing }) => standing === 'kept' || standing === 'booked',
    );
    if (!session || (session.giftMinor && session.standing === 'kept'))
      throw new TooEarlyError('money that is not known cannot be sent back');
    return session;
  }
}
