import { bookingLatePaidV1, bookingPaidV1 } from '@concert/contracts/booking/events';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Money } from '@concert/contracts/core/money';
import type { Ids } from '@concert/service-kit/process/clock';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { transitioned, type Booking } from '../bookings/booking.ts';
import { bookingFactOf } from '../bookings/booking-facts.ts';
import { makeRoom } from '../bookings/take-returned.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';

/** Money that the provider received for a booking. */
export interface Settlement {
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
  readonly amount: Money;
  /** Of the amount, a gift beside the seats, in minor units. */
  readonly giftMinor?: number | undefined;
  readonly cause: string;
}

/** Result of a payment; when the money is sent back, the reason. */
export type SettleOutcome = 'paid' | 'settled before' | 'seats are gone' | 'another amount';

/** Turns a payment into sold seats and tickets. Where it cannot be honoured, the money and the seats go back. */
export class SettleBooking {
  constructor(
    private readonly outbox: Outbox,
    private readonly ids: Ids,
  ) {}

  /** A booking that is already settled stays as it is. @throws TooEarlyError when the booking is not known yet */
  settle(seats: SeatDraft, settlement: Settlement): SettleOutcome {
    const { bookingId, amount, giftMinor = 0, cause } = settlement;
    const { concert, now } = seats;
    const booking = seats.booking(bookingId);
    if (!booking) throw new TooEarlyError('money arrived for a booking that is not known');
    if (!['pending', 'failed', 'cancelled', 'expired'].includes(booking.status)) return 'settled before';
    const exact = amount.amountMinor - giftMinor === booking.price.amountMinor && amount.currency === booking.price.currency;
    const paid: Booking = {
      ...transitioned(booking, 'paid', { at: now, actor: 'svc-payment', cause }),
      ticketIds: Array.from({ length: booking.tickets }, () => this.ids.next('ticket')),
      ...chargedOtherwise(booking, amount),
    };
    if (!exact || concert.state === 'cancelled' || !seats.put(paid) || !makeRoom(seats, paid, this.outbox))
      return this.sendBack(seats, booking, settlement, exact);
    seats.tell(this.outbox.fact(bookingPaidV1, bookingId, paid.version, { ...bookingFactOf(paid), paidAt: now.toISOString() }));
    return 'paid';
  }

  /** Frees its seats now: the next buyer need not wait for the end of the hold. */
  private sendBack(seats: SeatDraft, booking: Booking, { amount, cause, checkoutSessionId }: Settlement, exact: boolean): SettleOutcome {
    const late: Booking = {
      ...transitioned(booking, 'late_paid', { at: seats.now, actor: 'svc-payment', cause }),
      ...chargedOtherwise(booking, amount),
    };
    seats.put(late);
    seats.tell(this.outbox.fact(bookingLatePaidV1, late.id, late.version, { ...bookingFactOf(late), amount, checkoutSessionId }));
    return exact ? 'seats are gone' : 'another amount';
  }
}

function chargedOtherwise({ price }: Booking, amount: Money): Pick<Booking, 'chargedOtherwise'> {
  return amount.amountMinor === price.amountMinor ? {} : { chargedOtherwise: amount };
}
