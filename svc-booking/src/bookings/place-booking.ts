import { bookingPlacedV1, bookingReleasedV1 } from '@concert/contracts/booking/events';
import type { bookingRoutes } from '@concert/contracts/booking/http';
import { priceMinor, SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import type { Clock, Ids } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Attempt, Idempotency, IdempotencyRow } from '@concert/service-kit/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { ConcertRepository } from '../concert/concert.repository.ts';
import { Gathering, TooBusyError, type Outcome } from '../seats/gathering.ts';
import { held, type Stock } from '../seats/stock.ts';
import type { StockRepository } from '../seats/stock.repository.ts';
import { justBought, moved, placed, type Booking } from './booking.ts';
import { factOf } from './booking-facts.ts';
import type { BookingsRepository } from './bookings.repository.ts';

type Body = CallOf<typeof bookingRoutes.reserve>['body'];
export type Placed = AnswerOf<typeof bookingRoutes.reserve>;

interface Request {
  readonly body: Body;
  readonly userId: UserId;
  readonly attempt: Attempt;
}

/** Requests of one category committed together at most, and waiting at most. */
const MOST_TOGETHER = 100;
const MOST_WAITING = 2_000;
const PATIENCE_MS = 4_000;

function answerOf(booking: Booking, resumed: boolean): Placed {
  return {
    id: booking.id,
    status: booking.status,
    notickets: booking.notickets,
    amount: booking.price.amountMinor,
    currency: booking.price.currency,
    holdEndsAt: booking.holdEndsAt.toISOString(),
    resumed,
  };
}

/**
 * Holds seats and creates a pending booking. Requests for the same category are gathered and committed together: one
 * write to the category's stock, one insert of bookings, facts and remembered answers, in one transaction.
 */
export class PlaceBooking {
  private readonly gatherings = new Map<Seating, Gathering<Request, Placed>>();

  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stock: StockRepository,
    private readonly concert: ConcertRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly holdSeconds: number,
  ) {
    for (const seating of Object.keys(SEATING_RULES) as Seating[]) {
      this.gatherings.set(
        seating,
        new Gathering<Request, Placed>({
          most: MOST_TOGETHER,
          queue: MOST_WAITING,
          patienceMs: PATIENCE_MS,
          now: () => this.clock.now().getTime(),
          commit: (requests) => this.commit(seating, requests),
        }),
      );
    }
  }

  /**
   * @param key the Idempotency-Key: the same key and body get the first answer again
   * @throws DomainError `booking.email_mismatch`, `booking.amount_mismatch`, `booking.registration_closed`,
   *   `booking.seats_unavailable`, `booking.second_purchase`, `booking.busy`,
   *   `request.key_reused`; nothing is stored then
   */
  async place(body: Body, who: Identity, key: string): Promise<Placed> {
    if (emailKey(body.email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
    if (body.amount !== priceMinor(body.seating, body.notickets)) {
      throw new DomainError('booking.amount_mismatch', undefined, [{ pointer: '/amount', field: 'amount', detail: 'The amount does not match the price of these seats' }]);
    }
    const attempt = this.idempotency.attempt(who.userId, 'reserve', key, body);
    const first = await this.idempotency.recall<Placed>(attempt);
    if (first) return first;
    const gathering = this.gatherings.get(body.seating);
    if (!gathering) throw new Error(`${body.seating} has no gathering`);
    try {
      return await gathering.submit({ body, userId: who.userId, attempt });
    } catch (error) {
      if (error instanceof TooBusyError) throw new DomainError('booking.busy', undefined, undefined, { cause: error });
      // Another process may have stored the same attempt a moment ago: its answer is the answer.
      const racing = await this.idempotency.recall<Placed>(attempt).catch(() => undefined);
      if (racing) return racing;
      throw error;
    }
  }

  private commit(seating: Seating, requests: readonly Request[]): Promise<Outcome<Placed>[]> {
    return this.transactions.run((transaction) => this.placeTogether(seating, requests, transaction));
  }

  /* Runs again from the start on a write conflict: everything it decides comes from what it reads in this transaction. */
  private async placeTogether(seating: Seating, requests: readonly Request[], transaction: ClientSession): Promise<Outcome<Placed>[]> {
    const concert = await this.concert.current(transaction);
    if (concert.state !== 'open') return requests.map(() => ({ ok: false, error: new DomainError('booking.registration_closed') }));
    const now = this.clock.now();
    const before = await this.stock.of(seating, transaction);
    const known = await this.bookings.pendingOrPaidOf(requests.map(({ userId }) => userId), seating, transaction);
    const pending = new Map(known.filter(({ status }) => status === 'pending').map((booking) => [booking.userId, booking]));
    const ended: [Booking, Booking][] = [];
    const added: Booking[] = [];
    const answers: IdempotencyRow[] = [];
    const remembered = new Map<string, Placed>();
    let stock: Stock = before;

    const outcomes: Outcome<Placed>[] = [];
    for (const request of requests) {
      const { body, userId, attempt } = request;
      const same = remembered.get(attempt._id) ?? (await this.recallIn(attempt, transaction));
      if (same instanceof DomainError) {
        outcomes.push({ ok: false, error: same });
        continue;
      }
      if (same) {
        outcomes.push({ ok: true, value: same });
        continue;
      }
      const open = pending.get(userId);
      let booking: Booking;
      let resumed = false;
      if (open && open.holdEndsAt > now) {
        booking = open;
        resumed = true;
      } else if (!body.second_purchase && justBought(known.filter((one) => one.userId === userId), now)) {
        outcomes.push({ ok: false, error: new DomainError('booking.second_purchase') });
        continue;
      } else {
        const order = {
          id: this.ids.next('booking'), userId, seating, notickets: body.notickets,
          firstname: body.firstname, lastname: body.lastname, email: body.email, phoneno: body.phoneno, host: body.host ?? '',
        };
        booking = placed(order, now, this.holdSeconds);
        const after = held(stock, { bookingId: booking.id, tickets: booking.notickets, endsAt: booking.holdEndsAt }, now);
        if (!after) {
          outcomes.push({ ok: false, error: new DomainError('booking.seats_unavailable') });
          continue;
        }
        // An ended hold that nobody has cleared away yet must not keep its buyer from trying again.
        if (open) ended.push([open, moved(open, 'expired', { at: now, actor: 'svc-booking', cause: 'hold ended' })]);
        stock = after;
        added.push(booking);
        pending.set(userId, booking);
      }
      const answer = answerOf(booking, resumed);
      remembered.set(attempt._id, answer);
      answers.push(this.idempotency.row(attempt, answer));
      outcomes.push({ ok: true, value: answer });
    }

    for (const [open, over] of ended) await this.bookings.replace(open, over, transaction);
    if (added.length > 0) await this.stock.replace(before, { ...stock, version: before.version + 1 }, transaction);
    await this.bookings.add(added, transaction);
    await this.idempotency.keep(transaction, answers);
    await this.outbox.record(transaction, [
      ...ended.map(([, over]) => this.outbox.fact(bookingReleasedV1, over.id, over.version, { ...factOf(over), outcome: 'expired' })),
      ...added.map((booking) => this.outbox.fact(bookingPlacedV1, booking.id, booking.version, { ...factOf(booking), holdEndsAt: booking.holdEndsAt.toISOString() })),
    ]);
    return outcomes;
  }

  private async recallIn(attempt: Attempt, transaction: ClientSession): Promise<Placed | DomainError | undefined> {
    try {
      return await this.idempotency.recall<Placed>(attempt, transaction);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }
}
