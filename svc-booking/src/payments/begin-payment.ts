import { fullName } from '@concert/contracts/booking/full-name';
import type { BegunPayment } from '@concert/contracts/booking/internal';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import { isPayable, paymentBegun, type Booking } from '../bookings/booking.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import type { Concert } from '../concert/concert.ts';
import { assertNotClosed } from '../concert/sale.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';

/** A booking changes only a few times in its life, so repeated conflicts are an error: give up. */
const MAX_TRIES = 5;

type PaidBy = { readonly userId?: UserId | undefined; readonly ref2?: string | undefined };

/**
 * Extends a pending booking's hold to the life of the payment page that is about to be opened. The hold is stored with the
 * booking, so this changes no stock and does not wait in a lane.
 */
export class BeginPayment {
  constructor(
    private readonly bookings: Pick<MongoBookings, 'byId' | 'prolong'>,
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly signer: Pick<TicketSigner, 'opens'>,
    private readonly clock: Clock,
    private readonly holdSeconds: number,
  ) {}

  /**
   * @param by its buyer, or the secret of the link by which its seats were offered
   * @param prolong false when an open page is only offered again: the hold keeps its end
   * @throws DomainError `booking.not_found` (also for another's booking), `booking.not_payable`,
   *   `booking.registration_closed`, `request.unavailable` after too many conflicts
   */
  async begin(id: BookingId, { userId, ref2 }: PaidBy, prolong: boolean): Promise<BegunPayment> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const [booking, concert] = await Promise.all([this.bookings.byId(id), this.concert.current()]);
      if (!booking || !(ref2 === undefined ? booking.userId === userId : this.signer.opens(booking, ref2, 'offer')))
        throw new DomainError('booking.not_found');
      const begun = this.begun(booking, concert, prolong);
      if (begun === booking || (await this.bookings.prolong(booking, begun))) return answerOf(begun, concert);
    }
    throw new DomainError('request.unavailable');
  }

  private begun(booking: Booking, concert: Concert, prolong: boolean): Booking {
    const now = this.clock.now();
    assertNotClosed(concert);
    const begun = prolong ? paymentBegun(booking, now, this.holdSeconds) : isPayable(booking, now) ? booking : undefined;
    if (!begun) throw new DomainError('booking.not_payable');
    return begun;
  }
}

function answerOf(booking: Booking, concert: Concert): BegunPayment {
  const { id, userId, email, seating, tickets, access, price, giftMinor, holdEndsAt } = booking;
  return {
    bookingId: id,
    userId,
    email,
    name: fullName(booking),
    seating,
    tickets,
    freeTickets: access?.free ?? 0,
    amount: price,
    ...(giftMinor ? { giftMinor } : {}),
    concertTitle: concert.title,
    holdEndsAt: holdEndsAt.toISOString(),
  };
}
