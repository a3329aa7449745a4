import type { BookingId } from '@concert/contracts/core/ids';
import type { Money } from '@concert/contracts/core/money';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';

export const MONEY = token<MoneyRepository>('MoneyRepository');

/** News from svc-payment about the money of a booking. */
export interface MoneyMove {
  /** Id of the fact. */
  readonly id: string;
  readonly bookingId: BookingId;
  readonly what:
    'settled' | 'refund-started' | 'refund-issued' | 'refund-failed' | 'gift' | 'dispute-open' | 'dispute-won' | 'dispute-lost';
  readonly at: Date;
  readonly amount: Money;
  /** The provider's ids of the session, the payment, the refund or the dispute. */
  readonly references: readonly string[];
  readonly reason?: string;
}

/** Stores svc-payment's news, so that a booking is found by the provider's ids of its payment. */
export interface MoneyRepository {
  addAll(moves: readonly MoneyMove[], transaction: ClientSession): Promise<void>;
  /** Oldest first. */
  ofBooking(id: BookingId): Promise<MoneyMove[]>;
}
