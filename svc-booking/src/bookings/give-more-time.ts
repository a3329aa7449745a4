import type { bookingRoutes } from '@concert/contracts/booking/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import type { AnswerOf } from '@concert/contracts/core/route';
import { DomainError } from '@concert/service-kit/process/errors';
import { assertNotClosed } from '../concert/sale.ts';
import { isPayable } from './booking.ts';
import { moreTimesLeft, withMoreTime } from './hold-time.ts';
import type { SeatLanes } from './lane/seat-lanes.ts';

/** Keeps the seats of a pending booking longer when its buyer asks for it (WCAG 2.2, 2.2.1). */
export class GiveMoreTime {
  constructor(
    private readonly lanes: SeatLanes,
    private readonly holdSeconds: number,
  ) {}

  /**
   * @param seenEnd the end that the buyer saw; where the hold has another one the press was counted before, and nothing changes
   * @throws DomainError `booking.not_found` (also for another buyer's booking), `booking.not_payable`, `booking.no_more_time`,
   *   `booking.registration_closed`
   */
  give(id: BookingId, seenEnd: string, who: Identity): Promise<AnswerOf<typeof bookingRoutes.giveMoreTime>> {
    return this.lanes.decideOn(id, who.userId, (booking, seats) => {
      const { now, concert } = seats;
      assertNotClosed(concert);
      if (!isPayable(booking, now)) throw new DomainError('booking.not_payable');
      const bounds = { holdSeconds: this.holdSeconds, startsAt: concert.startsAt };
      const isFirst = booking.holdEndsAt.getTime() === Date.parse(seenEnd);
      // Once nobody else can get a seat, only who is about to pay keeps theirs for longer.
      const mayKeep = booking.paymentBegunAt !== null || seats.hasRoomBeside(id);
      if (isFirst && !mayKeep) throw new DomainError('booking.no_more_time');
      const after = isFirst ? withMoreTime(booking, now, bounds) : booking;
      if (!after) throw new DomainError('booking.no_more_time');
      if (isFirst) seats.put(after);
      return { holdEndsAt: after.holdEndsAt.toISOString(), moreTimes: moreTimesLeft(after, now, bounds) };
    });
  }
}
