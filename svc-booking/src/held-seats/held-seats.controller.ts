import { bookingRoutes } from '@concert/contracts/booking/http';
import { idSchema } from '@concert/contracts/core/ids';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ReleaseHeldSeats } from './release-held-seats.ts';
import { ShowHeldSeats } from './show-held-seats.ts';

const bookingId = idSchema('booking');
const userId = idSchema('user');

export const HeldSeatsController = controllerOf(
  bookingRoutes,
  { show: ShowHeldSeats, release: ReleaseHeldSeats },
  {
    listHeldSeats: ({ query, who }, { show }) => show.list(query, who),
    releaseHeldSeats: ({ body: { of, reason }, who }, { release }) => {
      const booking = bookingId.safeParse(of);
      return booking.success ? release.ofBooking(booking.data, reason, who) : release.ofAccount(userId.parse(of), reason, who);
    },
  },
);
