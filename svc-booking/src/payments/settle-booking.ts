import { bookingLatePaidV1, bookingPaidV1 } from '@concert/contracts/booking/events';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Money } from '@concert/contracts/core/money';
import type { Clock, Ids } from '@concert/service-kit/clock';
import { TooEarlyError } from '@concert/service-kit/errors';
import type { Log } from '@concert/service-kit/log';
import type { ClientSession } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import { moved, type Booking } from '../bookings/booking.ts';
import { factOf } from '../bookings/booking-facts.ts';
import type { BookingsRepository } from '../bookings/bookings.repository.ts';
import type { ConcertRepository } from '../concert/concert.repository.ts';
import { released, sold } from '../seats/stock.ts';
import type { StockRepository } from '../seats/stock.repository.ts';

/** Money the provider holds for a booking. */
export interface Settlement {
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
  readonly amount: Money;
  readonly cause: string;
}

/** Turns money that arrived into sold seats and tickets, or, where it cannot be honoured, into money and seats that go back. */
export class SettleBooking {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stock: StockRepository,
    private readonly concert: ConcertRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
  ) {}

  /**
   * Runs inside the transaction of the message that brought the news. A booking that is settled already stays as it is.
   * @throws TooEarlyError when the booking is not known (yet)
   */
  async settle(settlement: Settlement, transaction: ClientSession): Promise<void> {
    const { bookingId, amount, cause, checkoutSessionId } = settlement;
    const booking = await this.bookings.byId(bookingId, transaction);
    if (!booking) throw new TooEarlyError('money arrived for a booking that is not known');
    if (!['pending', 'failed', 'cancelled', 'expired'].includes(booking.status)) return;
    const now = this.clock.now();
    const change = { at: now, actor: 'svc-payment' as const, cause };
    const before = await this.stock.of(booking.seating, transaction);
    const concert = await this.concert.current(transaction);
    const exact = amount.amountMinor === booking.price.amountMinor && amount.currency === booking.price.currency;
    const after = exact && concert.state !== 'cancelled' ? sold(before, bookingId, booking.tickets, now) : undefined;
    if (!after) {
      const late: Booking = { ...moved(booking, 'late_paid', change), ...(exact ? {} : { chargedOtherwise: amount }) };
      // Its seats are nobody's from now on: the next buyer need not wait until its hold would have ended.
      if (before.holds.some((hold) => hold.bookingId === bookingId))
        await this.stock.replace(before, released(before, bookingId), transaction);
      await this.bookings.replace(booking, late, transaction);
      await this.outbox.record(transaction, [
        this.outbox.fact(bookingLatePaidV1, bookingId, late.version, { ...factOf(late), amount, checkoutSessionId }),
      ]);
      this.log.warn('money arrived that cannot be honoured and goes back', {
        bookingId,
        reason: exact ? 'seats are gone' : 'another amount',
      });
      return;
    }
    const paid: Booking = {
      ...moved(booking, 'paid', change),
      ticketIds: Array.from({ length: booking.tickets }, () => this.ids.next('ticket')),
    };
    await this.stock.replace(before, after, transaction);
    await this.bookings.replace(booking, paid, transaction);
    await this.outbox.record(transaction, [
      this.outbox.fact(bookingPaidV1, bookingId, paid.version, { ...factOf(paid), paidAt: now.toISOString() }),
    ]);
  }
}
