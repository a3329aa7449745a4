import { setTimeout as pause } from 'node:timers/promises';
import { paymentOf, reservationOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import type { SystemAddress } from '../../dev/system/address.ts';
import { Customers, served, type Refusal } from '../customers.ts';

const ORDER: Order = { seating: 'General Seating', notickets: 1 };
/** How often the mailbox is asked what came, once for everybody. */
const LOOK_MS = 50;
/** Who has no mail after this long waits no longer. */
const PATIENCE_MS = 120_000;

/** One whole purchase; moments are milliseconds of the wall clock. */
export interface Purchase {
  readonly begunAt: number;
  readonly reservedAt: number;
  /** The payment is sent from the provider's page right then. */
  readonly openedAt: number;
  readonly mailedAt: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/** People who buy one after the other, so many at once, until the mail with the tickets is there. Told to wait, they ask again later. */
export class LoadGenerator {
  readonly purchases: Purchase[] = [];
  /** What should not have happened, by what it was. */
  readonly faults = new Map<string, number>();
  /** Who was refused a seat so often that they went away. */
  left = 0;
  /** Mails by address, of everybody who ever bought. */
  readonly mails = new Map<string, number>();
  readonly #customers: Customers;
  readonly #waiting = new Map<string, (at: number) => void>();
  readonly #people: Promise<void>[] = [];
  readonly #watching: Promise<void>;
  #buyers: Buyer[] = [];
  #seen = 0;
  #mostRepeats = Infinity;
  #buying = true;
  #looking = true;

  /** @param most requests under way at once */
  constructor(system: SystemAddress, most: number) {
    this.#customers = new Customers(system, most);
    this.#watching = this.#watch();
  }

  /** Answers of 503. */
  get refusals(): readonly Refusal[] {
    return this.#customers.refusals;
  }

  /** Further people, who buy once each. */
  invite(buyers: readonly Buyer[]): void {
    this.#buyers = [...this.#buyers, ...buyers];
  }

  get invited(): number {
    return this.#buyers.length;
  }

  /** Starts so many buyers, who buy until {@link finish}. */
  begin(atOnce: number): void {
    this.#buying = true;
    this.#mostRepeats = Infinity;
    for (let index = 0; index < atOnce; index += 1) this.#people.push(this.#buyOneByOne());
  }

  /**
   * So many begin each second from now on, until {@link finish}, whether or not others are done.
   * @param mostRepeats after so many refusals of a seat a person goes away
   */
  beginEvery(perSecond: number, mostRepeats = Infinity): void {
    this.#buying = true;
    this.#mostRepeats = mostRepeats;
    this.#people.push(this.#arrive(1_000 / perSecond));
  }

  /** Starts nobody any more; resolves when everybody has what they began to buy. */
  async finish(): Promise<void> {
    this.#buying = false;
    await Promise.all(this.#people.splice(0));
  }

  async close(): Promise<void> {
    await this.finish();
    this.#looking = false;
    await this.#watching;
    this.#customers.close();
  }

  async #buyOneByOne(): Promise<void> {
    while (this.#buying) await this.#buyOnce();
  }

  async #arrive(everyMs: number): Promise<void> {
    const began = now();
    const people: Promise<void>[] = [];
    for (let count = 0; this.#buying; count += 1) {
      people.push(this.#buyOnce());
      await pause(Math.max(0, began + (count + 1) * everyMs - now()));
    }
    await Promise.all(people);
  }

  async #buyOnce(): Promise<void> {
    const buyer = this.#buyers.pop();
    if (!buyer) throw new Error('there are fewer buyers than purchases');
    await this.#buy(buyer).catch((error: unknown) => this.#fault((error as Error).message));
  }

  async #buy(buyer: Buyer): Promise<void> {
    const begunAt = now();
    const customers = this.#customers;
    const goesOn = () => this.#buying || this.#mostRepeats < Infinity;
    const answer = await customers.post(buyer, '/api/reserve-your-seat', reservationOf(buyer, ORDER), { most: this.#mostRepeats, goesOn });
    if (answer.status === 503 && this.#mostRepeats < Infinity) {
      this.left += 1;
      return;
    }
    const { id: bookingId } = served<{ id: string }>('reserve', answer);
    const reservedAt = now();
    const page = await customers.post(buyer, '/api/create-payment', paymentOf(customers.site, buyer, ORDER, bookingId), {
      goesOn: () => this.#buying,
    });
    const { checkoutSessionId } = served<{ checkoutSessionId: string }>('open page', page);
    const openedAt = now();
    const mail = this.#mailTo(buyer.email);
    await customers.pay(checkoutSessionId);
    this.purchases.push({ begunAt, reservedAt, openedAt, mailedAt: await mail });
  }

  #fault(what: string): void {
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1);
  }

  #mailTo(email: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(email);
        reject(new Error(`email: none within ${PATIENCE_MS / 1_000} s`));
      }, PATIENCE_MS);
      this.#waiting.set(email, (at) => {
        clearTimeout(timer);
        this.#waiting.delete(email);
        resolve(at);
      });
    });
  }

  async #watch(): Promise<void> {
    while (this.#looking) {
      await pause(LOOK_MS);
      const { next, arrivals } = await this.#customers.mailbox<{ next: number; arrivals: { to: string; at: number }[] }>(
        `/_admin/arrivals?after=${this.#seen}`,
      );
      this.#seen = next;
      for (const { to, at } of arrivals) {
        this.mails.set(to, (this.mails.get(to) ?? 0) + 1);
        this.#waiting.get(to)?.(at);
      }
    }
  }
}
