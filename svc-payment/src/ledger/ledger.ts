import type { BookingId } from '@concert/contracts/core/ids';
import type { ProviderMoney } from '../provider/payment-provider.ts';

/**
 * `captured`: money came in. `refunded`: money went back. `refund_reversed`: a refund failed after it was sent. `disputed`: the bank
 * took money back. `dispute_reversed`: the bank returned it to us. `given`: money that we hold went to the account of gifts, and none moved.
 * `given_reversed`: a gift left that account, to be sent back.
 */
export const LEDGER_KINDS = ['captured', 'refunded', 'refund_reversed', 'disputed', 'dispute_reversed', 'given', 'given_reversed'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One movement of money. Entries are added and never changed; their sums must equal what the provider holds. */
export interface LedgerEntry {
  readonly kind: LedgerKind;
  /** The provider's id of the movement, or ours of a gift. With the kind it is unique, so that each movement is counted once. */
  readonly movement: string;
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
  readonly paymentIntentId: string;
  readonly amount: ProviderMoney;
  readonly at: Date;
}

/** Money received and returned for a booking, as one side counts it, in minor units. */
export interface Movements {
  readonly capturedMinor: number;
  readonly returnedMinor: number;
  /** Taken back by a bank in disputes. */
  readonly bankMinor: number;
}

/** Sums of a booking's entries. The provider knows nothing of gifts: it holds their money like any other. */
export interface LedgerTotals extends Movements {
  /** Of the money that we hold, what was given to the welfare work. */
  readonly givenMinor: number;
}
