import { setTimeout as pause } from 'node:timers/promises';
import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import type { BookingId, WaitingId } from '@concert/contracts/core/ids';
import { makeBuyers } from '@concert/test-kit/buyers';
import { numbersFrom } from '@concert/test-kit/numbers';
import {
  payOnPage,
  paymentOf,
  press,
  reservationOf,
  scanOf,
  SiteClient,
  valueOf,
  type Buyer,
  type Order,
} from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import pLimit from 'p-limit';
import { rows, type PlaceRow } from '../../system/invariants/rows.ts';
import { below, shuffled } from '../disturbed.ts';
import type { Proof } from '../proof.ts';
import type { Desk, Site } from '../site/site.ts';
import type { Watch } from './watch.ts';

const [LANES, PEOPLE, EPOCH] = [32, 240, 4_000];
/** In which an offer ends here, instead of after hours. */
export const OFFER_MS = 15_000;
/** For clocks, and answers on their way. */
const MARGIN_MS = 2_000;
const NO_SEATS = ['booking.seats_unavailable', 'booking.seats_wait'];

/** Somebody, and what they were told. */
const newcomer = (site: Site, buyer: Buyer) => ({
  ...{ buyer, client: new SiteClient(site.url, buyer), since: Date.now() },
  state: 'comes' as 'comes' | 'paid' | 'gone',
  id: '' as BookingId,
  /** An offer that they let end. */
  lets: undefined as PlaceRow | undefined,
  /** Tickets that nobody may take. */
  kept: [] as readonly number[],
  codes: new Map<number, string>(),
  /** Only what was seen after this is news; while they act, nothing is. */
  actedAt: 0,
});
type Person = ReturnType<typeof newcomer>;

/** People of whom some act at a time, each on what they were told last. */
export class People {
  readonly site: Site;
  readonly proof: Proof;
  readonly watch: Watch;
  readonly #random: () => number;
  readonly #people: Person[] = [];
  #coming: Buyer[] = [];
  #desk!: Desk;

  constructor(site: Site, proof: Proof, watch: Watch) {
    [this.site, this.proof, this.watch] = [site, proof, watch];
    this.#random = numbersFrom(proof.standing.seed + proof.standing.done);
  }

  /** So many steps; then nobody waits any more, and all has to be in order. */
  async epoch(): Promise<void> {
    this.#desk = await until('an organiser signs in', () => this.site.account('organiser'));
    this.#coming = await makeBuyers(this.site.databases.auth, EPOCH);
    const end = this.proof.standing.done + EPOCH;
    const lane = async () => {
      while (!this.proof.isOver && this.proof.standing.done < end) await this.#turn();
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const leave = async (person: Person) => {
      const place = this.watch.places.get(person.buyer.email);
      if (place) await this.#leave(person, place).catch(({ message }: Error) => this.proof.violation(message));
    };
    await pLimit(LANES).map(this.#people, leave);
    await this.site.look(() => this.#broken());
  }

  /** Somebody acts who is not acting; for whoever is gone, or whose session will end, another one comes. */
  async #turn(): Promise<void> {
    const index = Math.min(this.#people.length, below(this.#random, PEOPLE));
    const person = (this.#people[index] ??= newcomer(this.site, this.#coming.pop()!));
    if (person.actedAt >= this.watch.at) return pause(20);
    const isOld = person.state === 'comes' && !this.watch.places.has(person.buyer.email) && Date.now() - person.since > 30 * 60_000;
    if (person.state === 'gone' || isOld) return void this.#people.splice(index, 1);
    const { actedAt } = person;
    person.actedAt = Infinity;
    const did = await this.#act(person, this.#random()).catch(({ message }: Error) => {
      person.state = 'gone';
      this.proof.violation(`${message} (${person.id})`);
    });
    person.actedAt = did ? Date.now() : actedAt;
    if (!did) return pause(5);
    this.proof.figure(did);
    this.proof.count();
  }

  /** @returns what was done; nothing where they can only wait */
  async #act(person: Person, chance: number): Promise<string | undefined> {
    const { lets, id, state } = person;
    const place = this.watch.places.get(person.buyer.email);
    const hold = this.watch.holds.get(place?.offer?.bookingId ?? '');
    if (state === 'paid') return chance < 0.5 ? undefined : this.#useTickets(person, (chance - 0.5) * 2);
    if (lets) return this.#comeLate(person, lets);
    if (place?.state === 'waiting') return chance < 0.02 ? this.#leave(person, place) : undefined;
    if (!place) return chance < 0.3 ? this.#reserve(person) : this.#wait(person);
    if (hold?.status !== 'pending' || id === hold._id) return undefined;
    person.id = hold._id as BookingId;
    if (chance < 0.12) return this.#leave(person, place);
    if (chance > 0.4) return this.#pay(person, { seating: hold.seating as Seating, notickets: hold.notickets }, hold.offerEndsAt);
    if (chance < 0.25) {
      person.lets = place;
      return 'let an offer end';
    }
    await this.#open(person, { seating: hold.seating as Seating, notickets: hold.notickets });
    return `opened the page, ${await this.#leave(person, place)}`;
  }

  async #reserve(person: Person): Promise<string> {
    const order: Order = { seating: SEATINGS[below(this.#random, 2)]!, notickets: 1 + below(this.#random, 4) };
    const got = await press((options) => person.client.booking.reserve({ body: reservationOf(person.buyer, order) }, options));
    if (!got.ok && !NO_SEATS.includes(got.problem.code)) throw new Error(`a reservation was answered ${got.problem.code}`);
    if (!got.ok) return 'refused';
    person.id = got.value.id;
    return this.#pay(person, order);
  }

  async #wait({ client, buyer }: Person): Promise<string> {
    const seating = ([...SEATINGS.slice(0, 2), 'any'] as const)[below(this.#random, 3)]!;
    const accessible = { seating: 'Premium Seating', seats: 1, access: { companions: 0 } } as const;
    const wish = this.#random() < 0.12 ? accessible : { seating, seats: 1 + below(this.#random, 4) };
    const got = await press((options) => client.booking.waitForSeats({ body: { name: buyer.name, ...wish } }, options));
    if (!got.ok && got.problem.code !== 'booking.seats_left') throw new Error(`joining the list was answered ${got.problem.code}`);
    return got.ok ? 'joined' : 'need not wait';
  }

  async #leave({ client, state }: Person, { _id }: PlaceRow): Promise<string> {
    const call = { params: { waitingId: _id as WaitingId }, body: {} };
    const left = valueOf('Leaving the list', await press((options) => client.booking.leaveWaiting(call, options)));
    // A payment page is closed at the provider first; an offer may have ended a moment ago.
    // Of whoever has paid, the next beat sees it; they may have been refunded before it came.
    const isFine = ['left', 'declined', 'missed', 'offered', ...(state === 'comes' ? [] : ['bought'])].includes(left.state);
    if (!isFine) throw new Error(`who left the list is ${left.state}`);
    return left.state === 'left' ? 'left' : 'declined';
  }

  #open({ client, buyer, id }: Person, order: Order) {
    return press((options) => client.payment.createPayment({ body: paymentOf(this.site.url, buyer, order, id) }, options));
  }

  /** After the end of an offer nobody can take it. */
  async #comeLate(person: Person, { offer, seats }: PlaceRow): Promise<string | undefined> {
    if (Date.now() < offer!.offeredAt.getTime() + OFFER_MS + MARGIN_MS) return undefined;
    person.lets = undefined;
    const page = await this.#open(person, { seating: offer!.seating as Seating, notickets: seats });
    if (page.ok) throw new Error('an offer was taken after its end');
    return 'came too late';
  }

  /** @param before until when the page can be opened for sure */
  async #pay(person: Person, order: Order, before?: Date): Promise<string> {
    const page = await this.#open(person, order);
    if (!page.ok && Date.now() < (before?.getTime() ?? Infinity) - MARGIN_MS) throw new Error(`the page was refused: ${page.problem.code}`);
    if (!page.ok) return 'came too late';
    const take = () => payOnPage(this.site.system.payments, page.value.checkoutSessionId).then(() => true);
    await until('the provider takes the money', take, true, { withinMs: 60_000 });
    const read = async () => valueOf('A booking', await person.client.booking.showBooking({ params: { bookingId: person.id } }));
    const seen = await until('a payment is followed', read, ({ status }) => status !== 'pending', { withinMs: 120_000, everyMs: 250 });
    if (seen.status !== 'paid') throw new Error(`what was paid in time is ${seen.status}`);
    Object.assign(person, { state: 'paid', kept: seen.tickets!.map(({ number }) => number), codes: new Map() });
    return before ? 'took an offer' : 'bought';
  }

  async #useTickets(person: Person, chance: number): Promise<string> {
    const shown = await press(() => person.client.booking.showBooking({ params: { bookingId: person.id } }));
    const { status, tickets = [] } = valueOf('A booking', shown);
    const valid = tickets.map(({ number }) => number);
    if (person.kept.some((number) => !valid.includes(number)))
      throw new Error(`${person.kept.join()} were kept, ${valid.join()} are left: ${status}`);
    for (const [number, code] of person.codes) if (!valid.includes(number)) await this.#scan(code);
    person.codes = new Map(tickets.map(({ number, code }) => [number, code]));
    if (chance < 0.1 && valid.length > 0) return this.#refund(person);
    if (chance < 0.3 && valid.length > 0) return this.#giveBack(person, []);
    if (valid.length > 0) return this.#giveBack(person, shuffled(this.#random, valid).slice(0, 1 + below(this.#random, valid.length)));
    person.state = 'gone';
    return 'saw that all was taken';
  }

  /** The door refuses a ticket whose seat somebody else has. */
  async #scan(code: string): Promise<void> {
    const { results } = valueOf('A scan', await press(() => this.#desk.client.booking.scan({ body: { scans: [scanOf(code)] } })));
    if (results[0]!.outcome === 'admitted') throw new Error('a ticket that had ended opened the door');
    this.proof.figure('ended tickets refused at the door');
  }

  async #giveBack(person: Person, back: readonly number[]): Promise<string> {
    const before = person.kept;
    const sure = before.filter((number) => !back.includes(number));
    person.kept = sure;
    const call = { params: { bookingId: person.id }, body: { tickets: [...back] } };
    const got = await press((options) => person.client.booking.giveBack(call, options));
    const isFine =
      got.ok || got.problem.code === 'booking.seats_promised' || (sure.length === 0 && got.problem.code === 'booking.not_givable');
    if (!isFine) throw new Error(`giving ${back.join()} back was answered ${got.problem.code}`);
    person.kept = got.ok ? got.value.tickets.filter((number) => !got.value.returning.includes(number)) : before;
    if (got.ok && sure.some((number) => !person.kept.includes(number)))
      throw new Error(`of ${sure.join()} only ${person.kept.join()} are kept`);
    return got.ok ? (back.length > 0 ? 'gave back' : 'kept all') : 'too late to keep tickets';
  }

  async #refund(person: Person): Promise<string> {
    const before = person.kept;
    person.kept = [];
    const body = { id: person.id, email: this.#desk.email };
    const { success } = valueOf('A refund', await press((options) => this.#desk.client.payment.triggerRefund({ body }, options)));
    // While other money of the booking is on its way, the site asks to try again.
    Object.assign(person, success ? { state: 'gone' } : { kept: before });
    return success ? 'refunded by an organiser' : 'not refunded now';
  }

  /** Whoever was told that a ticket is theirs has it, and the money of each ticket that was taken went back once. */
  async #broken(): Promise<string[]> {
    const bookings = await rows(this.site, 'booking', 'reserve-your-seat')
      .find({ charged: { $gt: 0 } })
      .toArray();
    const refunds = rows(this.site, 'payment', 'money-ledger').aggregate<{ _id: string; minor: number }>([
      { $match: { kind: 'refunded' } },
      { $group: { _id: '$bookingId', minor: { $sum: '$amountMinor' } } },
    ]);
    const wentBack = new Map((await refunds.toArray()).map(({ _id, minor }) => [_id, minor]));
    return bookings.flatMap(({ _id, status, charged = 0, ticketIds, returns = [], taken = [] }) => {
      const kept = this.#people.find(({ id, state }) => id === _id && state === 'paid')?.kept ?? [];
      // Once their money is back, taken tickets are returned ones.
      const ended = new Set([...returns.flatMap(({ tickets }) => tickets), ...taken]);
      const [back, share] = [wentBack.get(_id) ?? 0, status === 'paid' ? ended.size / ticketIds.length : 1];
      const isHeld = kept.length === 0 || (status === 'paid' && !kept.some((number) => ended.has(number)));
      const isRight = Math.abs(back - charged * share) <= ended.size;
      return isHeld && isRight
        ? []
        : [`${_id} is ${status}, ${kept.join()} of it are kept, ${[...ended].join()} ended, ${back} of ${charged} went back`];
    });
  }
}
