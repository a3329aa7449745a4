import type { Money } from '@concert/contracts/core/money';
import type { ConcertOfMail } from './ticket-bookings.ts';

/** The content of a mail about a refund or a gift, as its owner knows it now. */
export interface RefundMail {
  readonly refundId: string;
  readonly bookingId: string;
  readonly state: 'planned' | 'requested' | 'pending' | 'succeeded' | 'failed';
  readonly cause: string;
  readonly amount: Money;
  /** A partial return: numbers of the tickets that ended with it, and of those that stay valid. */
  readonly part?: { readonly tickets: readonly number[]; readonly left: readonly number[] } | undefined;
  /** Last four digits of the card the money goes back to. */
  readonly cardEnding?: string | undefined;
  readonly requestedAt: string;
  readonly expectedBy?: string | undefined;
  readonly issuedAt?: string | undefined;
  readonly name: string;
  readonly email: string;
  readonly seating: string;
  readonly tickets: number;
  /** The buyer's secret page, which shows the refund without signing in. */
  readonly refundUrl: string;
  /** The refunds of the same run for other bookings of the same reader. */
  readonly others: readonly Pick<RefundMail, 'bookingId' | 'state' | 'amount' | 'seating' | 'tickets' | 'refundUrl'>[];
  readonly concert: Omit<ConcertOfMail, 'lengthMinutes' | 'venue' | 'notes'>;
}

/** The source of what mails about refunds say. */
export interface RefundMails {
  /** @throws DomainError when there is no such refund, NeighbourUnavailableError when its owner does not answer */
  show(refundId: string): Promise<RefundMail>;
}
