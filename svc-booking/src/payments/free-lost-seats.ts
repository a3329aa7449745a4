import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import { newAuditEntry } from '@concert/service-kit/audit-entries';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Transactions } from '@concert/service-kit/mongo';
import type { AuditLog } from '../audit-log/audit-log.ts';
import { keepsSoldSeats, moved } from '../bookings/booking.ts';
import type { BookingsRepository } from '../bookings/bookings.repository.ts';
import type { AdmissionsRepository } from '../admissions/admissions.repository.ts';
import type { KeyedMutex } from '../seats/keyed-mutex.ts';
import { unsold } from '../seats/stock.ts';
import type { StockRepository } from '../seats/stock.repository.ts';

/**
 * Ends a booking whose money a bank gave back to its buyer. Somebody decides that: a dispute may be a mistake, which a word
 * with the buyer mends while the seats are still theirs.
 */
export class FreeLostSeats {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stock: StockRepository,
    private readonly admissions: AdmissionsRepository,
    private readonly mutex: KeyedMutex,
    private readonly transactions: Transactions,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Frees its seats, once however often it is asked for.
   * @throws DomainError `booking.not_found`, `booking.not_lost`, `booking.inside`
   */
  async free(id: BookingId, who: Identity): Promise<BookingStatus> {
    const found = await this.bookings.byId(id);
    if (!found) throw new DomainError('booking.not_found');
    return this.mutex.run(found.seating, () => this.freeInTurn(id, who));
  }

  private freeInTurn(id: BookingId, who: Identity): Promise<BookingStatus> {
    return this.transactions.run(async (transaction) => {
      const booking = await this.bookings.byId(id, transaction);
      if (!booking) throw new DomainError('booking.not_found');
      if (booking.status === 'charged_back') return booking.status;
      if (booking.dispute?.state !== 'lost' || (booking.status !== 'paid' && booking.status !== 'refund_failed'))
        throw new DomainError('booking.not_lost');
      if ((await this.admissions.insideOf(booking.ticketIds, transaction)) > 0) throw new DomainError('booking.inside');
      const now = this.clock.now();
      const over = moved(booking, 'charged_back', { at: now, actor: `user:${who.userId}`, cause: 'lost to a dispute, seats freed' });
      if (keepsSoldSeats(booking)) {
        const before = await this.stock.of(booking.seating, transaction);
        await this.stock.replace(before, unsold(before, booking.tickets), transaction);
      }
      await this.bookings.replace(booking, over, transaction);
      await this.audit.record(
        transaction,
        newAuditEntry(who.userId, now, {
          act: 'booking.seats-freed',
          subject: { kind: 'booking', id },
          bookingId: id,
          detail: { seating: booking.seating, tickets: booking.tickets, lostMinor: booking.lostMinor ?? 0 },
        }),
      );
      return over.status;
    });
  }
}
