import type { BigAction } from '@concert/contracts/auth/approvals';
import type { RefundBooking } from '@concert/contracts/booking/refunds';
import { idSchema, type BookingId, type RefundId } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf } from '@concert/contracts/core/route';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import type { refundRoutes } from '@concert/contracts/payment/refunds';
import type { Approvals } from '@concert/service-kit/http/approvals';
import type { AuditedAction } from '@concert/service-kit/identity/audit-entries';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Attempt, Idempotency } from '@concert/service-kit/store/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoDisputes } from '../../disputes/mongo-disputes.ts';
import type { MongoSessions } from '../../sessions/mongo-sessions.ts';
import type { ListRefundable } from './list-refundable.ts';
import { giftToSendBack, OBSTACLE_WORDS, NotRefundableError, paymentToDivide, paymentToRefund } from '../rules/refund-obstacles.ts';
import type { Refund } from '../rules/refund.ts';
import type { PartOrder } from '../rules/refundable.ts';
import type { HttpRefundBookings } from './http-refund-bookings.ts';
import type { MongoRefunds } from '../rules/mongo-refunds.ts';
import type { ReturnMoney } from '../sending/return-money.ts';
import type { SendRefunds } from '../sending/send-refunds.ts';
import { whenApproved } from './when-approved.ts';

/** What an organiser asks for: that all the money that is left of a booking goes back, or a part of it. */
interface RefundRequest {
  readonly id: BookingId;
  /** Which tickets end, how much money goes back, in cents, and why; or which gift goes back. */
  readonly part?: PartOrder & { readonly reason: string; readonly gift?: RefundId | undefined };
}

/** Whose money goes back. */
interface Payer {
  readonly firstname: string;
  readonly lastname: string;
}

/**
 * Starts an organiser's refund of a booking: of all of it but its gifts, of a part, of which at least one ticket and one cent stay, or of a gift.
 * However often and by however many people it is requested, one refund is made.
 */
export class StartRefund {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly refunds: MongoRefunds,
    private readonly disputes: MongoDisputes,
    private readonly returnMoney: ReturnMoney,
    private readonly sender: SendRefunds,
    private readonly bookings: Pick<HttpRefundBookings, 'read'>,
    private readonly list: ListRefundable,
    private readonly approvals: Approvals<BigAction>,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The answer says whether this request started a refund; a refusal that people can cause is in its `error`.
   * @throws DomainError `request.approval_needed`, `request.approval_refused`, `request.key_reused`
   */
  async whole(id: string, who: Identity, key: string | undefined): Promise<AnswerOf<typeof refundRoutes.triggerRefund>> {
    const parsed = idSchema('booking').safeParse(id);
    if (!parsed.success) return { success: false, error: OBSTACLE_WORDS.unknown };
    try {
      const details = await this.once({ id: parsed.data }, who, key);
      const [row] = await this.list.some([parsed.data]);
      return { success: true, details, ...(row ? { row } : {}) };
    } catch (error) {
      if (error instanceof NotRefundableError) return { success: false, error: error.message };
      throw error;
    }
  }

  /**
   * Asked for again after its money failed, the same part is sent again.
   * @throws DomainError `payment.not_found`, `payment.not_divisible`, `payment.part_refused`, `request.approval_needed`,
   *   `request.approval_refused`, `request.key_reused`
   */
  async part(
    { id, ...part }: { readonly id: BookingId } & NonNullable<RefundRequest['part']>,
    who: Identity,
    key: string,
  ): Promise<AnswerOf<typeof refundRoutes.returnPart>> {
    await this.once({ id, part }, who, key);
    const [row] = await this.list.some([id]);
    if (!row) throw new DomainError('payment.not_found');
    return { row };
  }

  /** Repeated under one key it is done once, and each time answered alike. */
  private once(request: RefundRequest, who: Identity, key: string | undefined): Promise<Payer> {
    const route = request.part ? 'returnPart' : 'triggerRefund';
    const press = key === undefined ? undefined : this.idempotency.attempt(who.userId, route, key, request);
    return this.idempotency.once(press, () => this.start(request, who, press));
  }

  private async start(request: RefundRequest, who: Identity, press: Attempt | undefined): Promise<Payer> {
    const { bookings } = await this.bookings.read([request.id]);
    const booking = bookings.get(request.id);
    const { refund, payer } = await whenApproved(
      { approvals: this.approvals, transactions: this.transactions, by: who.userId },
      async (assertApproved, transaction) => {
        const started = await this.store(request, booking, who, transaction);
        assertApproved(started.refund);
        await this.note(started.refund, request, who, transaction);
        if (press) await this.idempotency.keep(transaction, [this.idempotency.row(press, started.payer)]);
        return started;
      },
    );
    await this.sender.sendNow(refund);
    return payer;
  }

  private async store(
    { id, part }: RefundRequest,
    booking: RefundBooking | undefined,
    who: Identity,
    transaction: ClientSession,
  ): Promise<{ readonly refund: Refund; readonly payer: Payer }> {
    const sessions = await this.sessions.ofBooking(id, transaction);
    const refunds = await this.refunds.ofBookings([id], transaction);
    const disputes = await this.disputes.ofBookings([id], transaction);
    const known = { booking, sessions, refunds, disputes };
    const origin = { cause: 'organiser', requestedBy: who.userId } as const;
    const start = () => {
      if (!part) return this.returnMoney.start(paymentToRefund(known), refunds, origin, transaction);
      const { tickets, amountMinor, gift: giftId } = part;
      const { session, gift } = giftId
        ? giftToSendBack(known, { tickets, amountMinor, gift: giftId })
        : { session: paymentToDivide(known, part), gift: undefined };
      return this.returnMoney.startPart(session, refunds, { tickets, amountMinor, ...(gift ? { gift } : {}) }, origin, transaction);
    };
    const refund = await start();
    // Without a booking the payment says who paid.
    return { refund, payer: { firstname: booking?.firstname ?? sessions[0]!.email, lastname: booking?.lastname ?? '' } };
  }

  private async note(refund: Refund, { id, part }: RefundRequest, who: Identity, transaction: ClientSession): Promise<void> {
    const { attempt, version, amount } = refund;
    const asked = part && { tickets: part.tickets.join(', ') || 'none', reason: part.reason };
    const action: AuditedAction = {
      act: part?.gift ? 'gift.sent-back' : part ? 'partial-return.requested' : 'refund.requested',
      subject: { kind: 'booking', id },
      bookingId: id,
      detail: { amountMinor: amount.amountMinor, attempt, ...asked },
    };
    await this.outbox.recordAct(transaction, paymentActRecordedV1, refund.id, version, who.userId, action);
  }
}
