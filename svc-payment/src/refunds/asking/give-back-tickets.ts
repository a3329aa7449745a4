import type { ticketsGivenBackV1 } from '@concert/contracts/booking/events';
import type { FactData } from '@concert/contracts/core/envelope';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { MongoDisputes } from '../../disputes/mongo-disputes.ts';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import { isLive, isOpenFailure, newGift, type Refund } from '../rules/refund.ts';
import {
  bankRefusal,
  refundableMinor,
  nextAttempt,
  refundsOfSession,
  shareOfTickets,
  type PartOrder,
  type TicketOrder,
} from '../rules/refundable.ts';
import type { MongoRefunds } from '../rules/mongo-refunds.ts';
import type { PublishRefunds } from '../sending/publish-refunds.ts';
import type { ReturnMoney } from '../sending/return-money.ts';

const CAUSES = { choice: 'tickets given back', silence: 'nothing chosen', taken: 'tickets taken' } as const;

/**
 * What becomes of the money of tickets that were given back, after a postponement or because someone took their seats, a part of their booking's
 * or all that is left of it: it is returned, or given to the welfare work. Both are stored in the caller's transaction, and repeating a call
 * changes nothing.
 */
export class GiveBackTickets {
  constructor(
    private readonly refunds: MongoRefunds,
    private readonly disputes: MongoDisputes,
    private readonly returnMoney: ReturnMoney,
    private readonly publish: PublishRefunds,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
  ) {}

  /**
   * The money of the first tickets is given, as many as the holder said, and that of the others returned; the beat sends it. Nothing is stored
   * where the whole booking is being refunded already, or was, where its tickets ended meanwhile, and where a bank has taken the money.
   */
  async follow(
    session: PaymentSession,
    { tickets, valid, gifts, because }: FactData<typeof ticketsGivenBackV1>,
    transaction: ClientSession,
  ): Promise<void> {
    // Gifts first: what is left of the money is then refunded with the rest, also where no ticket stays.
    if (gifts > 0) await this.give(session, { tickets: tickets.slice(0, gifts), valid }, transaction);
    const { earlier, given } = await this.stillThere(session, { tickets: tickets.slice(gifts), valid }, transaction);
    const cause = CAUSES[because];
    // The money of parts that failed goes with the rest.
    if (given?.all) await this.returnMoney.start(session, earlier, { cause }, transaction);
    else if (given) await this.returnMoney.startPart(session, earlier, given, { cause }, transaction);
  }

  /**
   * Enters the money in the account of gifts, and requests the receipt. A gift is one of the booking's numbered refund attempts, so that of two
   * requests for the same money one waits and reads again.
   * @returns undefined where nothing can be given: the tickets have ended, the booking is being refunded, or a bank has the money
   */
  async give(session: PaymentSession, order: TicketOrder, transaction: ClientSession): Promise<Refund | undefined> {
    const { earlier, disputes, given } = await this.stillThere(session, order, transaction);
    if (!given || bankRefusal(session, disputes)) {
      this.log.warn('tickets could not be given', { bookingId: session.bookingId });
      return undefined;
    }
    const gift = await this.enter(session, earlier, given, transaction);
    await this.publish.requestMail('gift-receipt', gift, transaction);
    return gift;
  }

  /** Enters a gift that was paid beside the seats, unless its money went back, or to a bank, before they were known to be sold. */
  async giveBeside(session: PaymentSession, transaction: ClientSession): Promise<void> {
    const earlier = await this.refunds.ofBookings([session.bookingId], transaction);
    const disputes = await this.disputes.ofBookings([session.bookingId], transaction);
    const { giftMinor: amountMinor = 0 } = session;
    if (refundableMinor(session, earlier, disputes) < amountMinor) return;
    await this.enter(session, earlier, { amountMinor, tickets: [], all: false }, transaction);
  }

  private async enter(
    session: PaymentSession,
    earlier: readonly Refund[],
    given: PartOrder & { readonly all: boolean },
    transaction: ClientSession,
  ): Promise<Refund> {
    const id = this.ids.next('refund');
    const part = { returnId: id, tickets: given.tickets };
    const attempt = nextAttempt(session, earlier, given.amountMinor);
    const gift = newGift({ id, ...attempt, endsBooking: given.all, part }, this.clock.now());
    await this.refunds.add([gift], transaction);
    await this.publish.given(gift, transaction);
    return gift;
  }

  /** What of an order has not ended, nor is ending with its booking, and what was read to know it. */
  private async stillThere(session: PaymentSession, order: TicketOrder, transaction: ClientSession) {
    const earlier = await this.refunds.ofBookings([session.bookingId], transaction);
    const disputes = await this.disputes.ofBookings([session.bookingId], transaction);
    const own = refundsOfSession(session, earlier);
    const refunding = own.some((refund) => isLive(refund) || (refund.endsBooking && isOpenFailure(refund)));
    const given = refunding ? undefined : shareOfTickets(order, own, refundableMinor(session, earlier, disputes));
    return { earlier, disputes, given };
  }
}
