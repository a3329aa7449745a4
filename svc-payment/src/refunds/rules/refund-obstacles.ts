import type { RefundBooking } from '@concert/contracts/booking/refunds';
import type { RefundId } from '@concert/contracts/core/ids';
import { formatMoney } from '@concert/contracts/core/money';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Dispute } from '../../disputes/dispute.ts';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import { obstacleToPart, isSettled, ticketsLeft } from './refund-rows.ts';
import { DISPUTED, isLive, LOST_TO_BANK, type Refund } from './refund.ts';
import { bankRefusal, failedBefore, giftLeft, refundableMinor, refundsOfSession, type PartOrder } from './refundable.ts';

/** What an organiser is told when a refund cannot start. */
export const OBSTACLE_WORDS = {
  unknown: 'There is no such booking',
  unpaid: 'Nothing to refund for this booking',
  settling: 'This payment has just arrived, please try again in a moment',
  underWay: 'This booking is already being refunded',
  done: 'This booking has already been refunded',
  disputed: 'The card holder disputes this payment with the bank, so no refund can be sent',
  lost: 'The bank has given this money back to the card holder, so there is nothing left to send',
} as const;

/** The refund of a whole booking cannot start; the message is for the organiser who asked for it. */
export class NotRefundableError extends Error {
  override readonly name = 'NotRefundableError';
}

/** All that is known of a booking's money. */
export interface BookingMoneyRecords {
  /** Undefined where svc-booking has none: money can exist for a booking that does not. */
  readonly booking: RefundBooking | undefined;
  readonly sessions: readonly PaymentSession[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
}

/** A gift that is to be sent back, as who asks for it sees it. */
interface GiftOrder extends PartOrder {
  readonly gift: RefundId;
}

const holdsMoney = ({ standing }: PaymentSession) => standing === 'kept' || standing === 'booked';

/** The payment of which all that is left goes back. @throws NotRefundableError */
export function paymentToRefund({ booking, sessions, refunds, disputes }: BookingMoneyRecords): PaymentSession {
  if (!booking && !sessions.some(({ received }) => received)) throw new NotRefundableError(OBSTACLE_WORDS.unknown);
  const session = meant(sessions, refunds);
  if (!session)
    throw new NotRefundableError(refunds.some(({ status }) => status !== 'failed') ? OBSTACLE_WORDS.done : OBSTACLE_WORDS.unpaid);
  const obstacle = obstacleTo(session, booking, refunds, disputes);
  if (obstacle !== undefined) throw new NotRefundableError(obstacle);
  return session;
}

/** The payment that an organiser means: the one that holds the booking's seats, or one whose automatic refund failed. */
function meant(attempts: readonly PaymentSession[], refunds: readonly Refund[]): PaymentSession | undefined {
  const kept = attempts.find(holdsMoney);
  if (kept) return kept;
  const failed = new Set(
    refunds.filter(({ status, superseded }) => status === 'failed' && !superseded).map(({ checkoutSessionId }) => checkoutSessionId),
  );
  const live = new Set(refunds.filter(isLive).map(({ checkoutSessionId }) => checkoutSessionId));
  return attempts.find(({ page }) => page && (failed.has(page.checkoutSessionId) || live.has(page.checkoutSessionId)));
}

function obstacleTo(
  session: PaymentSession,
  booking: RefundBooking | undefined,
  refunds: readonly Refund[],
  disputes: readonly Dispute[],
): string | undefined {
  const live = refundsOfSession(session, refunds).find(isLive);
  if (live && live.status !== 'succeeded') return OBSTACLE_WORDS.underWay;
  const bank = bankRefusal(session, disputes);
  if (bank === DISPUTED) return OBSTACLE_WORDS.disputed;
  // What is left after a whole refund is a part that failed, which is sent again as that part.
  if (live || refundableMinor(session, refunds, disputes) <= 0) return bank === LOST_TO_BANK ? OBSTACLE_WORDS.lost : OBSTACLE_WORDS.done;
  return session.standing === 'kept' && !isSettled(booking, session) ? OBSTACLE_WORDS.settling : undefined;
}

/** The payment of which a part goes back. @throws DomainError `payment.not_found`, `payment.not_divisible`, `payment.part_refused` */
export function paymentToDivide({ booking, sessions, refunds, disputes }: BookingMoneyRecords, part: PartOrder): PaymentSession {
  const session = sessions.find(holdsMoney);
  if (!session) throw new DomainError('payment.not_found');
  const own = refundsOfSession(session, refunds);
  const bank = bankRefusal(session, disputes);
  const left = refundableMinor(session, refunds, disputes);
  // The tickets of an attempt that failed have ended already, and its buyer is owed the money whatever became of the booking.
  if (failedBefore(own, part) && bank !== DISPUTED && part.amountMinor <= left) return session;
  const obstacle = obstacleToPart(booking, session, own, bank);
  if (obstacle !== undefined) throw new DomainError('payment.not_divisible', { detail: obstacle });
  assertTickets(part.tickets, ticketsLeft(booking, own));
  if (part.amountMinor >= left)
    throw refusedAt('amountMinor', `Less than ${formatMoney(left)} can be returned; to return all of it, refund the booking`);
  return session;
}

/**
 * The payment that a gift came from, and the gift, where it is the one that can be sent back.
 * @throws DomainError `payment.not_divisible` where it was sent back, or a bank has its money; `payment.part_refused`
 */
export function giftToSendBack({ sessions, refunds, disputes }: BookingMoneyRecords, { gift: id, tickets, amountMinor }: GiftOrder) {
  const [session, gift] =
    sessions.map((each) => [each, giftLeft(each, refunds, disputes)] as const).find(([, left]) => left?.id === id) ?? [];
  if (!session || !gift) throw new DomainError('payment.not_divisible', { detail: 'This gift was sent back, or a bank has its money' });
  if (tickets.length > 0) throw refusedAt('tickets', 'A gift is sent back without tickets');
  if (amountMinor !== gift.amount.amountMinor) throw refusedAt('amountMinor', `The gift is ${formatMoney(gift.amount.amountMinor)}`);
  return { session, gift };
}

function assertTickets(wanted: readonly number[], left: RefundBooking['ticketsLeft']): void {
  for (const number of wanted) {
    const ticket = left.find((each) => each.number === number);
    if (!ticket) throw refusedAt('tickets', `The booking has no ticket ${number} any more`);
    if (ticket.inside) throw refusedAt('tickets', `Someone went in with ticket ${number}`);
  }
  for (const { number, endsWith } of left) {
    if (endsWith !== undefined && wanted.includes(endsWith) && !wanted.includes(number))
      throw refusedAt('tickets', `Ticket ${number} is a companion’s and ends with ticket ${endsWith}: return it, too`);
  }
  if (wanted.length > 0 && wanted.length >= left.length)
    throw refusedAt('tickets', 'One ticket has to stay; to return them all, refund the booking');
}

function refusedAt(field: string, detail: string): DomainError {
  return new DomainError('payment.part_refused', { detail, errors: [{ pointer: `/${field}`, field, detail }] });
}
