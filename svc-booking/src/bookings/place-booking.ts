import { bookingPlacedV1, bookingReleasedV1 } from '@concert/contracts/booking/events';
import { priceMinor, SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';
import type { Clock, Ids } from '@concert/service-kit/clock';
import { DomainError, isDuplicateKey } from '@concert/service-kit/errors';
import type { Attempt, Idempotency } from '@concert/service-kit/idempotency';
import type { Outcome } from '@concert/service-kit/outcome';
import { withTimeout, TimeoutError } from '@concert/service-kit/with-timeout';
import { StaleWriteError, type ClientSession, type Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { ConcertRepository } from '../concert/concert.repository.ts';
import { Batcher, TooBusyError } from '@concert/service-kit/batcher';
import type { KeyedMutex } from '../seats/keyed-mutex.ts';
import { Holding, type Stock } from '../seats/stock.ts';
import type { StockRepository } from '../seats/stock.repository.ts';
import { factOf } from './booking-facts.ts';
import type { BookingsRepository } from './bookings.repository.ts';
import { PlacingRound, type Placed, type PlacingBody } from './placing-round.ts';
import type { IdempotencyRow } from '@concert/service-kit/idempotency.schema';

interface Request {
  readonly body: PlacingBody;
  readonly userId: UserId;
  readonly attempt: Attempt;
}

/** Requests of one category committed together at most, and waiting at most. */
const MAX_TOGETHER = 100;
const MAX_WAITING = 2_000;

/**
 * Holds seats and creates a pending booking. Requests for the same category are gathered and committed together: one
 * write to the category's stock, one insert of bookings, facts and remembered answers, in one transaction.
 */
export class PlaceBooking {
  private readonly batchers = new Map<Seating, Batcher<Request, Placed>>();

  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stock: StockRepository,
    private readonly concert: ConcertRepository,
    private readonly mutex: KeyedMutex,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly holdSeconds: number,
    private readonly patienceMs: number,
  ) {
    for (const seating of Object.keys(SEATING_RULES) as Seating[]) {
      this.batchers.set(
        seating,
        new Batcher<Request, Placed>({
          most: MAX_TOGETHER,
          queue: MAX_WAITING,
          patienceMs,
          now: () => this.clock.now().getTime(),
          commit: (requests) => this.commit(seating, requests),
        }),
      );
    }
  }

  /**
   * @param key the Idempotency-Key: the same key and body get the first answer again
   * @throws DomainError `booking.email_mismatch`, `booking.amount_mismatch`, `booking.registration_closed`,
   *   `booking.seats_unavailable`, `booking.second_purchase`, `request.key_reused`; nothing is stored then.
   *   `booking.busy` when it takes too long: whether something is stored shows when the same key comes again
   */
  async place(body: PlacingBody, who: Identity, key: string): Promise<Placed> {
    if (emailKey(body.email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
    if (body.amount !== priceMinor(body.seating, body.notickets)) {
      throw new DomainError('booking.amount_mismatch', {
        errors: [{ pointer: '/amount', field: 'amount', detail: 'The amount does not match the price of these seats' }],
      });
    }
    const attempt = this.idempotency.attempt(who.userId, 'reserve', key, body);
    try {
      return await withTimeout(this.answer({ body, userId: who.userId, attempt }), this.patienceMs);
    } catch (error) {
      // What runs on is found by its key when the buyer tries again.
      if (error instanceof TimeoutError || error instanceof TooBusyError) throw new DomainError('booking.busy', { cause: error });
      throw error;
    }
  }

  private async answer(request: Request): Promise<Placed> {
    const { body, attempt } = request;
    const first = await this.idempotency.recall<Placed>(attempt);
    if (first) return first;
    const batcher = this.batchers.get(body.seating);
    if (!batcher) throw new Error(`${body.seating} has no batcher`);
    try {
      return await batcher.submit(request);
    } catch (error) {
      if (error instanceof TooBusyError) throw error;
      // Another process may have stored the same attempt a moment ago: its answer is the answer.
      const racing = await this.idempotency.recall<Placed>(attempt).catch(() => undefined);
      if (racing) return racing;
      throw error;
    }
  }

  private commit(seating: Seating, requests: readonly Request[]): Promise<Outcome<Placed>[]> {
    return this.mutex.run(seating, () => this.transactions.run((transaction) => this.placeTogether(seating, requests, transaction)));
  }

  /*
   * Runs again from the start whenever a write finds that somebody wrote in between: everything it decides comes from what
   * it reads here. The reads are in no transaction, so that they go side by side; each is guarded by the write that follows
   * from it (the stock's version, a booking's version, one pending booking per buyer, one answer per key).
   */
  private async placeTogether(seating: Seating, requests: readonly Request[], transaction: ClientSession): Promise<Outcome<Placed>[]> {
    const [concert, before, known, kept] = await Promise.all([
      this.concert.current(),
      this.stock.of(seating),
      this.bookings.pendingOrPaidOf(
        requests.map(({ userId }) => userId),
        seating,
      ),
      this.idempotency.recallAll<Placed>(requests.map(({ attempt }) => attempt)),
    ]);
    const now = this.clock.now();
    const round = new PlacingRound({
      open: concert.state === 'open',
      seating,
      known,
      holding: new Holding(before, now),
      now,
      nextId: () => this.ids.next('booking'),
      holdSeconds: this.holdSeconds,
    });
    const answers: IdempotencyRow[] = [];
    const remembered = new Map<string, Placed>();
    const outcomes = requests.map((request): Outcome<Placed> => {
      const { attempt } = request;
      const repeated = kept.get(attempt);
      if (repeated) return repeated;
      const same = remembered.get(attempt._id);
      if (same) return { ok: true, value: same };
      const outcome = round.decide(request);
      if (outcome.ok) {
        remembered.set(attempt._id, outcome.value);
        answers.push(this.idempotency.row(attempt, outcome.value));
      }
      return outcome;
    });
    await this.store(before, round, answers, transaction);
    return outcomes;
  }

  private async store(before: Stock, round: PlacingRound, answers: readonly IdempotencyRow[], transaction: ClientSession): Promise<void> {
    const { ended, added } = round;
    for (const [open, over] of ended) await this.bookings.replace(open, over, transaction);
    if (added.length > 0) await this.stock.replace(before, round.stock, transaction);
    try {
      await this.bookings.add(added, transaction);
      await this.idempotency.keep(transaction, answers);
    } catch (error) {
      if (isDuplicateKey(error)) throw new StaleWriteError('a booking or an answer was stored in between');
      throw error;
    }
    await this.outbox.record(transaction, [
      ...ended.map(([, over]) => this.outbox.fact(bookingReleasedV1, over.id, over.version, { ...factOf(over), outcome: 'expired' })),
      ...added.map((booking) =>
        this.outbox.fact(bookingPlacedV1, booking.id, booking.version, {
          ...factOf(booking),
          holdEndsAt: booking.holdEndsAt.toISOString(),
        }),
      ),
    ]);
  }
}
