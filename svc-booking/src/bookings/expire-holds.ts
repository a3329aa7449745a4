import { CLOCKS_APART_MS } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { MAX_OFFER_MS, longestHoldMs } from './booking.ts';
import type { MongoBookings } from './mongo-bookings.ts';
import type { SeatLanes } from './lane/seat-lanes.ts';
import type { ReleaseBooking } from './release-booking.ts';

const AT_ONCE = 200;
/**
 * A booking with a payment page ends when svc-payment, which asks the provider, announces the outcome. If that news never
 * comes, the booking still ends this long after its page. Money that arrives later is handled as late money.
 */
const WITHOUT_WORD_MS = 10 * 60_000;
const EVER = new Date(8_640_000_000_000_000);

/** Marks ended bookings as `expired`. Seats do not depend on it: an ended hold counts for nothing. It only keeps statuses correct. */
export class ExpireHolds {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly release: ReleaseBooking,
    private readonly lanes: SeatLanes,
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly clock: Clock,
    private readonly holdSeconds: number,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    // Nobody can pay for a cancelled concert any more; the pages that are open svc-payment ends.
    const until = (await this.concert.current()).state === 'cancelled' ? EVER : now;
    const ahead = (ms: number) => new Date(now.getTime() + ms + CLOCKS_APART_MS);
    const tooFar = { hold: ahead(longestHoldMs(this.holdSeconds)), offer: ahead(MAX_OFFER_MS) };
    const over = await this.bookings.toExpire(until, new Date(now.getTime() - WITHOUT_WORD_MS), tooFar, AT_ONCE);
    await Promise.all(
      over.map(({ id, seating }) =>
        this.lanes.submit(seating, {
          bookings: [id],
          decide: (seats) =>
            this.release.release(seats, id, 'expired', {
              actor: 'svc-booking',
              cause: until === EVER ? 'concert cancelled' : 'hold ended',
            }),
        }),
      ),
    );
  }
}
