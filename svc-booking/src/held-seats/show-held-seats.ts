import { fullName } from '@concert/contracts/booking/full-name';
import type { HeldSeats, heldSeatsRoutes } from '@concert/contracts/booking/held-seats';
import { idSchema } from '@concert/contracts/core/ids';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Identity } from '@concert/contracts/core/identity';
import type { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import type { Booking } from '../bookings/booking.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';

const USUAL_PAGE = 50;
const pages = createTimeCursor(idSchema('booking'));

/** Lists the holds of bookings that are not paid. */
export class ShowHeldSeats {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly named: NamedPeopleLimit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `request.invalid` for a cursor that this list did not issue, `request.sign_in_again` for too many people */
  async list(
    { cursor, limit = USUAL_PAGE }: CallOf<typeof heldSeatsRoutes.listHeldSeats>['query'],
    who: Identity,
  ): Promise<AnswerOf<typeof heldSeatsRoutes.listHeldSeats>> {
    const found = await this.bookings.unpaidHolds(this.clock.now(), pages.after(cursor), limit + 1);
    const { items, next } = pages.page(found, limit, ({ id, keptUntil, createdAt }) => ({ at: keptUntil ?? createdAt, id }));
    await this.named.note(
      who,
      items.map(({ id }) => id),
    );
    return { items: items.map(viewOf), next };
  }
}

function viewOf(booking: Booking): HeldSeats {
  const { id, userId, email, phoneno, seating, tickets, createdAt, keptUntil, paymentBegunAt } = booking;
  return {
    bookingId: id,
    userId,
    name: fullName(booking),
    email,
    phoneno,
    seating,
    notickets: tickets,
    since: createdAt.toISOString(),
    until: (keptUntil ?? createdAt).toISOString(),
    paying: paymentBegunAt !== null,
  };
}
