import { bookingCancelRequestedV1, bookingReturnRequestedV1 } from '@concert/contracts/booking/events';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { ReleaseBooking } from './release-booking.ts';
import type { KeyedMutex } from '../seats/keyed-mutex.ts';
import { moved, returnableUntil } from './booking.ts';
import { factOf } from './booking-facts.ts';
import type { BookingsRepository } from './bookings.repository.ts';

/** What a buyer can undo without asking anybody. */
export class GiveUpBooking {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly release: ReleaseBooking,
    private readonly mutex: KeyedMutex,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives a pending booking up. Without a payment page its seats go back at once; with one, only after svc-payment closed
   * it at the provider, so that no page stays payable for seats somebody else gets.
   * @throws DomainError `booking.not_found`, `booking.not_cancellable`
   */
  async cancel(id: BookingId, who: Identity): Promise<BookingStatus> {
    const found = await this.bookings.byId(id);
    if (!found) throw new DomainError('booking.not_found');
    return this.mutex.run(found.seating, () => this.cancelInTurn(id, who));
  }

  private cancelInTurn(id: BookingId, who: Identity): Promise<BookingStatus> {
    return this.transactions.run(async (transaction) => {
      const booking = await this.bookings.byId(id, transaction);
      if (!booking || booking.userId !== who.userId) throw new DomainError('booking.not_found');
      if (booking.status === 'cancelled') return 'cancelled';
      if (booking.status !== 'pending') throw new DomainError('booking.not_cancellable');
      if (booking.paymentBegunAt) {
        await this.outbox.record(transaction, [this.outbox.fact(bookingCancelRequestedV1, id, booking.version, { bookingId: id })]);
        return 'pending';
      }
      await this.release.release(id, 'cancelled', { actor: `user:${who.userId}`, cause: 'given up' }, transaction);
      return 'cancelled';
    });
  }

  /**
   * Sends an accidental second purchase back: its tickets end now, its money is returned by svc-payment.
   * @throws DomainError `booking.not_found`, `booking.not_returnable`
   */
  async sendBack(id: BookingId, who: Identity): Promise<BookingStatus> {
    return this.transactions.run(async (transaction) => {
      const booking = await this.bookings.byId(id, transaction);
      if (!booking || booking.userId !== who.userId) throw new DomainError('booking.not_found');
      if (booking.status === 'refund_requested' || booking.status === 'refunded') return booking.status;
      const now = this.clock.now();
      const others = await this.bookings.pendingOrPaidOf([who.userId], booking.seating, transaction);
      if (!returnableUntil(booking, others, now)) throw new DomainError('booking.not_returnable');
      const over = moved(booking, 'refund_requested', { at: now, actor: `user:${who.userId}`, cause: 'second purchase sent back' });
      await this.bookings.replace(booking, over, transaction);
      await this.outbox.record(transaction, [this.outbox.fact(bookingReturnRequestedV1, id, over.version, factOf(over))]);
      return over.status;
    });
  }
}
