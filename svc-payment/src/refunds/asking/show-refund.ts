import { fullName } from '@concert/contracts/booking/full-name';
import { linksEndAt } from '@concert/contracts/booking/links';
import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId, RefundId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import type { RefundMail, RefundShown } from '@concert/contracts/payment/refunds';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import type { MongoSessions } from '../../sessions/mongo-sessions.ts';
import { expectedBy, isGift, type Refund, type RefundPart } from '../rules/refund.ts';
import type { HttpRefundBookings } from './http-refund-bookings.ts';
import { ticketsLeft } from '../rules/refund-rows.ts';
import type { RefundLink } from './refund-link.codec.ts';
import type { MongoRefunds } from '../rules/mongo-refunds.ts';

/** The most bookings that one mail names in addition to its first. */
const MAX_OTHERS = 100;

/** The state of a refund for the buyer's page and for mails, and what the receipt for a gift says. */
export class ShowRefund {
  constructor(
    private readonly refunds: MongoRefunds,
    private readonly bookings: Pick<HttpRefundBookings, 'read'>,
    private readonly sessions: Pick<MongoSessions, 'ofBooking' | 'byCheckoutSession'>,
    private readonly link: RefundLink,
    private readonly clock: Clock,
  ) {}

  /**
   * For a person with the page's secret, or for the signed-in buyer. The secret is good until 90 days after the evening, or after the refund
   * was asked for where that was later; it does not end while a postponed concert has no new date.
   * @throws DomainError `payment.not_found` for everybody else, and for a booking without a refund, whatever was given of it; `payment.link_ended`
   */
  async byLink(bookingId: BookingId, secret: string | undefined, who: Identity | undefined): Promise<RefundShown> {
    const own = who !== undefined && (await this.isBuyer(bookingId, who));
    if (!own && secret === undefined) throw new DomainError('payment.not_found');
    const { concert, bookings } = await this.bookings.read([bookingId]);
    if (!own && !this.link.opens(bookingId, generationOf(bookings, bookingId), secret ?? '')) throw new DomainError('payment.not_found');
    const all = await this.refunds.ofBookings([bookingId]);
    const latest = all.findLast((refund) => !isGift(refund));
    if (!latest) throw new DomainError('payment.not_found');
    const from = new Date(Math.max(Date.parse(concert.startsAt), latest.requestedAt.getTime()));
    if (!own && !concert.dateToFollow && this.clock.now() >= linksEndAt(from.toISOString())) throw new DomainError('payment.link_ended');
    return shown(latest, concert, latest.part ? partOf(latest.part, all, bookings.get(bookingId)) : undefined);
  }

  /** Most refunds are of whole bookings, whose other attempts nobody needs. */
  private async partToShow({ part, bookingId }: Refund, bookings: ReadonlyMap<BookingId, RefundBooking>): Promise<RefundShown['part']> {
    return part ? partOf(part, await this.refunds.ofBookings([bookingId]), bookings.get(bookingId)) : undefined;
  }

  private async isBuyer(bookingId: BookingId, who: Identity): Promise<boolean> {
    return (await this.sessions.ofBooking(bookingId)).some(({ userId }) => userId === who.userId);
  }

  /** What a mail about a refund says, with the same run's other refunds of its reader. @throws DomainError `payment.not_found` */
  async mailContent(refundId: RefundId): Promise<RefundMail> {
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
      ...shown(refund, concert, await this.partToShow(refund, bookings)),
      ...buyer,
      refundId: refund.id,
      cause: refund.cause,
      refundUrl: this.link.url(refund.bookingId, generationOf(bookings, refund.bookingId)),
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
                refundUrl: this.link.url(bookingId, booking.linkGeneration),
                receiptUrl: booking.receiptUrl,
              },
            ]
          : [];
      }),
    };
  }

  /** The buyer and the booking. If svc-booking does not have the booking, what we told the payment provider about it. */
  private async buyerOf(
    refund: Refund,
    bookings: ReadonlyMap<BookingId, RefundBooking>,
  ): Promise<Pick<RefundMail, 'name' | 'email' | 'seating' | 'tickets' | 'receiptUrl'> | undefined> {
    const booking = bookings.get(refund.bookingId);
    if (booking)
      return {
        name: fullName(booking),
        email: booking.email,
        seating: booking.seating,
        tickets: booking.tickets,
        receiptUrl: booking.receiptUrl,
      };
    const session: PaymentSession | undefined = await this.sessions.byCheckoutSession(refund.checkoutSessionId);
    return session?.seats && { name: session.email, email: session.email, seating: session.seats.seating, tickets: session.seats.tickets };
  }
}

function generationOf(bookings: ReadonlyMap<BookingId, RefundBooking>, id: BookingId): number {
  return bookings.get(id)?.linkGeneration ?? 0;
}

/** What of a partial return its buyer has to know: the tickets that ended with it, and those that stay valid now. */
function partOf(part: RefundPart, all: readonly Refund[], booking: RefundBooking | undefined): RefundShown['part'] {
  const over = all.some(({ endsBooking }) => endsBooking);
  return { tickets: [...part.tickets], left: over ? [] : ticketsLeft(booking, all).map(({ number }) => number) };
}

function shown(refund: Refund, concert: RefundConcert, part?: RefundShown['part']): RefundShown {
  const { bookingId, status, reason, amount, cardEnding, requestedAt, issuedAt } = refund;
  return {
    bookingId,
    state: status,
    ...(reason === null ? {} : { reason }),
    amount: money(amount.amountMinor),
    ...(part ? { part } : {}),
    ...(cardEnding === null ? {} : { cardEnding }),
    requestedAt: requestedAt.toISOString(),
    ...(status === 'failed' || isGift(refund) ? {} : { expectedBy: expectedBy(refund).toISOString() }),
    ...(issuedAt && status === 'succeeded' ? { issuedAt: issuedAt.toISOString() } : {}),
    concert,
  };
}
