import type { BookingId } from '@concert/contracts/core/ids';
import type { RefundRow } from '@concert/contracts/payment/refunds';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import { z } from 'zod';
import { takenByBank, type Dispute } from '../../disputes/dispute.ts';
import type { MongoDisputes } from '../../disputes/mongo-disputes.ts';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import { placeOf, type MongoSessions } from '../../sessions/mongo-sessions.ts';
import type { Refund } from '../rules/refund.ts';
import type { HttpRefundBookings } from './http-refund-bookings.ts';
import { refundRowOf } from '../rules/refund-rows.ts';
import type { MongoRefunds } from '../rules/mongo-refunds.ts';
import { refundableMinor } from '../rules/refundable.ts';

const PAGE = 100;
const MAX_FAILED = 50;

const cursors = createTimeCursor(z.string().regex(/^bk_[0-9a-z]{20,32}\.[0-9]{1,6}$/), '/cursor');

/** Bookings whose money can be refunded, is being refunded, or could not be refunded. */
export class ListRefundable {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly refunds: MongoRefunds,
    private readonly disputes: MongoDisputes,
    private readonly bookings: Pick<HttpRefundBookings, 'read'>,
  ) {}

  /** Failed refunds, then newest payments first, in pages. @throws DomainError `request.invalid` for the cursor of another list */
  async page(cursor: string | undefined): Promise<{ rows: RefundRow[]; next?: string }> {
    const first: PaymentSession[] = [];
    if (cursor === undefined) {
      for (const { checkoutSessionId } of await this.refunds.failed(MAX_FAILED)) {
        const session = await this.sessions.byCheckoutSession(checkoutSessionId);
        // A failed refund of a booking that holds its seats is also in the list at its own place.
        if (session && session.standing === 'returned') first.push(session);
      }
    }
    const found: PaymentSession[] = [];
    for await (const batch of this.sessions.pagesHoldingMoney(cursors.after(cursor))) {
      const ids = batch.map(({ bookingId }) => bookingId);
      const [refunds, disputes] = await Promise.all([this.refunds.ofBookings(ids), this.disputes.ofBookings(ids)]);
      found.push(...batch.filter((session) => !isOver(session, refunds, disputes)));
      if (found.length > PAGE) break;
    }
    const { items, ...further } = cursors.page(found, PAGE, placeOf);
    const rows = [...(await this.rowsOf(first)), ...(await this.rowsOf(items))];
    // A booking is over, too, when its seats were freed after a bank had taken the money.
    return { rows: rows.filter(({ status, refundable }) => status !== 'charged_back' || refundable), ...further };
  }

  /** The refunds of some bookings. Unknown and unpaid bookings are left out. */
  async some(bookingIds: readonly BookingId[]): Promise<RefundRow[]> {
    const sessions: PaymentSession[] = [];
    for (const id of bookingIds) {
      const attempts = (await this.sessions.ofBooking(id)).filter(({ received }) => received !== null);
      const shown = attempts.find(({ standing }) => standing === 'kept' || standing === 'booked') ?? attempts[0];
      if (shown) sessions.push(shown);
    }
    return this.rowsOf(sessions);
  }

  private async rowsOf(sessions: readonly PaymentSession[]): Promise<RefundRow[]> {
    if (sessions.length === 0) return [];
    const ids = sessions.map(({ bookingId }) => bookingId);
    const [{ bookings }, refunds, disputes] = await Promise.all([
      this.bookings.read(ids),
      this.refunds.ofBookings(ids),
      this.disputes.ofBookings(ids),
    ]);
    return sessions.map((session) =>
      refundRowOf(
        bookings.get(session.bookingId),
        session,
        refunds.filter(({ bookingId }) => bookingId === session.bookingId),
        disputes,
      ),
    );
  }
}

/** Whether all of its money was refunded. Money that a bank took stays listed, although it cannot be refunded. */
function isOver(session: PaymentSession, refunds: readonly Refund[], disputes: readonly Dispute[]): boolean {
  const own = refunds.filter(({ bookingId }) => bookingId === session.bookingId);
  if (takenByBank(session.received?.paymentIntentId, disputes) > 0) return false;
  return refundableMinor(session, own, disputes) <= 0 && own.every(({ status }) => status === 'succeeded' || status === 'failed');
}
