import type { BegunPayment } from '@concert/contracts/booking/internal';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { Batcher, NEVER_REFUSED } from '@concert/service-kit/batcher';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Outcome } from '@concert/service-kit/outcome';
import { isPayable, paymentBegun, type Booking } from '../bookings/booking.ts';
import type { BookingsRepository } from '../bookings/bookings.repository.ts';
import type { ConcertRepository } from '../concert/concert.repository.ts';
import type { Concert } from '../concert/concert.ts';
import { demandOpen } from '../concert/demand-open.ts';

/** A booking changes only a few times in its life, so repeated conflicts are an error: give up. */
const MAX_TRIES = 5;
/** Most requests in one round. */
const MAX_TOGETHER = 500;

interface Request {
  readonly id: BookingId;
  readonly userId: UserId;
  readonly prolong: boolean;
}

/**
 * Extends a pending booking's hold to the life of the payment page that is about to be opened. The hold is stored with the
 * booking, so this changes no stock and does not wait in a lane. Requests that arrive together share two reads and one write.
 */
export class BeginPayment {
  private readonly requests = new Batcher<Request, BegunPayment>({
    ...NEVER_REFUSED,
    most: MAX_TOGETHER,
    commit: (requests) => this.beginAll(requests),
  });

  constructor(
    private readonly bookings: Pick<BookingsRepository, 'byIds' | 'prolong'>,
    private readonly concert: Pick<ConcertRepository, 'current'>,
    private readonly clock: Clock,
    private readonly holdSeconds: number,
  ) {}

  /**
   * @param prolong false when an open page is only offered again: the hold keeps its end
   * @throws DomainError `booking.not_found` (also for another buyer's booking), `booking.not_payable`,
   *   `booking.registration_closed`, `request.unavailable` after too many conflicts
   */
  begin(id: BookingId, userId: UserId, prolong: boolean): Promise<BegunPayment> {
    return this.requests.submit({ id, userId, prolong });
  }

  private async beginAll(requests: readonly Request[]): Promise<Outcome<BegunPayment>[]> {
    const outcomes = new Map<Request, Outcome<BegunPayment>>();
    let open = requests;
    for (let tries = 0; open.length > 0 && tries < MAX_TRIES; tries += 1) {
      const [found, concert] = await Promise.all([this.bookings.byIds([...new Set(open.map(({ id }) => id))]), this.concert.current()]);
      const current = new Map(found.map((booking) => [booking.id, booking]));
      for (const request of open) outcomes.set(request, this.beginOne(request, current, concert));
      const stale = await this.bookings.prolong(found.map((before) => [before, current.get(before.id) ?? before]));
      open = open.filter(({ id }) => stale.has(id));
      for (const request of open) outcomes.set(request, { ok: false, error: new DomainError('request.unavailable') });
    }
    return requests.map((request) => outcomes.get(request)!);
  }

  /** @param current the bookings as the requests before this one left them */
  private beginOne(request: Request, current: Map<BookingId, Booking>, concert: Concert): Outcome<BegunPayment> {
    try {
      const begun = this.begun(request, current.get(request.id), concert);
      current.set(begun.id, begun);
      return { ok: true, value: answerOf(begun, concert) };
    } catch (error) {
      return { ok: false, error };
    }
  }

  private begun({ userId, prolong }: Request, booking: Booking | undefined, concert: Concert): Booking {
    if (booking?.userId !== userId) throw new DomainError('booking.not_found');
    const now = this.clock.now();
    demandOpen(concert, now);
    const begun = prolong ? paymentBegun(booking, now, this.holdSeconds) : isPayable(booking, now) ? booking : undefined;
    if (!begun) throw new DomainError('booking.not_payable');
    return begun;
  }
}

function answerOf(
  { id, userId, email, firstname, lastname, seating, tickets, access, price, holdEndsAt }: Booking,
  concert: Concert,
): BegunPayment {
  return {
    bookingId: id,
    userId,
    email,
    name: `${firstname} ${lastname}`.trim(),
    seating,
    tickets,
    freeTickets: access?.free ?? 0,
    amount: price,
    concertTitle: concert.title,
    holdEndsAt: holdEndsAt.toISOString(),
  };
}
