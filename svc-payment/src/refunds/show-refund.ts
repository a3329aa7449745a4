import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId, RefundId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import type { RefundMail, RefundShown } from '@concert/contracts/payment/refunds';
import { DomainError } from '@concert/service-kit/errors';
import type { PaymentSession } from '../sessions/payment-session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import { expectedBy, type Refund } from './refund.ts';
import type { RefundBookings } from './refund-bookings.ts';
import type { RefundLink } from './refund-link.codec.ts';
import type { RefundsRepository } from './refunds.repository.ts';

/** Bookings one mail can name beside its first. */
const MAX_OTHERS = 100;

/** What a buyer's secret page and the mails say of a refund. */
export class ShowRefund {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly bookings: RefundBookings,
    private readonly sessions: Pick<SessionsRepository, 'ofBooking' | 'byCheckoutSession'>,
    private readonly link: RefundLink,
  ) {}

  /**
   * For whoever holds the secret, and for the buyer, who needs none.
   * @throws DomainError `payment.not_found` for everybody else as for a booking without a refund
   */
  async byLink(bookingId: BookingId, secret: string | undefined, who: Identity | undefined): Promise<RefundShown> {
    const opened = secret !== undefined && this.link.opens(bookingId, secret);
    if (!opened && !(who && (await this.isBuyer(bookingId, who)))) throw new DomainError('payment.not_found');
    const latest = (await this.refunds.ofBookings([bookingId])).at(-1);
    if (!latest) throw new DomainError('payment.not_found');
    return shown(latest, (await this.bookings.read([])).concert);
  }

  private async isBuyer(bookingId: BookingId, who: Identity): Promise<boolean> {
    return (await this.sessions.ofBooking(bookingId)).some(({ userId }) => userId === who.userId);
  }

  /**
   * Everything a mail about a refund says; where a run sends its reader money for other bookings as well, those too.
   * @throws DomainError `payment.not_found`
   */
  async mail(refundId: RefundId): Promise<RefundMail> {
    const refund = await this.refunds.byId(refundId);
    if (!refund) throw new DomainError('payment.not_found');
    const others =
      refund.runId === null || refund.reader === null
        ? []
        : (await this.refunds.toReaders(refund.runId, [refund.reader])).filter(({ id }) => id !== refundId).slice(0, MAX_OTHERS);
    const { concert, bookings } = await this.bookings.read([refund, ...others].map(({ bookingId }) => bookingId));
    const buyer = await this.buyerOf(refund, bookings);
    if (!buyer) throw new DomainError('payment.not_found');
    return {
      ...shown(refund, concert),
      ...buyer,
      refundId: refund.id,
      cause: refund.cause,
      refundUrl: this.link.url(refund.bookingId),
      others: others.flatMap(({ bookingId, status, amount }) => {
        const booking = bookings.get(bookingId);
        return booking
          ? [
              {
                bookingId,
                state: status,
                amount: money(amount.amountMinor),
                seating: booking.seating,
                tickets: booking.tickets,
                refundUrl: this.link.url(bookingId),
              },
            ]
          : [];
      }),
    };
  }

  /** Who booked what. Of a booking that svc-booking does not have, what was told to the payment provider. */
  private async buyerOf(
    refund: Refund,
    bookings: ReadonlyMap<BookingId, RefundBooking>,
  ): Promise<Pick<RefundMail, 'name' | 'email' | 'seating' | 'tickets'> | undefined> {
    const booking = bookings.get(refund.bookingId);
    if (booking)
      return {
        name: `${booking.firstname} ${booking.lastname}`.trim(),
        email: booking.email,
        seating: booking.seating,
        tickets: booking.tickets,
      };
    const session: PaymentSession | undefined = await this.sessions.byCheckoutSession(refund.checkoutSessionId);
    return session?.seats && { name: session.email, email: session.email, seating: session.seats.seating, tickets: session.seats.tickets };
  }
}

function shown(refund: Refund, concert: RefundConcert): RefundShown {
  const { bookingId, status, reason, amount, cardEnding, requestedAt, issuedAt } = refund;
  return {
    bookingId,
    state: status,
    ...(reason === null ? {} : { reason }),
    amount: money(amount.amountMinor),
    ...(cardEnding === null ? {} : { cardEnding }),
    requestedAt: requestedAt.toISOString(),
    ...(status === 'failed' ? {} : { expectedBy: expectedBy(refund).toISOString() }),
    ...(issuedAt && status === 'succeeded' ? { issuedAt: issuedAt.toISOString() } : {}),
    concert,
  };
}
