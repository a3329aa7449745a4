import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { Batcher, NEVER_REFUSED, TooBusyError } from '@concert/service-kit/store/batcher';
import type { Clock } from '@concert/service-kit/process/clock';
import { currentContext, inContext, type WorkContext } from '@concert/service-kit/process/context';
import { DomainError, isDuplicateKey } from '@concert/service-kit/process/errors';
import { answerTo, type Attempt, type Idempotency } from '@concert/service-kit/store/idempotency';
import type { IdempotencyRow } from '@concert/service-kit/store/idempotency.schema';
import type { Inbox } from '@concert/service-kit/messages/inbox';
import { StaleWriteError, type ClientSession, type Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { InboxResult, Outcome } from '@concert/service-kit/store/outcome';
import type { MongoAdmissions } from '../../admissions/mongo-admissions.ts';
import type { MongoConcert } from '../../concert/mongo-concert.ts';
import { poolsOf, type Stock } from '../../seats/stock.ts';
import type { MongoStock } from '../../seats/mongo-stock.ts';
import type { Booking } from '../booking.ts';
import type { HoldCounter, MongoBookings } from '../mongo-bookings.ts';
import { idsByPurpose, messageKey, type BatchContext, type Message } from './batch-context.ts';
import { SeatUnitOfWork, type SeatDraft } from './seat-unit-of-work.ts';

/** Most commands in one batch, and most of people's commands in the queue. */
const MAX_TOGETHER = 500;
const MAX_WAITING = 5_000;
/** Most tickets of one command: it may need to clear this many ended holds. */
const MAX_TICKETS = 6;
/** A duplicate key once or twice is a race; more often it is a bug. */
const MAX_RACES = 3;

/** A requested change of seats. */
export interface SeatCommand<T> {
  /** Bookings that the command reads. */
  readonly bookings?: readonly BookingId[];
  /** The command counts the open holds of this account; of an unproven hold those of its browser, and all whose email nobody proved. */
  readonly counts?: HoldCounter;
  /** The command also reads what is held for this email, in all categories. */
  readonly heldFor?: string;
  /** The command also reads this buyer's pending and paid bookings of the category. */
  readonly buyer?: UserId;
  /**
   * When its caller is told to come again, in milliseconds of the monotonic clock. Whoever comes again may be refused elsewhere, and goes: decided
   * after that moment, the command would take seats that nobody knows of.
   */
  readonly deadline?: number;
  /** The idempotent request behind the command: when it is repeated, it gets the same answer. */
  readonly attempt?: Attempt;
  /** Decides what changes; may run several times, so changes only the draft. @throws the outcome; then nothing is stored */
  readonly decide: (seats: SeatDraft) => T;
  /** What a repetition is answered, else what was answered first. @returns undefined where that no longer stands: it is decided anew */
  readonly again?: (first: T, seats: SeatDraft) => T | undefined;
}

interface Request extends Omit<SeatCommand<unknown>, 'again'> {
  readonly again?: (first: never, seats: SeatDraft) => unknown;
  readonly message?: Message;
  readonly context: WorkContext | undefined;
}

/**
 * One lane for each category in this process: all changes of its seats are decided and committed in batches. Batching only
 * saves work. What keeps seats correct, also between processes, is the condition of each write.
 */
export class SeatLanes {
  private readonly lanes: ReadonlyMap<Seating, Batcher<Request, unknown>>;

  constructor(
    private readonly bookings: MongoBookings,
    private readonly stock: MongoStock,
    private readonly concert: MongoConcert,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly inbox: Inbox,
    private readonly admissions: Pick<MongoAdmissions, 'inside'>,
    private readonly clock: Clock,
    private readonly patienceMs: number,
  ) {
    const bounds = { most: MAX_TOGETHER, queue: MAX_WAITING, patienceMs, now: NEVER_REFUSED.now };
    this.lanes = new Map(
      SEATINGS.map((seating) => {
        const commit = (requests: readonly Request[]) => this.commit(seating, requests);
        return [seating, new Batcher<Request, unknown>({ ...bounds, commit })];
      }),
    );
  }

  /**
   * Runs a person's command.
   * @throws TooBusyError when the queue is full or the command waited too long, or what its `decide` throws; nothing is
   *   stored then
   */
  submit<T>(seating: Seating, command: SeatCommand<T>): Promise<T> {
    const deadline = NEVER_REFUSED.now() + this.patienceMs;
    return this.laneOf(seating).submit({ deadline, ...command, context: currentContext() }) as Promise<T>;
  }

  /**
   * Runs a person's command about one booking, whatever its category. @param owner whose it has to be
   * @throws DomainError `booking.not_found`; else as {@link submit}
   */
  async decideOn<T>(id: BookingId, owner: UserId | undefined, decide: (booking: Booking, seats: SeatDraft) => T): Promise<T> {
    const seating = await this.bookings.seatingOf(id);
    if (!seating) throw new DomainError('booking.not_found');
    return this.submit(seating, {
      bookings: [id],
      ...(owner && { buyer: owner }),
      decide: (seats) => {
        const booking = seats.booking(id);
        if (!booking || (owner && booking.userId !== owner)) throw new DomainError('booking.not_found');
        return decide(booking, seats);
      },
    });
  }

  /**
   * Runs a message's command once: its changes and its inbox note are stored together. Messages about one booking may overtake each other,
   * as those that are tried again do.
   * @returns `repeat` when the message was handled before, else what `decide` returns
   */
  async handle<T>(message: Message, id: BookingId, decide: (seats: SeatDraft) => T): Promise<T | Extract<InboxResult, 'repeat'>> {
    // An unknown booking has no category, so any lane can run the command: it finds no booking and changes no seats.
    const seating = (await this.bookings.seatingOf(id)) ?? SEATINGS[0];
    const request: Request = { bookings: [id], decide, message, context: currentContext() };
    const value = await this.laneOf(seating).submit(request, Number.POSITIVE_INFINITY);
    this.inbox.markNoteStored();
    return value as T | 'repeat';
  }

  private laneOf(seating: Seating): Batcher<Request, unknown> {
    const lane = this.lanes.get(seating);
    if (!lane) throw new Error(`${seating} has no lane`);
    return lane;
  }

  private commit(seating: Seating, batch: readonly Request[]): Promise<Outcome<unknown>[]> {
    let races = 0;
    return this.transactions.run(async (transaction) => {
      try {
        return await this.commitOnce(seating, batch, transaction);
      } catch (error) {
        if (!isDuplicateKey(error) || (races += 1) > MAX_RACES) throw error;
        throw new StaleWriteError('a booking, an answer or a note was stored in between');
      }
    });
  }

  /*
   * Runs again from the start when a write finds that a document was changed in between, because all decisions depend on
   * what is read here. Claiming the stock begins the transaction; whoever comes second is refused at once, has written nothing, and the
   * driver begins again after a random wait. What is read outside of the transaction is guarded by a later write: a booking's version, one
   * note per message.
   */
  private async commitOnce(seating: Seating, batch: readonly Request[], transaction: ClientSession): Promise<Outcome<unknown>[]> {
    const stock = await this.stock.claim(seating, transaction);
    const at = this.clock.now();
    const context = await this.readContext(seating, batch, at, transaction);
    let done = this.decide(batch, context, new SeatUnitOfWork({ ...context, stock, ended: undefined, now: at }));
    if (done.unit.isShort) {
      const [ended, returning] = await Promise.all([
        this.bookings.endedHolds(seating, at, MAX_TICKETS * batch.length, poolsOf(stock).accessible.held),
        this.returning(seating, stock),
      ]);
      const bookings = [...context.bookings, ...returning.bookings];
      done = this.decide(batch, context, new SeatUnitOfWork({ ...context, bookings, stock, ended, returning, now: at }));
    }
    const isStored = await this.store(stock, done, transaction);
    // With the claim's own write committed, an answer that is repeated is one that cannot be rolled back.
    if (!isStored && context.answers.size === 0) await transaction.abortTransaction();
    return done.outcomes;
  }

  private async readContext(seating: Seating, batch: readonly Request[], at: Date, transaction: ClientSession): Promise<BatchContext> {
    const ids = [...new Set(batch.flatMap(({ bookings = [] }) => bookings))];
    const emails = [...new Set(batch.flatMap(({ heldFor }) => heldFor ?? []))];
    const [concert, named, held, handled, claimed] = await Promise.all([
      this.concert.current(),
      ids.length > 0 ? this.bookings.byIds(ids) : [],
      emails.length > 0 ? this.bookings.heldFor(emails) : [],
      this.handledBefore(batch),
      this.readClaimed(seating, batch, at, transaction),
    ]);
    return { ...claimed, concert, bookings: [...named, ...claimed.ofBuyers, ...held], handled };
  }

  /*
   * What the same category's transaction before has stored, by whichever process, even where it died before it said so. Other reads see that a
   * moment later, and a refusal writes nothing that would find it out.
   */
  private async readClaimed(seating: Seating, batch: readonly Request[], at: Date, transaction: ClientSession) {
    const counts = batch.flatMap((request) => request.counts ?? []);
    const buyers = [...new Set(batch.flatMap(({ buyer }) => buyer ?? []))];
    const attempts = batch.flatMap(({ attempt }) => attempt ?? []);
    const open = await this.bookings.openHoldsOf(counts, at, transaction);
    const ofBuyers = buyers.length > 0 ? await this.bookings.pendingOrPaidOf(buyers, seating, transaction) : [];
    const noAnswers = new Map<Attempt, Outcome<unknown>>();
    const answers = attempts.length > 0 ? await this.idempotency.recallAll<unknown>(attempts, transaction) : noAnswers;
    return { open, ofBuyers, answers };
  }

  /* Admissions are read last, for whoever goes in meanwhile keeps the ticket. */
  private async returning(seating: Seating, stock: Stock) {
    const bookings = stock.returning ? await this.bookings.returning(seating) : [];
    const tickets = bookings.flatMap(({ ticketIds, returning = [] }) => returning.flatMap((number) => ticketIds[number - 1] ?? []));
    return { bookings, ids: bookings.map(({ id }) => id), inside: await this.admissions.inside(tickets) };
  }

  private async handledBefore(batch: readonly Request[]): Promise<ReadonlySet<string>> {
    const handled = await Promise.all(
      [...idsByPurpose(batch.flatMap(({ message }) => message ?? []))].map(async ([purpose, ids]) =>
        [...(await this.inbox.handledOf(purpose, ids))].map((id) => messageKey({ purpose, id })),
      ),
    );
    return new Set(handled.flat());
  }

  private decide(batch: readonly Request[], { answers, handled }: BatchContext, unit: SeatUnitOfWork): Decided {
    const kept = new Map<string, IdempotencyRow>();
    const renewed = new Set<string>();
    const notes = new Map<string, Message>();
    const now = NEVER_REFUSED.now();
    const outcomes = batch.map((request): Outcome<unknown> => {
      const { attempt, deadline = Infinity, message, context, decide, again } = request;
      // The category is claimed: whoever asks elsewhere from now on is decided after this.
      if (now > deadline) return { ok: false, error: new TooBusyError('waited too long') };
      const same = attempt && kept.get(attempt._id);
      const first = same ? answerTo(attempt, same) : attempt && answers.get(attempt);
      if (first) {
        const repeated = first.ok && again ? unit.decide((seats) => again(first.value as never, seats)) : first;
        if (!repeated.ok || repeated.value !== undefined) return repeated;
        renewed.add(attempt!._id);
      }
      if (message && (handled.has(messageKey(message)) || notes.has(messageKey(message)))) return { ok: true, value: 'repeat' };
      // The facts of each command carry that command's own correlation and cause.
      const outcome = context ? inContext(context, () => unit.decide(decide)) : unit.decide(decide);
      if (outcome.ok && attempt) kept.set(attempt._id, this.idempotency.row(attempt, outcome.value));
      if (outcome.ok && message) notes.set(messageKey(message), message);
      return outcome;
    });
    return { unit, outcomes, answers: [...kept.values()], renewed: [...renewed], notes: [...notes.values()] };
  }

  /** @returns false when there was nothing to store */
  private async store(before: Stock, { unit, answers, renewed, notes }: Decided, transaction: ClientSession): Promise<boolean> {
    const { stock, steps, cleared, facts, effects } = unit;
    if (stock === before && steps.length + facts.length + answers.length + notes.length + effects.length === 0) return false;
    if (stock !== before) await this.stock.replace(before, stock, transaction);
    await this.bookings.write(steps, cleared, transaction);
    await this.outbox.record(transaction, facts);
    await this.idempotency.keep(transaction, answers, renewed);
    for (const [purpose, ids] of idsByPurpose(notes)) await this.note(purpose, ids, transaction);
    await unit.runEffects(transaction);
    return true;
  }

  private async note(purpose: string, ids: readonly string[], transaction: ClientSession): Promise<void> {
    if ((await this.inbox.noteAll(purpose, ids, transaction)).size > 0) throw new StaleWriteError('a message was handled in between');
  }
}

interface Decided {
  readonly unit: SeatUnitOfWork;
  readonly outcomes: Outcome<unknown>[];
  readonly answers: readonly IdempotencyRow[];
  /** Ids of answers that take the place of older ones. */
  readonly renewed: readonly string[];
  readonly notes: readonly Message[];
}
