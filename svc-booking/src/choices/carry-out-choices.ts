import type { BookingId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { moneyLeft } from '../bookings/booking.ts';
import type { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';
import { takeTickets } from '../bookings/take-returned.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { carriedOut, isAsked, isCarriedOut, isOver, type TicketChoice } from './choice.ts';
import type { MongoChoices } from './mongo-choices.ts';

const AT_ONCE = 100;
/** One beat works at most this long, well within its lease. */
const WORK_MS = 6_000;

/**
 * When the time to choose is over, carries out what holders chose and what their silence means: once for each booking, whatever dies
 * meanwhile. Tickets end as returned ones do whose seats someone took.
 */
export class CarryOutChoices {
  constructor(
    private readonly choices: MongoChoices,
    private readonly lanes: SeatLanes,
    private readonly concert: MongoConcert,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** One beat. The next one goes on where it ended. */
  async run(): Promise<void> {
    const until = this.clock.now().getTime() + WORK_MS;
    do {
      const due = (await this.choices.due(await this.concert.current(), this.clock.now())).slice(0, AT_ONCE);
      if (due.length === 0) return;
      const known = new Map((await this.choices.of(due.map(({ id }) => id))).map((choice) => [choice.bookingId, choice]));
      await Promise.all(
        due.map(({ id, seating }) =>
          this.lanes.submit(seating, { bookings: [id], decide: (seats) => this.carryOut(seats, id, known.get(id)) }),
        ),
      );
    } while (this.clock.now().getTime() < until);
  }

  private carryOut(seats: SeatDraft, id: BookingId, before: TicketChoice | undefined): void {
    const { concert, now } = seats;
    const booking = seats.booking(id);
    // The concert may have been postponed once more since.
    if (!booking || !isOver(concert, now) || !isAsked(booking, concert) || isCarriedOut(before, concert.postponement)) return;
    const after = carriedOut(booking, before, concert.postponement, now);
    // Silence is written down as well: whoever chooses at this very moment then meets it, and is told that the time is over.
    seats.also(async (transaction) => {
      // Chosen in the last moment: the next beat reads it.
      if (!(await this.choices.put(before, after, transaction))) throw new DomainError('booking.busy');
    });
    // Where all money went back before, the tickets stay: nothing is left that could.
    if (after.giveBack.length === 0 || moneyLeft(booking) === 0) return;
    takeTickets(seats, booking, after.giveBack, this.outbox, { because: after.chosenAt ? 'choice' : 'silence', gifts: after.gifts });
  }
}
