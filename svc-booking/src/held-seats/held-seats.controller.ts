import { bookingRoutes } from '@concert/contracts/booking/http';
import { idSchema } from '@concert/contracts/core/ids';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ReleaseHeldSeats } from './release-held-seats.ts';
import { ShowHeldSeats } from './show-held-seats.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

const bookingId = idSchema('booking');
const userId = idSchema('user');

@Controller()
export class HeldSeatsController {
  constructor(
    private readonly show: ShowHeldSeats,
    private readonly release: ReleaseHeldSeats,
  ) {}

  @Handles(bookingRoutes.listHeldSeats)
  list({ query, who }: In['listHeldSeats']): Promise<Out['listHeldSeats']> {
    return this.show.list(query, who);
  }

  @Handles(bookingRoutes.releaseHeldSeats)
  releaseOf({ body: { of, reason }, who }: In['releaseHeldSeats']): Promise<Out['releaseHeldSeats']> {
    const booking = bookingId.safeParse(of);
    return booking.success ? this.release.ofBooking(booking.data, reason, who) : this.release.ofAccount(userId.parse(of), reason, who);
  }
}
