import { setTimeout as pause } from 'node:timers/promises';
import { numbersFrom } from '@concert/test-kit/numbers';
import { openPayment, payOnPage, reserve, SiteClient, type Buyer, type Order } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';

/** A reservation whose buyer was told that it is theirs. */
export interface Bought {
  readonly id: string;
  readonly buyer: Buyer;
  /** Whether the provider took its money. */
  paid: boolean;
}

const THINKING_MS = 60;
/** Shares of buyers who press twice at one moment, give up instead of paying, or never pay. */
const TWICE = 0.25;
const GIVES_UP = 0.1;
const NEVER_PAYS = 0.1;
/** Most buy the first; the second is soon sold out. */
const CATEGORIES: readonly Order['seating'][] = ['General Seating', 'General Seating', 'General Seating', 'Preferred Seating'];
const SOLD_OUT = /booking\.seats_unavailable/;

/** People who come one after the other, and press again until they have an answer, for a minute at most. */
export class Crowd {
  readonly bought: Bought[] = [];
  /** What must not happen to anybody, in words. */
  readonly breaches: string[] = [];
  readonly #lanes: Promise<void>[] = [];
  readonly #at: { readonly site: string; readonly payments: string };
  #coming = true;

  constructor(site: string, payments: string) {
    this.#at = { site, payments };
  }

  /** Starts people, so many at once. @param seed where each choice comes from */
  start(buyers: readonly Buyer[], atOnce: number, seed: number): void {
    const coming = [...buyers];
    const lane = async () => {
      for (let buyer = coming.shift(); buyer && this.#coming; buyer = coming.shift()) {
        await this.#buy(buyer, numbersFrom(seed + coming.length)).catch(({ message }: Error) => {
          if (!SOLD_OUT.test(message)) this.breaches.push(`somebody was not served: ${message}`);
        });
        await pause(THINKING_MS);
      }
    };
    for (let index = 0; index < atOnce; index += 1) this.#lanes.push(lane());
  }

  /** Lets everybody finish what they began. */
  async stop(): Promise<void> {
    this.#coming = false;
    await Promise.all(this.#lanes);
  }

  get paid(): Bought[] {
    return this.bought.filter(({ paid }) => paid);
  }

  async #buy(buyer: Buyer, random: () => number): Promise<void> {
    const { site, payments } = this.#at;
    const order: Order = { seating: CATEGORIES[Math.floor(random() * CATEGORIES.length)]!, notickets: 1 + Math.floor(random() * 4) };
    const [presses, fate] = [random() < TWICE ? 2 : 1, random()];
    const [id, ...others] = (await Promise.all(Array.from({ length: presses }, () => reserve(this.#at, buyer, order)))) as [string];
    if (others.some((other) => other !== id)) this.breaches.push(`somebody who pressed twice has ${id} and ${others.join()}`);
    const mine: Bought = { id, buyer, paid: false };
    this.bought.push(mine);
    const { booking } = new SiteClient(site, buyer);
    if (fate < GIVES_UP) await booking.cancelOwnBooking({ params: { bookingId: id } }, { timeoutMs: 10_000 });
    if (fate < GIVES_UP + NEVER_PAYS) return;
    const page = await openPayment(site, buyer, id, order);
    await until('the provider takes the money', () => payOnPage(payments, page).then(() => true), true, { withinMs: 60_000 });
    mine.paid = true;
    await booking.showBooking({ params: { bookingId: id } }, { timeoutMs: 10_000 });
  }
}
