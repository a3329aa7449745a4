import { setTimeout as pause } from 'node:timers/promises';
import { MAX_SEATS } from '@concert/contracts/booking/settings';
import { makeBuyers } from '@concert/test-kit/buyers';
import { numbersFrom } from '@concert/test-kit/numbers';
import type { Buyer, Order } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import { FLEET_PARTS } from '../../system/fleet/fleet.ts';
import { OwnSite } from '../own-site.ts';
import type { Experiment, Proof } from '../proof.ts';
import { purchase } from '../purchase.ts';

/*
 * People buy one after the other while a process of the site is killed at a moment drawn by chance, again and again. Each has to have what
 * they paid for, and a mail with it.
 */

const ORDER: Order = { seating: 'General Seating', notickets: 2 };
const BUYING = 3;
/** Longer than an order takes on an idle machine, so that every step of it is met. */
const LATEST_MS = 1_500;
const BUYERS_AT_ONCE = 200;
const LOOK_EVERY = 50;
const MAILED = { withinMs: 120_000, everyMs: 500 };

class Shop {
  readonly #proof: Proof;
  readonly #site: OwnSite;
  readonly #buyers: Buyer[] = [];
  #isOpen = true;

  constructor(proof: Proof, site: OwnSite) {
    this.#proof = proof;
    this.#site = site;
  }

  close(): void {
    this.#isOpen = false;
  }

  /** Buys until the shop closes. */
  async buy(): Promise<void> {
    while (this.#isOpen) {
      const buyer = await this.#next();
      await this.#order(buyer).then(
        () => this.#proof.figure('orders paid and mailed'),
        (error: Error) => this.#proof.violation(`an order of ${buyer.email}: ${error.message}`),
      );
    }
  }

  /** Kills until the proof is over, so many times at most. */
  async kill(times: number): Promise<void> {
    const { standing } = this.#proof;
    const roll = numbersFrom(standing.seed + standing.done);
    for (let kills = 0; kills < times && !this.#proof.isOver; kills += 1) {
      await pause(roll() * LATEST_MS);
      const part = this.#site.fleet.system.part(FLEET_PARTS[Math.floor(roll() * FLEET_PARTS.length)]!);
      process.kill(part.pid!, 'SIGKILL');
      this.#proof.figure(`of ${part.name}`);
      await part.restart();
      this.#proof.count();
    }
  }

  async #next(): Promise<Buyer> {
    if (this.#buyers.length === 0) this.#buyers.push(...(await makeBuyers(this.#site.databases.auth, BUYERS_AT_ONCE)));
    return this.#buyers.pop()!;
  }

  async #order(buyer: Buyer): Promise<void> {
    await purchase(this.#site, buyer, ORDER);
    const { mailbox } = this.#site.fleet.system;
    const mails = async () => (await (await fetch(`${mailbox}/_admin/mails?to=${encodeURIComponent(buyer.email)}`)).json()) as unknown[];
    const { length } = await until('the tickets are mailed', mails, (seen) => seen.length > 0, MAILED);
    if (length > 1) this.#proof.figure('mails more than one');
  }
}

/** Kills while orders are paid. */
export const kills: Experiment = {
  name: 'kills',
  goal: 1_000,
  shows: 'kill -9 of the gateway or a service at a random moment of paid orders: each is paid once and mailed, every invariant holds',
  run: (proof) =>
    OwnSite.with(proof, [], async (site) => {
      await site.change((body) => {
        body.capacities[ORDER.seating] = MAX_SEATS;
      });
      while (!proof.isOver) {
        const shop = new Shop(proof, site);
        const buying = Promise.all(Array.from({ length: BUYING }, () => shop.buy()));
        await shop.kill(LOOK_EVERY);
        shop.close();
        await buying;
        await site.look(proof);
      }
    }),
};
