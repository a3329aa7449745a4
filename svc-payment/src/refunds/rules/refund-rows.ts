import { fullName } from '@concert/contracts/booking/full-name';
import type { RefundBooking } from '@concert/contracts/booking/refunds';
import { NO_BOOKING, type RefundRow, type refundViewSchema } from '@concert/contracts/payment/refunds';
import type { z } from 'zod';
import { takenByBank, type Dispute } from '../../disputes/dispute.ts';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import { DISPUTED, endedTickets, expectedBy, isGift, isLive, isOpenFailure, LOST_TO_BANK, type Refund } from './refund.ts';
import { bankRefusal, giftLeft, refundableMinor, refundsOfSession } from './refundable.ts';

/** One attempt as organisers see it. */
export function refundViewOf(refund: Refund): z.input<typeof refundViewSchema> {
  const onItsWay = refund.status !== 'failed' && !isGift(refund);
  return {
    id: refund.id,
    ...(refund.part ? { part: { tickets: [...refund.part.tickets] } } : {}),
    state: refund.status,
    ...(refund.reason === null ? {} : { reason: refund.reason }),
    cause: refund.cause,
    attempt: refund.attempt,
    amount: refund.amount.amountMinor,
    requestedAt: refund.requestedAt.toISOString(),
    ...(refund.settledOtherwise ? { settledOtherwise: true } : {}),
    ...(onItsWay ? { expectedBy: expectedBy(refund).toISOString() } : {}),
  };
}

/** A row of the refund screen: svc-booking knows the buyer, the session the payment, refunds and disputes what became of it. */
export function refundRowOf(
  booking: RefundBooking | undefined,
  session: PaymentSession,
  refunds: readonly Refund[],
  disputes: readonly Dispute[],
): RefundRow {
  const own = refundsOfSession(session, refunds);
  const latest = own.at(-1);
  const left = refundableMinor(session, refunds, disputes);
  const bank = bankRefusal(session, disputes);
  const live = own.find(isLive);
  // It waits for somebody, although other attempts were made after it.
  const failedPart = own.findLast((refund) => refund.part !== null && isOpenFailure(refund));
  const shown = failedPart ?? latest;
  const gift = giftLeft(session, refunds, disputes);
  return {
    fkey: session.bookingId,
    name: booking ? fullName(booking) : session.email,
    email: booking?.email ?? session.email,
    paidAt: (session.received?.at ?? session.openedAt).toISOString(),
    status: statusOf(booking?.status ?? NO_BOOKING, left, latest),
    ...seatsOf(booking, session),
    ticketsLeft: ticketsLeft(booking, own),
    amount: live ? live.amount.amountMinor : left,
    currency: 'USD',
    refundable:
      bank !== DISPUTED &&
      live === undefined &&
      left > 0 &&
      (isSettled(booking, session) || (latest?.status === 'failed' && !latest.settledOtherwise)),
    divisible: failedPart ? bank !== DISPUTED : left > 1 && obstacleToPart(booking, session, own, bank) === undefined,
    disputed: bank === DISPUTED,
    lost: bank === LOST_TO_BANK,
    bankMinor: takenByBank(session.received?.paymentIntentId, disputes),
    ...(gift ? { gift: { id: gift.id, amount: gift.amount.amountMinor } } : {}),
    ...(shown ? { refund: refundViewOf(shown) as NonNullable<RefundRow['refund']> } : {}),
  };
}

/** Whether an organiser may decide about the money: its seats are sold, or no booking exists that could ever claim it. */
export function isSettled(booking: RefundBooking | undefined, session: PaymentSession): boolean {
  return session.standing === 'booked' || (session.standing === 'kept' && booking === undefined);
}

function seatsOf(booking: RefundBooking | undefined, session: PaymentSession): Pick<RefundRow, 'seating' | 'notickets'> {
  if (booking) return { seating: booking.seating, notickets: booking.tickets };
  return session.seats ? { seating: session.seats.seating, notickets: session.seats.tickets } : {};
}

/** The booking learns of its refund a moment after us; until then the screen must not show the older status. */
function statusOf(told: RefundRow['status'], left: number, latest: Refund | undefined): RefundRow['status'] {
  if (told === NO_BOOKING || !latest?.endsBooking) return told;
  if (latest.status === 'failed') return told === 'late_paid' || told === 'charged_back' ? told : 'refund_failed';
  if (latest.status === 'succeeded') return left <= 0 ? 'refunded' : told;
  return told === 'late_paid' ? told : 'refund_requested';
}

/** Why no further part of a booking can be returned; undefined where one can. */
export function obstacleToPart(
  booking: RefundBooking | undefined,
  session: PaymentSession,
  refunds: readonly Refund[],
  bank: ReturnType<typeof bankRefusal>,
): string | undefined {
  if (refunds.some((refund) => isLive(refund) || (refund.endsBooking && (isOpenFailure(refund) || isGift(refund)))))
    return 'This booking is being refunded, or has been';
  if (bank === DISPUTED) return 'The card holder disputes this payment with the bank, so it cannot be refunded';
  if (booking?.status !== 'paid' || session.standing !== 'booked') return 'Only a booking that is paid and stands can be returned in part';
  return undefined;
}

/** The tickets of a booking that still admit. svc-booking learns of a partial return a moment after us. */
export function ticketsLeft(booking: RefundBooking | undefined, refunds: readonly Refund[]): RefundBooking['ticketsLeft'] {
  const ended = endedTickets(refunds);
  return (booking?.ticketsLeft ?? []).filter(({ number }) => !ended.has(number));
}
