import type { RefundBooking } from '@concert/contracts/booking/refunds';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId, RefundId } from '@concert/contracts/core/ids';
import { formatMoney, money } from '@concert/contracts/core/money';
import type { AnswerOf } from '@concert/contracts/core/route';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import type { refundRoutes } from '@concert/contracts/payment/refunds';
import { newAuditEntry } from '@concert/service-kit/audit-entries';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Attempt, Idempotency } from '@concert/service-kit/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { Approvals } from '../approvals/approvals.ts';
import type { DisputesRepository } from '../disputes/disputes.repository.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { ListRefundable } from './list-refundable.ts';
import { DISPUTED, type Refund } from './refund.ts';
import type { RefundBookings } from './refund-bookings.ts';
import { obstacleToPart, ticketsLeft } from './refund-rows.ts';
import { bankHas, failedBefore, leftOf, ofSession, type PartOrder } from './refundable.ts';
import type { RefundsRepository } from './refunds.repository.ts';
import type { ReturnMoney } from './return-money.ts';
import type { SendRefunds } from './send-refunds.ts';
import { whenApproved } from './when-approved.ts';

/** What an organiser asks for: which tickets end, how much money goes back, in cents, and why. */
export interface PartRequest extends PartOrder {
  readonly id: BookingId;
  readonly reason: string;
}

/** A booking's payment that holds its seats, and all attempts of the booking. */
interface Found {
  readonly session: PaymentSession;
  readonly earlier: readonly Refund[];
}

/** Returns a part of a booking: some of its tickets, some of its money, or both. At least one ticket and one cent stay. */
export class ReturnPart {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly refunds: RefundsRepository,
    private readonly disputes: DisputesRepository,
    private readonly returnMoney: ReturnMoney,
    private readonly sender: SendRefunds,
    private readonly bookings: RefundBookings,
    private readonly list: ListRefundable,
    private readonly approvals: Approvals,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Repeated under one key it is done once. Asked for again after its money failed, the same part is sent again.
   * @throws DomainError `payment.not_found`, `payment.not_divisible`, `payment.part_refused`, `request.approval_needed`,
   *   `request.approval_refused`, `request.key_reused`
   */
  async start(request: PartRequest, who: Identity, key: string): Promise<AnswerOf<typeof refundRoutes.returnPart>> {
    const press = this.idempotency.attempt(who.userId, 'returnPart', key, request);
    await this.idempotency.once(press, () => this.startOnce(request, who, press));
    const [row] = await this.list.some([request.id]);
    if (!row) throw new DomainError('payment.not_found');
    return { row };
  }

  private async startOnce(request: PartRequest, who: Identity, press: Attempt): Promise<RefundId> {
    const { bookings } = await this.bookings.read([request.id]);
    const booking = bookings.get(request.id);
    const refund = await whenApproved(
      { approvals: this.approvals, transactions: this.transactions, by: who.userId },
      async (demand, transaction) => {
        const { session, earlier } = await this.demandPossible(request, booking, transaction);
        const origin = { cause: 'organiser', requestedBy: who.userId } as const;
        const started = await this.returnMoney.startPart(session, earlier, request, origin, transaction);
        demand(started);
        await this.note(started, request, who, transaction);
        await this.idempotency.keep(transaction, [this.idempotency.row(press, started.id)]);
        return started;
      },
    );
    await this.sender.sendNow(refund);
    return refund.id;
  }

  private async note(refund: Refund, request: PartRequest, who: Identity, transaction: ClientSession): Promise<void> {
    const act = newAuditEntry(who.userId, this.clock.now(), {
      act: 'partial-return.requested',
      subject: { kind: 'booking', id: request.id },
      bookingId: request.id,
      detail: {
        tickets: request.tickets.join(', ') || 'none',
        amountMinor: request.amountMinor,
        attempt: refund.attempt,
        reason: request.reason,
      },
    });
    await this.outbox.record(transaction, [this.outbox.fact(paymentActRecordedV1, refund.id, refund.version, act)]);
  }

  private async demandPossible(request: PartRequest, booking: RefundBooking | undefined, transaction: ClientSession): Promise<Found> {
    const sessions = await this.sessions.ofBooking(request.id, transaction);
    const earlier = await this.refunds.ofBookings([request.id], transaction);
    const disputes = await this.disputes.ofBookings([request.id], transaction);
    const session = sessions.find(({ standing }) => standing === 'kept' || standing === 'booked');
    if (!session) throw new DomainError('payment.not_found');
    const own = ofSession(session, earlier);
    const bank = bankHas(session, disputes);
    const left = leftOf(session, earlier, disputes);
    // The tickets of an attempt that failed have ended already, and its buyer is owed the money whatever became of the booking.
    if (failedBefore(own, request) && bank !== DISPUTED && request.amountMinor <= left) return { session, earlier };
    const obstacle = obstacleToPart(booking, session, own, bank);
    if (obstacle !== undefined) throw new DomainError('payment.not_divisible', { detail: obstacle });
    demandTickets(request.tickets, ticketsLeft(booking, own));
    if (request.amountMinor >= left)
      throw refusedAt('amountMinor', `Less than ${formatMoney(money(left))} can be returned; to return all of it, refund the booking`);
    return { session, earlier };
  }
}

function demandTickets(wanted: readonly number[], left: RefundBooking['ticketsLeft']): void {
  for (const number of wanted) {
    const ticket = left.find((each) => each.number === number);
    if (!ticket) throw refusedAt('tickets', `The booking has no ticket ${number} any more`);
    if (ticket.inside) throw refusedAt('tickets', `Somebody went in with ticket ${number}`);
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
