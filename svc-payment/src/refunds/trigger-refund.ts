import type { RefundBooking } from '@concert/contracts/booking/refunds';
import { idSchema, type BookingId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf } from '@concert/contracts/core/route';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import type { refundRoutes } from '@concert/contracts/payment/refunds';
import { newAuditEntry } from '@concert/service-kit/audit-entries';
import type { Clock } from '@concert/service-kit/clock';
import type { Attempt, Idempotency } from '@concert/service-kit/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { Approvals } from '../approvals/approvals.ts';
import type { Dispute } from '../disputes/dispute.ts';
import type { DisputesRepository } from '../disputes/disputes.repository.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { ListRefundable } from './list-refundable.ts';
import { DISPUTED, isLive, LOST_TO_BANK, type Refund } from './refund.ts';
import type { RefundBookings } from './refund-bookings.ts';
import { isSettled } from './refund-rows.ts';
import type { RefundsRepository } from './refunds.repository.ts';
import { bankHas, leftOf } from './refundable.ts';
import type { ReturnMoney } from './return-money.ts';
import type { SendRefunds } from './send-refunds.ts';
import { whenApproved } from './when-approved.ts';

type Answer = AnswerOf<typeof refundRoutes.triggerRefund>;

/** What an organiser is told when a refund cannot start. */
const NOT = {
  unknown: 'There is no such booking',
  unpaid: 'This booking holds no money',
  settling: 'This payment has just arrived, please try again in a moment',
  underWay: 'This booking is already being refunded',
  done: 'This booking has already been refunded',
  disputed: 'The card holder disputes this payment with the bank, so no refund can be sent',
  lost: 'The bank has given this money back to the card holder, so there is nothing left to send',
} as const;

/** A press of the button, and what it answers when it starts a refund. */
interface Pressed {
  readonly id: BookingId;
  readonly booking: RefundBooking | undefined;
  readonly who: Identity;
  readonly press: Attempt | undefined;
  readonly answer: Answer;
  readonly demand: (refund: Refund) => void;
}

/** What a press came to; the refund where it started one. */
interface Outcome {
  readonly answer: Answer;
  readonly refund?: Refund;
}

/** Starts an organiser's refund of one booking. However often and by however many people it is requested, one refund is made. */
export class TriggerRefund {
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
   * The answer says whether this request started a refund; a refusal that people can cause is in its `error`.
   * @throws DomainError `request.approval_needed`, `request.approval_refused`
   */
  async trigger(id: string, who: Identity, key: string | undefined): Promise<Answer> {
    const parsed = idSchema('booking').safeParse(id);
    if (!parsed.success) return refused(NOT.unknown);
    const press = key === undefined ? undefined : this.idempotency.attempt(who.userId, 'triggerRefund', key, { id });
    return this.idempotency.once(press, () => this.triggerOnce(parsed.data, who, press));
  }

  private async triggerOnce(id: BookingId, who: Identity, press: Attempt | undefined): Promise<Answer> {
    const { bookings } = await this.bookings.read([id]);
    const booking = bookings.get(id);
    const [session] = await this.sessions.ofBooking(id);
    // Money can exist for a booking that does not; then the payment says who paid.
    if (!booking && !session?.received) return refused(NOT.unknown);
    const answer: Answer = {
      success: true,
      details: { firstname: booking?.firstname ?? session?.email ?? '', lastname: booking?.lastname ?? '' },
    };
    const outcome = await whenApproved(
      { approvals: this.approvals, transactions: this.transactions, by: who.userId },
      (demand, transaction) => this.start({ id, booking, who, press, answer, demand }, transaction),
    );
    if (!outcome.refund) return outcome.answer;
    await this.sender.sendNow(outcome.refund);
    const [row] = await this.list.some([id]);
    return { ...outcome.answer, ...(row ? { row } : {}) };
  }

  private async start({ id, booking, who, press, answer, demand }: Pressed, transaction: ClientSession): Promise<Outcome> {
    const before = press && (await this.idempotency.recall<Answer>(press, transaction));
    if (before) return { answer: before };
    const earlier = await this.refunds.ofBookings([id], transaction);
    const session = toRefund(await this.sessions.ofBooking(id, transaction), earlier);
    const obstacle = obstacleTo(booking, session, earlier, await this.disputes.ofBookings([id], transaction));
    if (!session || obstacle !== undefined) return { answer: refused(obstacle ?? NOT.unpaid) };
    const refund = await this.returnMoney.start(session, earlier, { cause: 'organiser', requestedBy: who.userId }, transaction);
    demand(refund);
    const now = this.clock.now();
    const act = newAuditEntry(who.userId, now, {
      act: 'refund.requested',
      subject: { kind: 'booking', id },
      bookingId: id,
      detail: { amountMinor: refund.amount.amountMinor, attempt: refund.attempt },
    });
    await this.outbox.record(transaction, [this.outbox.fact(paymentActRecordedV1, refund.id, refund.version, act)]);
    if (press) await this.idempotency.keep(transaction, [this.idempotency.row(press, answer)]);
    return { answer, refund };
  }
}

function obstacleTo(
  booking: RefundBooking | undefined,
  session: PaymentSession | undefined,
  earlier: readonly Refund[],
  disputes: readonly Dispute[],
): string | undefined {
  if (!session) return earlier.some(({ status }) => status !== 'failed') ? NOT.done : NOT.unpaid;
  const own = earlier.filter(({ checkoutSessionId }) => checkoutSessionId === session.page?.checkoutSessionId);
  const live = own.find(isLive);
  if (live && live.status !== 'succeeded') return NOT.underWay;
  const bank = bankHas(session, disputes);
  if (bank === DISPUTED) return NOT.disputed;
  // What is left after a whole refund is a part that failed, which is sent again as that part.
  if (live || leftOf(session, earlier, disputes) <= 0) return bank === LOST_TO_BANK ? NOT.lost : NOT.done;
  return session.standing === 'kept' && !isSettled(booking, session) ? NOT.settling : undefined;
}

/** The payment that an organiser means: the one that holds the booking's seats, or one whose automatic refund failed. */
function toRefund(attempts: readonly PaymentSession[], refunds: readonly Refund[]): PaymentSession | undefined {
  const kept = attempts.find(({ standing }) => standing === 'kept' || standing === 'booked');
  if (kept) return kept;
  const failed = new Set(
    refunds.filter(({ status, superseded }) => status === 'failed' && !superseded).map(({ checkoutSessionId }) => checkoutSessionId),
  );
  const live = new Set(refunds.filter(isLive).map(({ checkoutSessionId }) => checkoutSessionId));
  return attempts.find(({ page }) => page && (failed.has(page.checkoutSessionId) || live.has(page.checkoutSessionId)));
}

function refused(error: string): Answer {
  return { success: false, error };
}
