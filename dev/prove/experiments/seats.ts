import { setTimeout as pause } from 'node:timers/promises';
import { priceMinor, SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { makeBuyers } from '@concert/test-kit/buyers';
import { Caller } from '@concert/test-kit/caller';
import { numbersFrom } from '@concert/test-kit/numbers';
import { seatsOf, type Buyer } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import { OwnSite } from '../own-site.ts';
import type { Experiment, Proof } from '../proof.ts';

/*
 * A crowd that reserves one to six tickets and gives them up again, so that few seats are always fought for, while copies of svc-booking
 * are killed. No moment may show more seats taken than there are, and none may stay taken when nobody has one.
 */

const CATEGORIES: readonly Seating[] = ['General Seating', 'Preferred Seating'];
const [CAPACITY, ACCESSIBLE, COMPANIONS] = [60, 6, 8];
const CROWD = 120;
/** So many attempts before everybody gives up and the counters are compared. */
const EPOCH = 10_000;
/** The databases keep every booking: now and then all of them are read. */
const LOOK_EVERY = 10;
const WATCH_MS = 20;
const KILL_EVERY_MS = 12_000;

interface Taken {
  readonly sold: number;
  readonly held: number;
}
interface StockRow extends Taken {
  readonly _id: string;
  readonly capacity: number;
  readonly pools?: { readonly accessible: Taken & { seats: number }; readonly companions: Taken & { seats: number } };
}
const taken = ({ sold, held }: Taken): number => sold + held;

class Crowd {
  readonly #proof: Proof;
  readonly #site: OwnSite;
  readonly #caller: Caller;
  readonly #roll: () => number;
  #isOpen = true;

  constructor(proof: Proof, site: OwnSite) {
    this.#proof = proof;
    this.#site = site;
    this.#roll = numbersFrom(proof.standing.seed + proof.standing.done);
    this.#caller = new Caller(site.fleet.site, CROWD, 30_000);
  }

  /** Everybody tries until so many attempts were made and gives up what they have; then nothing may be taken. */
  async epoch(buyers: readonly Buyer[]): Promise<void> {
    const end = this.#proof.standing.done + EPOCH;
    await Promise.all(
      buyers.map(async (buyer) => {
        while (this.#proof.standing.done < end && !this.#proof.isOver) await this.#try(buyer);
      }),
    );
    const stocks = this.#stocks();
    const left = () => stocks.find({ $or: [{ held: { $ne: 0 } }, { sold: { $ne: 0 } }] }).toArray();
    await until('no seat is taken', left, ({ length }) => length === 0, { withinMs: 60_000, everyMs: 500 }).catch(async () => {
      for (const row of await left()) this.#proof.violation(`stranded: ${taken(row)} seats of ${row._id}, and nobody has one`);
    });
  }

  /** Looks all the time whether more is taken than there is. */
  async watch(): Promise<void> {
    while (this.#isOpen) {
      for (const { _id, capacity, pools, ...row } of await this.#stocks().find().toArray()) {
        if (taken(row) > capacity) this.#proof.violation(`oversold: ${taken(row)} of ${capacity} in ${_id}`);
        if (pools && taken(pools.accessible) > pools.accessible.seats)
          this.#proof.violation(`oversold: ${taken(pools.accessible)} of ${pools.accessible.seats} accessible seats in ${_id}`);
        if (taken(row) === capacity) this.#proof.figure('times seen full');
      }
      await pause(WATCH_MS);
    }
  }

  /** Kills one copy of svc-booking after the other. */
  async kill(): Promise<void> {
    for (let next = 0; this.#isOpen; next += 1) {
      await until('it is time to kill', () => !this.#isOpen, true, { withinMs: KILL_EVERY_MS * (0.5 + this.#roll()) }).catch(
        () => undefined,
      );
      const copy = this.#site.fleet.copies[next % this.#site.fleet.copies.length]!;
      const pid = copy.pid();
      if (!this.#isOpen || pid === undefined) continue;
      process.kill(pid, 'SIGKILL');
      this.#proof.figure('kills');
      await copy.restart();
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#caller.close();
  }

  #stocks() {
    return this.#site.databases.booking.collection<StockRow>('stock');
  }

  async #try(buyer: Buyer): Promise<void> {
    const seating = CATEGORIES[Math.floor(this.#roll() * CATEGORIES.length)]!;
    const notickets = 1 + Math.floor(this.#roll() * SEATING_RULES[seating].maxTickets);
    const companions = Math.min(notickets - 1, Math.floor(this.#roll() * 4));
    const body = {
      ...seatsOf(buyer, { seating, notickets, amount: priceMinor(seating, notickets) }),
      ...(this.#roll() < 0.15 ? { access: { companions } } : {}),
    };
    const key = `${this.#proof.standing.seed}-${this.#proof.standing.done}-${this.#roll()}`;
    const answer = await this.#send(buyer, '/api/reserve-your-seat', key, body);
    this.#proof.count();
    if (answer.status === 409) return this.#proof.figure('refused');
    if (answer.status !== 201) return this.#proof.violation(`a reservation was answered ${answer.status} ${answer.body.slice(0, 200)}`);
    this.#proof.figure('got seats');
    await pause(this.#roll() * 200);
    const given = await this.#send(buyer, `/api/ticket-bookings/${(JSON.parse(answer.body) as { id: string }).id}/cancel`, `${key}-c`, {});
    if (given.status !== 200) this.#proof.violation(`giving up was answered ${given.status} ${given.body.slice(0, 200)}`);
  }

  /** Sends a request under its key until it is answered by something else than a copy that is busy or gone. */
  #send({ cookie, address = '' }: Buyer, path: string, key: string, body: object) {
    const headers = { cookie, origin: this.#site.fleet.site, 'x-forwarded-for': address, 'idempotency-key': key };
    const call = { method: 'POST', path, headers, body: JSON.stringify(body) } as const;
    const served = ({ status }: { status: number }): boolean => {
      if (status >= 500) this.#proof.figure('sent again');
      return status < 500;
    };
    return until('a request is answered', () => this.#caller.send(call), served, { withinMs: 120_000, everyMs: 100 });
  }
}

/** Contended reservations on two copies of svc-booking. */
export const seats: Experiment = {
  name: 'seats',
  goal: 1_000_000,
  shows:
    'contended reservation attempts of 1 to 6 tickets, accessible seats too, on two copies that are killed: none oversold, none stranded',
  run: (proof) =>
    OwnSite.with(proof, ['svc-booking'], async (site) => {
      await site.change((body) => {
        for (const seating of CATEGORIES) {
          body.capacities[seating] = CAPACITY;
          body.protectedSeats[seating] = { accessible: ACCESSIBLE, companions: COMPANIONS };
        }
      });
      const crowd = new Crowd(proof, site);
      const watching = Promise.all([crowd.watch(), crowd.kill()]);
      try {
        for (let epoch = 1; !proof.isOver; epoch += 1) {
          await crowd.epoch(await makeBuyers(site.databases.auth, CROWD));
          if (epoch % LOOK_EVERY === 0) await site.look(proof);
        }
      } finally {
        crowd.close();
        await watching;
      }
    }),
};
