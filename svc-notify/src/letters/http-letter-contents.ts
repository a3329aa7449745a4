import { authRoutes } from '@concert/contracts/auth/http';
import type { ChoiceMail } from '@concert/contracts/booking/choices';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { InvitationMail } from '@concert/contracts/booking/invitations';
import type { WaitingMail } from '@concert/contracts/booking/waiting';
import { paymentRoutes } from '@concert/contracts/payment/http';
import type { RefundMail } from '@concert/contracts/payment/refunds';
import type { AnswersOf } from '@concert/service-kit/http/handles';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { TicketMail } from '@concert/contracts/booking/internal';
import type { SpecialSeat } from '@concert/contracts/booking/access';
import type { Money } from '@concert/contracts/core/money';

/** The content of a mail about an account, as its owner knows it now. */
export type AccountMail = Omit<AnswersOf<typeof authRoutes>['showAccountMail'], 'name'>;

/**
 * What mails say: asks its owner at the moment of sending, so that no name, address, ticket or secret is part of a fact or stored in the list of mails.
 * Each method throws a DomainError when there is no such thing or its link no longer works, NeighbourUnavailableError when its owner does not answer.
 */
export class HttpLetterContents {
  constructor(
    private readonly ofBooking: InternalClient,
    private readonly ofPayment: InternalClient,
    private readonly ofAuth: InternalClient,
  ) {}

  async booking(bookingId: string): Promise<TicketBooking> {
    const { bookingId: reference, ...rest } = await this.ofBooking.call(bookingRoutes.showTicketMail, { params: { bookingId } });
    return { reference, ...rest };
  }

  async entry(entryId: string): Promise<TicketEntry> {
    const {
      entryId: reference,
      group: seating,
      ...rest
    } = await this.ofBooking.call(bookingRoutes.showComplimentaryTicketMail, { params: { entryId } });
    return { reference, seating, ...rest };
  }

  /** An invitation as its guest would see it now. */
  invitation(invitationId: string): Promise<InvitationMail> {
    return this.ofBooking.call(bookingRoutes.showInvitationMail, { params: { invitationId } });
  }

  /** What a booking's holder chose after a postponement. */
  choice(bookingId: string): Promise<ChoiceMail> {
    return this.ofBooking.call(bookingRoutes.showChoiceMail, { params: { bookingId } });
  }

  /** How a place in the waiting list stands. */
  waiting(waitingId: string): Promise<WaitingMail> {
    return this.ofBooking.call(bookingRoutes.showWaitingMail, { params: { waitingId } });
  }

  refund(refundId: string): Promise<RefundMail> {
    return this.ofPayment.call(paymentRoutes.showRefundMail, { params: { refundId } });
  }

  account(mailRef: string): Promise<AccountMail> {
    return this.ofAuth.call(authRoutes.showAccountMail, { params: { mailRef } });
  }
}

/** What mails say about the concert. */
export type MailConcert = TicketMail['concert'];

/** What a ticket mail says, for tickets that were bought or given. */
export interface TicketPass {
  /** Booking id or entry id. */
  readonly reference: string;
  readonly name: string;
  /** Seating category, or the group of a complimentary entry. */
  readonly seating: string;
  /** Absent where nothing was paid. */
  readonly amount?: Money;
  /** Paid beside the amount, to the welfare work, in minor units. */
  readonly giftMinor?: number | undefined;
  readonly concert: MailConcert;
  readonly ticketUrl: string;
  readonly receiptUrl?: string | undefined;
  readonly tickets: readonly { readonly number: number; readonly code: string; readonly seat?: SpecialSeat | undefined }[];
}

/** A booking as its owner knows it now. */
export interface TicketBooking extends TicketPass {
  readonly status: string;
  readonly email: string;
  readonly amount: Money;
}

/** A complimentary entry as its owner knows it now. */
export interface TicketEntry extends Omit<TicketPass, 'amount'> {
  readonly status: string;
  readonly email: string;
}
