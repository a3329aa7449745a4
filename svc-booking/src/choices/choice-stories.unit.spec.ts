import { describe, expect, it } from '@jest/globals';
import type { Identity } from '@concert/contracts/core/identity';
import { idFromBytes, type BookingId } from '@concert/contracts/core/ids';
import { priceMinor } from '@concert/contracts/booking/seating';
import { money } from '@concert/contracts/core/money';
import { DomainError } from '@concert/service-kit/process/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox, RecordedFact } from '@concert/service-kit/messages/outbox';
import { FakeClock } from '@concert/test-kit/clock';
import { numbersFrom } from '@concert/test-kit/numbers';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import { transitioned, newBooking, type Booking } from '../bookings/booking.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { firstConcert, type Concert, type Postponement } from '../concert/concert.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { CarryOutChoices } from './carry-out-choices.ts';
import { sameChoice, type TicketWish, type TicketChoice } from './choice.ts';
import type { ChoiceProgress, ChoicesRepository } from './choices.repository.ts';
import { ChooseTickets } from './choose-tickets.ts';

const SAID = new Date('2027-01-10T12:00:00.000Z');
const UNTIL = new Date('2027-01-31T04:59:00.000Z');
const TICKETS = 4;
const by = { at: SAID, actor: 'svc-payment', cause: 'x' } as const;
const bytes = (number: number, kind: number) =>
  new Uint8Array(17)
    .fill(kind)
    .fill(number % 256, 0, 1)
    .fill(number >> 8, 1, 2);
const holderOf = (number: number) => ({ userId: idFromBytes('user', bytes(number, 1)), role: 'buyer' }) as Identity;

class Kill extends Error {}

/** What the fact about a booking says. */
interface Told {
  readonly tickets: readonly number[];
  readonly gifts: number;
  readonly because: string;
}

/** Made before the postponement was said, or after it where `late`. */
function paidBooking(number: number, late: boolean): Booking {
  const created = new Date(SAID.getTime() + (late ? 1 : -1) * 60_000);
  const order = {
    ...{ id: idFromBytes('booking', bytes(number, 2)), userId: holderOf(number).userId, firstname: 'Anna', lastname: '' },
    ...{ email: 'anna@example.org', phoneno: '5551234567', seating: 'General Seating' as const, tickets: TICKETS, host: '' },
  };
  const ticketIds = [1, 2, 3, 4].map((ticket) => idFromBytes('ticket', bytes(number, 10 + ticket)));
  return { ...transitioned(newBooking(order, money(priceMinor(order.seating, order.tickets)), created, 1_800), 'paid', by), ticketIds };
}

/** Holders who choose and change their minds, copies that carry out at the deadline, and processes that die. All but the database is real. */
class Story {
  readonly roll: () => number;
  readonly clock = new FakeClock(SAID.toISOString());
  readonly bookings: readonly Booking[];
  concert: Concert;
  stored = { choices: new Map<BookingId, TicketChoice>(), rounds: new Map<string, ChoiceProgress>(), facts: [] as RecordedFact[] };
  /** What each holder was told is kept, or what was kept when the process died before it could say so. */
  readonly kept = new Map<BookingId, TicketWish>();
  deaths = 0;
  tooLate = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    seed: number,
    count: number,
    readonly silence: Postponement['silence'],
  ) {
    this.roll = numbersFrom(seed);
    this.bookings = Array.from({ length: count }, (_, number) => paidBooking(number, number % 9 === 0)).sort((one, other) =>
      one.id < other.id ? -1 : 1,
    );
    const postponement = { dateToFollow: true, postponedAt: SAID, chooseUntil: UNTIL, silence };
    this.concert = { ...firstConcert('open', SAID), state: 'postponed', postponement };
  }

  private readonly transactions = {
    run: <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
      const mine = this.turn.then(async () => {
        const { choices, rounds, facts } = this.stored;
        const before = { choices: new Map(choices), rounds: new Map(rounds), facts: [...facts] };
        const fate = this.roll();
        try {
          const result = await work({} as ClientSession);
          if (fate < 0.1) throw new Kill('before the commit');
          return { result, dead: fate < 0.2 };
        } catch (error) {
          this.stored = before;
          throw error;
        }
      });
      this.turn = mine.catch(() => undefined);
      return mine.then(({ result, dead }) => {
        if (dead) throw new Kill('after the commit');
        return result;
      });
    },
  } as Transactions;

  private readonly choices: ChoicesRepository = {
    of: (ids) => Promise.resolve(ids.flatMap((id) => this.stored.choices.get(id) ?? [])),
    put: (changes) => {
      for (const [before, after] of changes) {
        if (this.stored.choices.get(after.bookingId) !== before) return Promise.reject(new Error('a choice changed in between'));
        this.stored.choices.set(after.bookingId, after);
      }
      return Promise.resolve();
    },
    round: (at) => Promise.resolve(this.stored.rounds.get(at.toISOString())),
    putRound: (_, after) => {
      this.stored.rounds.set(after.postponedAt.toISOString(), after);
      return Promise.resolve();
    },
    tally: () => Promise.reject(new Error('not asked')),
    asked: () => Promise.reject(new Error('not asked')),
  };

  /** A new process: it knows nothing of what an earlier one had in memory. */
  private process(): { choose: ChooseTickets; carryOut: CarryOutChoices } {
    const bookings = {
      byId: (id: BookingId) => Promise.resolve(this.bookings.find((booking) => booking.id === id)),
      inStatuses: (_: unknown, after: BookingId | undefined, most: number) =>
        Promise.resolve(this.bookings.filter(({ id }) => after === undefined || id > after).slice(0, most)),
    } as unknown as MongoBookings;
    const concert = { current: () => Promise.resolve(this.concert) } as unknown as MongoConcert;
    const outbox = {
      fact: (kind: unknown, _id: string, _version: number, data: unknown) => ({ kind, envelope: { data } }),
      record: (_: unknown, facts: RecordedFact[]) => {
        this.stored.facts.push(...facts);
        return Promise.resolve();
      },
    } as unknown as Outbox;
    // That a choice changed is told for the mail alone.
    const unheard = { ...outbox, record: () => Promise.resolve() } as unknown as Outbox;
    return {
      choose: new ChooseTickets(this.choices, bookings, concert, {} as TicketSigner, this.transactions, unheard, '', this.clock),
      carryOut: new CarryOutChoices(this.choices, bookings, concert, this.transactions, outbox, this.clock),
    };
  }

  private async choose(booking: Booking): Promise<void> {
    const number = this.bookings.indexOf(booking);
    const giveBack = [1, 2, 3, 4].filter(() => this.roll() < [0, 0.5, 1][number % 3]!);
    const wish = { giveBack, gifts: Math.floor(this.roll() * (giveBack.length + 1)) };
    const who = { userId: booking.userId, role: 'buyer' } as Identity;
    try {
      await this.process().choose.save(booking.id, wish, {}, who);
      this.kept.set(booking.id, wish);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'booking.choice_over') this.tooLate += 1;
      else if (!(error instanceof Kill)) throw error;
      else {
        this.deaths += 1;
        const now = this.stored.choices.get(booking.id);
        if (now?.chosenAt && sameChoice(now, wish)) this.kept.set(booking.id, wish);
      }
    }
  }

  /** A beat of one copy, which may die. */
  async beat(): Promise<void> {
    await this.process()
      .carryOut.run()
      .catch((error: unknown) => {
        if (!(error instanceof Kill)) throw error;
        this.deaths += 1;
      });
  }

  async play(): Promise<void> {
    const asked = this.bookings.filter(({ createdAt }) => createdAt < SAID);
    const some = () => asked.filter(() => this.roll() < 0.3);
    for (const booking of [...some(), ...some()]) await this.choose(booking);
    expect([this.stored.facts.length, this.stored.rounds.size]).toEqual([0, 0]);
    await this.beat();
    expect([this.stored.facts.length, this.stored.rounds.size]).toEqual([0, 0]);
    // In the last moment, while two copies begin.
    this.clock.set(new Date(UNTIL.getTime() - 1));
    await Promise.all([
      ...some().map((booking) => this.choose(booking)),
      Promise.resolve().then(() => this.clock.set(UNTIL)),
      this.beat(),
      this.beat(),
    ]);
    for (let tries = 0; tries < 200 && ![...this.stored.rounds.values()].some(({ finishedAt }) => finishedAt); tries += 1)
      await this.beat();
    await Promise.all([this.beat(), ...asked.slice(0, 5).map((booking) => this.choose(booking))]);
  }

  /** What has to be told of each booking, by what its holder was last told is kept. */
  get due(): [BookingId, Told][] {
    return this.bookings
      .filter(({ createdAt }) => createdAt < SAID)
      .flatMap(({ id }) => {
        const choice = this.kept.get(id);
        const tickets = choice?.giveBack ?? (this.silence === 'refund' ? [1, 2, 3, 4] : []);
        const told = { tickets, gifts: choice?.gifts ?? 0, because: choice ? 'choice' : 'silence' };
        return tickets.length > 0 ? [[id, told] as [BookingId, Told]] : [];
      });
  }

  get told(): [BookingId, Told][] {
    return this.stored.facts
      .map(({ envelope }) => envelope.data as Told & { bookingId: BookingId })
      .map(({ bookingId, tickets, gifts, because }): [BookingId, Told] => [bookingId, { tickets, gifts, because }])
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }
}

describe('choices after a postponement, in stories in which holders change their minds and processes die', () => {
  it.each(['keep', 'refund'] as const)('B2-548 are each carried out once, where silence means %s', async (silence) => {
    let deaths = 0;
    let tooLate = 0;
    for (let seed = 1; seed <= 12; seed += 1) {
      const story = new Story(seed, 150, silence);
      await story.play();
      expect(story.told).toEqual(story.due);
      // Silence is written down as well, and late bookings are left alone.
      expect([...story.stored.choices.values()].every(({ carriedOutFor }) => carriedOutFor?.getTime() === SAID.getTime())).toBe(true);
      expect(story.stored.choices.size).toBe(story.bookings.filter(({ createdAt }) => createdAt < SAID).length);
      deaths += story.deaths;
      tooLate += story.tooLate;
    }
    expect([deaths > 100, tooLate > 30]).toEqual([true, true]);
  });

  it('B2-548 are not carried out once the concert is cancelled, because all money goes back then', async () => {
    const story = new Story(1, 20, 'refund');
    story.concert = { ...story.concert, state: 'cancelled' };
    story.clock.set(UNTIL);
    for (let beats = 0; beats < 10; beats += 1) await story.beat();
    expect([story.stored.facts, story.stored.choices.size]).toEqual([[], 0]);
    story.concert = { ...story.concert, state: 'postponed' };
    for (let beats = 0; beats < 10; beats += 1) await story.beat();
    expect(story.stored.facts.length).toBeGreaterThan(0);
  });
});
