import type { Money } from '@concert/contracts/core/money';
import type { ConcertOfMail } from './ticket-bookings.ts';

/** What a mail about a refund says, as its owner knows it at this moment. */
export interface RefundMail {
  readonly bookingId: string;
  readonly state: 'planned' | 'requested' | 'pending' | 'succeeded' | 'failed';
  readonly cause: string;
  readonly amount: Money;
  /** Last four digits of the card the money goes back to. */
  readonly cardEnding?: string | undefined;
  readonly expectedBy?: string | undefined;
  readonly issuedAt?: string | undefined;
  readonly name: string;
  readonly email: string;
  readonly seating: string;
  readonly tickets: number;
  /** The buyer's secret page, which shows the state without signing in. */
  readonly refundUrl: string;
  /** What the same run sends back to the same reader for other bookings. */
  readonly others: readonly Pick<RefundMail, 'bookingId' | 'state' | 'amount' | 'seating' | 'tickets' | 'refundUrl'>[];
  readonly concert: Omit<ConcertOfMail, 'venue'>;
}

/** Where mails about refunds learn what to say. */
export interface RefundMails {
  /** @throws DomainError when there is no such refund, NeighbourUnavailableError when its owner does not answer */
  show(refundId: string): Promise<RefundMail>;
}
