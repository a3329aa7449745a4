import type { RefundCause } from '@concert/contracts/payment/refund-causes';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { DisputesRepository } from '../../disputes/disputes.repository.ts';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import { isLive, isOpenFailure } from '../rules/refund.ts';
import { refundableMinor, refundsOfSession, shareOfTickets, type TicketOrder } from '../rules/refundable.ts';
import type { RefundsRepository } from '../rules/refunds.repository.ts';
import type { ReturnMoney } from '../sending/return-money.ts';

/** Returns the money of tickets that were given back after a postponement: a part of their booking's, or all that is left of it. */
export class GiveBackTickets {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly disputes: DisputesRepository,
    private readonly returnMoney: ReturnMoney,
  ) {}

  /**
   * Stores it in the caller's transaction; the beat sends it. Nothing is stored where the whole booking is being refunded already, or was,
   * where its tickets ended meanwhile, and where a bank has taken the money. Repeating the call changes nothing.
   */
  async follow(session: PaymentSession, given: TicketOrder, cause: RefundCause, transaction: ClientSession): Promise<void> {
    const earlier = await this.refunds.ofBookings([session.bookingId], transaction);
    const own = refundsOfSession(session, earlier);
    if (own.some((refund) => isLive(refund) || (refund.endsBooking && isOpenFailure(refund)))) return;
    const order = shareOfTickets(
      given,
      own,
      refundableMinor(session, earlier, await this.disputes.ofBookings([session.bookingId], transaction)),
    );
    // The money of parts that failed goes with the rest.
    if (order?.all) await this.returnMoney.start(session, earlier, { cause }, transaction);
    else if (order) await this.returnMoney.startPart(session, earlier, order, { cause }, transaction);
  }
}
