import type { Clock } from '@concert/service-kit/clock';
import type { Transactions } from '@concert/service-kit/mongo';
import type { BookingsRepository } from './bookings.repository.ts';
import type { KeyedMutex } from '../seats/keyed-mutex.ts';
import type { ReleaseBooking } from './release-booking.ts';

const AT_ONCE = 200;
/**
 * A booking whose payment page was opened ends by word of svc-payment, which asks the provider. Where that word never
 * comes, the booking still ends this long after its page: money that shows up later takes the late path.
 */
const WITHOUT_WORD_MS = 10 * 60_000;

/**
 * Names as expired what ended. Seats do not wait for it: what is left is computed from time. It only keeps statuses true.
 */
export class ExpireHolds {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly release: ReleaseBooking,
    private readonly mutex: KeyedMutex,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    for (const booking of await this.bookings.endedHolds(now, AT_ONCE)) {
      const wordless = booking.holdEndsAt.getTime() + WITHOUT_WORD_MS <= now.getTime();
      if (booking.paymentBegunAt && !wordless) continue;
      await this.mutex.run(booking.seating, () =>
        this.transactions.run((transaction) =>
          this.release.release(booking.id, 'expired', { actor: 'svc-booking', cause: 'hold ended' }, transaction),
        ),
      );
    }
  }
}
