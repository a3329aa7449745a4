import type { RefundBooking } from '@concert/contracts/booking/refunds';
import { idSchema, type BookingId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf } from '@concert/contracts/core/route';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import type { refundRoutes } from '@concert/contracts/payment/refunds';
import { newAuditEntry } from '@concert/service-kit/audit-entries';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError, isDuplicateKey } from '@concert/service-kit/errors';
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

/** What a refund answers, and the sum that may go back, in cents. */
interface Order {
  readonly details: { readonly firstname: string; readonly lastname: string };
  readonly approvedMinor: number;
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
    const before = press && (await this.idempotency.recall<Answer>(press));
    if (before) return before;
    const { bookings } = await this.bookings.read([parsed.data]);
    const booking = bookings.get(parsed.data);
    const [session] = await this.sessions.ofBooking(parsed.data);
    // Money can exist for a booking that does not; then the payment says who paid.
    if (!booking && !session?.received) return refused(NOT.unknown);
    const details = { firstname: booking?.firstname ?? session?.email ?? '', lastname: booking?.lastname ?? '' };
    const approvedMinor = await this.demandSecond(parsed.data, booking, who);
    const outcome = await this.startOnce(parsed.data, booking, who, press, { details, approvedMinor });
    if (!outcome.refund) return outcome.answer;
    await this.sender.sendNow(outcome.refund);
    const [row] = await this.list.some([parsed.data]);
    return { ...outcome.answer, ...(row ? { row } : {}) };
  }

  /** Asks for a second person where the sum is big; a refund that cannot start at all asks nobody. @returns the sum, in cents */
  private async demandSecond(id: BookingId, booking: RefundBooking | undefined, { userId }: Identity): Promise<number> {
    const [attempts, earlier, disputes] = await Promise.all([
      this.sessions.ofBooking(id),
      this.refunds.ofBookings([id]),
      this.disputes.ofBookings([id]),
    ]);
    const session = toRefund(attempts, earlier);
    if (!session || obstacleTo(booking, session, earlier, disputes) !== undefined) return 0;
    const amountMinor = leftOf(session, earlier, disputes);
    await this.approvals.demand(userId, { kind: 'refund', bookingId: id, amountMinor });
    return amountMinor;
  }

  private async startOnce(
    id: BookingId,
    booking: RefundBooking | undefined,
    who: Identity,
    press: Attempt | undefined,
    order: Order,
  ): Promise<{ answer: Answer; refund?: Refund }> {
    const start = () => this.transactions.run((transaction) => this.start(id, booking, who, press, order, transaction));
    try {
      return await start();
    } catch (error) {
      // Of simultaneous requests a unique index accepts one; the others read again and find it.
      if (!isDuplicateKey(error)) throw error;
      const before = press && (await this.idempotency.recall<Answer>(press));
      return before ? { answer: before } : start();
    }
  }

  private async start(
    id: BookingId,
    booking: RefundBooking | undefined,
    who: Identity,
    press: Attempt | undefined,
    { details, approvedMinor }: Order,
    transaction: ClientSession,
  ): Promise<{ answer: Answer; refund?: Refund }> {
    const earlier = await this.refunds.ofBookings([id], transaction);
    const session = toRefund(await this.sessions.ofBooking(id, transaction), earlier);
    const obstacle = obstacleTo(booking, session, earlier, await this.disputes.ofBookings([id], transaction));
    if (!session || obstacle !== undefined) return { answer: refused(obstacle ?? NOT.unpaid) };
    const refund = await this.returnMoney.start(session, earlier, { cause: 'organiser', requestedBy: who.userId }, transaction);
    // Between the question and now, a bank may have given money back to us.
    if (refund.amount.amountMinor > approvedMinor) throw new DomainError('request.approval_needed');
    const now = this.clock.now();
    const act = newAuditEntry(who.userId, now, {
      act: 'refund.requested',
      subject: { kind: 'booking', id },
      bookingId: id,
      detail: { amountMinor: refund.amount.amountMinor, attempt: refund.attempt },
    });
    await this.outbox.record(transaction, [this.outbox.fact(paymentActRecordedV1, refund.id, refund.version, act)]);
    const answer: Answer = { success: true, details };
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
