import { ticketsGivenBackV1 } from '@concert/contracts/booking/events';
import type { Clock } from '@concert/service-kit/process/clock';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Booking } from '../bookings/booking.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { asksHolders, carriedOut, isAsked, isCarriedOut, type PostponedConcertWithDeadline, type TicketChoice } from './choice.ts';
import type { MongoChoices } from './mongo-choices.ts';

const AT_ONCE = 100;
/** One beat works at most this long, well within its lease. */
const WORK_MS = 6_000;

/**
 * When the time to choose is over, carries out what holders chose and what their silence means: once for each booking, whatever dies
 * meanwhile. A page of bookings, the facts about them and the place reached are stored together; svc-payment returns the money.
 */
export class CarryOutChoices {
  constructor(
    private readonly choices: MongoChoices,
    private readonly bookings: MongoBookings,
    private readonly concert: MongoConcert,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** One beat. The next one goes on where it ended. */
  async run(): Promise<void> {
    const until = this.clock.now().getTime() + WORK_MS;
    while (await this.hasMore()) {
      await this.transactions.run((transaction) => this.page(transaction));
      if (this.clock.now().getTime() >= until) return;
    }
  }

  private async hasMore(): Promise<boolean> {
    const concert = await this.due();
    return concert !== undefined && !(await this.choices.round(concert.postponement.postponedAt))?.finishedAt;
  }

  /** The concert where its time to choose is over. */
  private async due(transaction?: ClientSession): Promise<PostponedConcertWithDeadline | undefined> {
    const concert = await this.concert.current(transaction);
    return asksHolders(concert) && this.clock.now() >= concert.postponement.chooseUntil ? concert : undefined;
  }

  private async page(transaction: ClientSession): Promise<void> {
    const concert = await this.due(transaction);
    if (!concert) return;
    const { postponedAt } = concert.postponement;
    const round = await this.choices.round(postponedAt, transaction);
    if (round?.finishedAt) return;
    const page = await this.bookings.inStatuses(['paid'], round?.after ?? undefined, AT_ONCE, transaction);
    await this.carryOut(
      page.filter((booking) => isAsked(booking, concert)),
      concert,
      transaction,
    );
    const after = {
      postponedAt,
      after: page.at(-1)?.id ?? round?.after ?? null,
      movedAt: this.clock.now(),
      finishedAt: page.length < AT_ONCE ? this.clock.now() : null,
      version: (round?.version ?? 0) + 1,
    };
    await this.choices.putRound(round, after, transaction);
  }

  private async carryOut(
    asked: readonly Booking[],
    { postponement }: PostponedConcertWithDeadline,
    transaction: ClientSession,
  ): Promise<void> {
    const before = await this.choices.of(
      asked.map(({ id }) => id),
      transaction,
    );
    const known = new Map(before.map((choice) => [choice.bookingId, choice]));
    const changes = asked
      .filter(({ id }) => !isCarriedOut(known.get(id), postponement))
      .map((booking) => ({
        booking,
        before: known.get(booking.id),
        after: carriedOut(booking, known.get(booking.id), postponement, this.clock.now()),
      }));
    // Silence is written down as well: whoever chooses at this very moment then meets it, and is told that the time is over.
    await this.choices.put(
      changes.map((change) => [change.before, change.after]),
      transaction,
    );
    const given = changes.filter(({ after }) => after.giveBack.length > 0);
    await this.outbox.record(
      transaction,
      given.map(({ booking, after }) => this.factOf(booking, after)),
    );
  }

  private factOf(booking: Booking, { giveBack, gifts, chosenAt }: TicketChoice) {
    return this.outbox.fact(ticketsGivenBackV1, booking.id, booking.version, {
      bookingId: booking.id,
      tickets: [...giveBack],
      valid: ticketsLeft(booking).map(({ number }) => number),
      gifts,
      because: chosenAt ? 'choice' : 'silence',
    });
  }
}
