import type { Clock } from '@concert/service-kit/clock';
import type { BookingsRepository } from './bookings.repository.ts';
import type { SeatLanes } from './lane/seat-lanes.ts';
import type { ReleaseBooking } from './release-booking.ts';

const AT_ONCE = 200;
/**
 * A booking whose payment page was opened ends by word of svc-payment, which asks the provider. Where that word never
 * comes, the booking still ends this long after its page: money that shows up later takes the late path.
 */
const WITHOUT_WORD_MS = 10 * 60_000;

/**
 * Names as expired what ended. Seats do not wait for it: an ended hold counts for nothing. It only keeps statuses true.
 */
export class ExpireHolds {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly release: ReleaseBooking,
    private readonly lanes: SeatLanes,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    const over = await this.bookings.toExpire(now, new Date(now.getTime() - WITHOUT_WORD_MS), AT_ONCE);
    await Promise.all(
      over.map(({ id, seating }) =>
        this.lanes.submit(seating, {
          bookings: [id],
          decide: (seats) => this.release.release(seats, id, 'expired', { actor: 'svc-booking', cause: 'hold ended' }),
        }),
      ),
    );
  }
}
