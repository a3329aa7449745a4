import { setTimeout as pause } from 'node:timers/promises';
import { makeBuyers } from '@concert/test-kit/buyers';
import { numbersFrom } from '@concert/test-kit/numbers';
import { openPayment, payOnPage, press, reservationOf, SiteClient, type Buyer, type Order } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import type { Proof } from './proof.ts';
import type { Site } from './site/site.ts';

/** A reservation whose buyer was told that it is theirs, and who keeps it. */
export interface Bought {
  readonly id: string;
  readonly buyer: Buyer;
  /** Whether the provider took its money. */
  paid: boolean;
}

/** How people behave. */
export interface Habits {
  readonly atOnce: number;
  /** The least time from one person to the next at one of the places, in milliseconds. */
  readonly everyMs: number;
  /** The longest that somebody thinks before giving up, in milliseconds. */
  readonly ponders: number;
  /** What somebody wants; with companions beside an accessible seat. */
  readonly order: (random: () => number) => Order & { readonly companions?: number };
  /** Shares of those who press twice at one moment, give up instead of paying, or never pay. */
  readonly twice: number;
  readonly givesUp: number;
  readonly neverPays: number;
  /** How long somebody presses again who has no answer, in milliseconds. */
  readonly patienceMs: number;
  /** Told of each reservation that was answered. */
  readonly tried?: () => void;
}

const USUAL: Habits = {
  atOnce: 6,
  ...{ everyMs: 60, ponders: 0 },
  order: (random) => ({ seating: 'General Seating', notickets: 1 + Math.floor(random() * 4) }),
  ...{ twice: 0.25, givesUp: 0.1, neverPays: 0.1, patienceMs: 120_000 },
};
const BUYERS_AT_ONCE = 200;
/** Mails to these come back. */
const BOUNCING = 20;
/** Refusals of somebody who came too late. */
const NO_SEATS = ['booking.seats_unavailable', 'booking.no_accessible_seat'];
/** What its buyers may see of a booking whose money was taken. */
const CHARGED = ['paid', 'refund_requested', 'refund_failed', 'refunded', 'late_paid'];

/** Where people buy. */
type Place = Pick<Site, 'url' | 'databases'> & { readonly system: Pick<Site['system'], 'payments'> };

/** People who come one after the other, and press again until they have an answer, for two minutes at most. */
export class Crowd {
  readonly bought: Bought[] = [];
  /** Answers of 500 and above that did not ask to come again. */
  readonly failures: string[] = [];
  readonly #site: Place;
  readonly #proof: Proof;
  readonly #habits: Habits;
  readonly #coming: Buyer[] = [];
  #lanes: Promise<void>[] = [];
  #isOpen = false;
  #count = 0;

  constructor(site: Place, proof: Proof, habits: Partial<Habits> = {}) {
    this.#site = site;
    this.#proof = proof;
    this.#habits = { ...USUAL, ...habits };
    this.#count = proof.standing.done;
  }

  get #pressing() {
    return { withinMs: this.#habits.patienceMs, everyMs: 150 };
  }

  get paid(): Bought[] {
    return this.bought.filter(({ paid }) => paid);
  }

  start(): void {
    this.#isOpen = true;
    this.#lanes = Array.from({ length: this.#habits.atOnce }, () => this.#serve());
  }

  /** Lets everybody finish what they began. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    await Promise.all(this.#lanes);
  }

  /** Whoever was told that a seat is theirs has it, and whoever paid has a paid booking whose mail the provider took (invariants I7, I8). */
  async broken(): Promise<string[]> {
    const { booking, notify } = this.#site.databases;
    const rows = await booking.collection<{ _id: string; status: string }>('reserve-your-seat').find().toArray();
    const statusOf = new Map(rows.map(({ _id, status }) => [_id, status]));
    const mailed = new Set(await notify.collection('mails').distinct('subjectId', { kind: 'ticket', state: 'accepted' }));
    return this.bought.flatMap(({ id, paid }) => {
      const status = statusOf.get(id);
      if (status === undefined) return [`booking ${id} was promised to someone, and is not there`];
      if (paid && !CHARGED.includes(status)) return [`booking ${id} was paid at the provider, and is ${status}`];
      return status === 'paid' && !mailed.has(id) ? [`booking ${id} is paid, and its email was not handed over`] : [];
    });
  }

  async #serve(): Promise<void> {
    while (this.#isOpen) {
      const next = Date.now() + this.#habits.everyMs;
      await this.#buy(await this.#nextBuyer()).catch(({ message }: Error) => this.#proof.violation(`someone was not served: ${message}`));
      await pause(Math.max(0, next - Date.now()));
    }
  }

  async #nextBuyer(): Promise<Buyer> {
    for (let buyer = this.#coming.pop(); ; buyer = this.#coming.pop()) {
      if (buyer) return buyer;
      const { auth } = this.#site.databases;
      this.#coming.push(...(await makeBuyers(auth, BOUNCING, 'bounce')), ...(await makeBuyers(auth, BUYERS_AT_ONCE)));
      this.#coming.sort((a, b) => a.cookie.localeCompare(b.cookie));
    }
  }

  /** The site as somebody's browser calls it; failures are noted. */
  #clientOf({ cookie }: Buyer): SiteClient {
    return new SiteClient(this.#site.url, {
      cookie,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (answer.status >= 500) this.#proof.figure('sent again');
        if (answer.status >= 500 && !answer.headers.has('retry-after')) this.failures.push(`${answer.status} of ${new URL(url).pathname}`);
        return answer;
      },
    });
  }

  async #buy(buyer: Buyer): Promise<void> {
    const { order: choose, ponders, twice, givesUp, neverPays, patienceMs, tried } = this.#habits;
    const random = numbersFrom(this.#proof.standing.seed + (this.#count += 1));
    const [{ companions, ...order }, presses, fate] = [choose(random), random() < twice ? 2 : 1, random()];
    const client = this.#clientOf(buyer);
    const body = { ...reservationOf(buyer, order), ...(companions === undefined ? {} : { access: { companions } }) };
    const answers = await Promise.all(
      Array.from({ length: presses }, () => press((options) => client.booking.reserve({ body }, options), patienceMs)),
    );
    tried?.();
    const [id, ...others] = new Set(answers.flatMap((answer) => (answer.ok ? [answer.value.id] : [])));
    for (const answer of answers)
      if (!answer.ok && !NO_SEATS.includes(answer.problem.code)) throw new Error(`a reservation was answered ${answer.problem.code}`);
    if (others.length > 0) throw new Error(`someone who pressed twice has ${id} and ${others.join()}`);
    if (id === undefined) return this.#proof.figure('refused');
    this.#proof.figure('got seats');
    const page = { params: { bookingId: id } };
    if (fate < givesUp) {
      await pause(random() * ponders);
      const given = await press((options) => client.booking.cancelOwnBooking(page, options), patienceMs);
      if (!given.ok) throw new Error(`giving up was answered ${given.problem.code}`);
      return;
    }
    const mine: Bought = { id, buyer, paid: false };
    this.bought.push(mine);
    if (fate < givesUp + neverPays) return;
    const session = await until('the payment page opens', () => openPayment(this.#site.url, buyer, id, order), Boolean, this.#pressing);
    await until(
      'the provider takes the money',
      () => payOnPage(this.#site.system.payments, session).then(() => true),
      true,
      this.#pressing,
    );
    mine.paid = true;
    this.#proof.figure('orders paid');
    await client.booking.showBooking(page, { timeoutMs: 30_000 });
  }
}
