import type { Clock, Ids } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { DisputesRepository } from '../../disputes/disputes.repository.ts';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import type { PublishRefunds } from '../sending/publish-refunds.ts';
import { isLive, isOpenFailure, newGift, type Refund } from '../rules/refund.ts';
import { bankRefusal, refundableMinor, nextAttempt, refundsOfSession, shareOfTickets, type TicketOrder } from '../rules/refundable.ts';
import type { RefundsRepository } from '../rules/refunds.repository.ts';

/**
 * Gives the money of some tickets of a paid booking, or of all of them, to the welfare work. A gift is one of the booking's numbered refund
 * attempts, so that of two requests for the same money one waits and reads again.
 */
export class GiveTickets {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly disputes: DisputesRepository,
    private readonly publish: PublishRefunds,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
  ) {}

  /**
   * Stores in the caller's transaction that tickets are given, enters their money in the account of gifts, and requests the receipt. Tickets that
   * ended before are not given again, so repeating the call changes nothing.
   * @returns undefined where nothing can be given: the tickets have ended, the booking is being refunded, or a bank has the money
   */
  async give(session: PaymentSession, order: TicketOrder, transaction: ClientSession): Promise<Refund | undefined> {
    const { bookingId, page, received } = session;
    const earlier = await this.refunds.ofBookings([bookingId], transaction);
    const disputes = await this.disputes.ofBookings([bookingId], transaction);
    const own = refundsOfSession(session, earlier);
    const refunding = own.some((refund) => isLive(refund) || (refund.endsBooking && isOpenFailure(refund)));
    const given = shareOfTickets(order, own, refundableMinor(session, earlier, disputes));
    if (!page || !received || !given || refunding || bankRefusal(session, disputes)) {
      this.log.warn('tickets could not be given', { bookingId });
      return undefined;
    }
    const id = this.ids.next('refund');
    const gift = newGift(
      {
        id,
        bookingId,
        checkoutSessionId: page.checkoutSessionId,
        paymentIntentId: received.paymentIntentId,
        amount: { amountMinor: given.amountMinor, currency: received.amount.currency },
        endsBooking: given.all,
        part: { returnId: id, tickets: given.tickets },
        attempt: nextAttempt(earlier),
      },
      this.clock.now(),
    );
    await this.refunds.add([gift], transaction);
    await this.publish.given(gift, transaction);
    await this.publish.requestMails('gift-receipt', [gift], transaction);
    return gift;
  }
}
