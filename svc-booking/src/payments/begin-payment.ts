import type { bookingRoutes } from '@concert/contracts/booking/http';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Transactions } from '@concert/service-kit/mongo';
import { holdsSeats, paymentBegun } from '../bookings/booking.ts';
import type { BookingsRepository } from '../bookings/bookings.repository.ts';
import type { ConcertRepository } from '../concert/concert.repository.ts';
import { extended, keptUntil } from '../seats/stock.ts';
import { TooBusyError } from '@concert/service-kit/batcher';
import type { KeyedMutex } from '../seats/keyed-mutex.ts';
import type { StockRepository } from '../seats/stock.repository.ts';

/** The payment page is asked for by a service that gives up after two seconds: who waited longer is not waited for any more. */
const PATIENCE_MS = 1_500;

/** Makes a pending booking's hold last as long as the payment page that is about to be opened. */
export class BeginPayment {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stock: StockRepository,
    private readonly concert: ConcertRepository,
    private readonly mutex: KeyedMutex,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly holdSeconds: number,
  ) {}

  /**
   * @param prolong false while an open page is only offered again: the hold keeps the end it has
   * @throws DomainError `booking.not_found` (also for somebody else's), `booking.not_payable`, `booking.registration_closed`,
   *   `request.unavailable` when too many are before it
   */
  async begin(id: BookingId, userId: UserId, prolong: boolean): Promise<AnswerOf<typeof bookingRoutes.beginPayment>> {
    const found = await this.bookings.byId(id);
    if (!found) throw new DomainError('booking.not_found');
    try {
      return await this.mutex.run(found.seating, () => this.beginInTurn(id, userId, prolong), { patienceMs: PATIENCE_MS });
    } catch (error) {
      if (error instanceof TooBusyError) throw new DomainError('request.unavailable', { cause: error });
      throw error;
    }
  }

  private beginInTurn(id: BookingId, userId: UserId, prolong: boolean): Promise<AnswerOf<typeof bookingRoutes.beginPayment>> {
    return this.transactions.run(async (transaction) => {
      const booking = await this.bookings.byId(id, transaction);
      if (!booking || booking.userId !== userId) throw new DomainError('booking.not_found');
      const concert = await this.concert.current(transaction);
      if (concert.state !== 'open') throw new DomainError('booking.registration_closed');
      const now = this.clock.now();
      const begun = prolong ? paymentBegun(booking, now, this.holdSeconds) : holdsSeats(booking, now) ? booking : undefined;
      if (!begun) throw new DomainError('booking.not_payable');
      if (begun !== booking) {
        const before = await this.stock.of(booking.seating, transaction);
        const after = extended(before, id, keptUntil(begun.holdEndsAt), now);
        if (!after) throw new DomainError('booking.not_payable');
        await this.stock.replace(before, after, transaction);
        await this.bookings.replace(booking, begun, transaction);
      }
      return {
        bookingId: id,
        userId,
        email: begun.email,
        name: `${begun.firstname} ${begun.lastname}`.trim(),
        seating: begun.seating,
        tickets: begun.tickets,
        amount: begun.price,
        concertTitle: concert.title,
        holdEndsAt: begun.holdEndsAt.toISOString(),
      };
    });
  }
}
