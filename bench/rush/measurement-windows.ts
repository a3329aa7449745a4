import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@concert/test-kit/until';
import { makeBuyers } from '@concert/test-kit/buyers';
import { readMeters, usageBetween } from '../meters.ts';
import { printFigure } from '../figures.ts';
import { assertSound, type SystemUnderTest } from '../system-under-test.ts';
import { LoadGenerator } from './load-generator.ts';
import { report, type MeasurementWindow } from './report.ts';

/** Requests of the generator that can be under way at once: enough for none of them to wait for a connection. */
const CONNECTIONS = 4_000;
/** Buyers each second that a window needs at most, whose people buy one after the other. */
const MAX_PER_SECOND = 200;

const WINDOW_MS = 5_000;
/** How much two windows may differ where a rush is steady. */
const STEADY = 0.1;
const MAX_WARM_UP_WINDOWS = 16;
const WARM_WITHIN_MS = 300_000;
/** How long what was paid may take until everybody knows of it. */
const SETTLED_MS = 120_000;

export const RUSH_SECONDS = 60;
export const BUYERS = 200;
/** Orders before anything is measured: code that has run less is not compiled yet, and what came first was up to a fifth slower. */
export const WARM_ORDERS = 5_000;

/** Measures a rush for some time, under some circumstances, as often as is asked for. */
export class MeasurementWindows {
  readonly #underTest: SystemUnderTest;
  readonly #seconds: number;
  readonly generator: LoadGenerator;

  /** @param seconds how long each window is measured */
  constructor(underTest: SystemUnderTest, seconds: number) {
    this.#underTest = underTest;
    this.#seconds = seconds;
    this.generator = new LoadGenerator(underTest.system, CONNECTIONS);
  }

  /** Warms up until the rate is steady, measures, lets everybody finish, and checks the sums. */
  async measure(title: string, begin: () => void, mostPerSecond = MAX_PER_SECOND): Promise<MeasurementWindow> {
    await this.#invite(mostPerSecond);
    begin();
    await this.#warmUp();
    const window = await this.#look();
    await this.generator.finish();
    report(title, window);
    await this.#checkSums();
    return window;
  }

  /** Sells so many orders that are in no figure. */
  async buyUnmeasured(orders: number): Promise<void> {
    // Whoever is done begins again until the next look, which may be half a second later.
    await this.#invite(MAX_PER_SECOND, orders + 2 * BUYERS);
    this.generator.begin(BUYERS);
    const wanted = this.generator.purchases.length + orders;
    const bought = () => this.generator.purchases.length;
    await until(`${orders} have bought`, bought, (count) => count >= wanted, { withinMs: WARM_WITHIN_MS, everyMs: 500 });
    await this.generator.finish();
  }

  /**
   * Enough people for a window, its warm-up included.
   * @param least how many there are then at least
   */
  async #invite(perSecond: number, least = 0): Promise<void> {
    const seconds = (WINDOW_MS / 1_000) * (this.#mostWindows + 1) + this.#seconds;
    const missing = Math.max(least, Math.ceil(1.1 * perSecond * seconds)) - this.generator.invited;
    if (missing > 0) this.generator.invite(await makeBuyers(this.#underTest.databases.auth, missing));
  }

  get #mostWindows(): number {
    return Math.ceil(MAX_WARM_UP_WINDOWS * Math.min(1, this.#seconds / RUSH_SECONDS));
  }

  /** Until two windows in a row have the same rate. */
  async #warmUp(): Promise<void> {
    const rates: number[] = [];
    for (let before = 0, window = 0; window < this.#mostWindows; window += 1) {
      const from = this.generator.purchases.length;
      await pause(WINDOW_MS);
      const done = this.generator.purchases.length - from;
      rates.push(done / (WINDOW_MS / 1_000));
      if (before > 0 && done > 0 && Math.abs(done - before) <= STEADY * Math.max(done, before)) break;
      before = done;
    }
    process.stdout.write(`\nwarm-up, orders per second every ${WINDOW_MS / 1_000} s: ${rates.map((rate) => rate.toFixed(1)).join(' ')}\n`);
  }

  /** Checks that every invariant holds, and that each who paid has one email. @throws Error saying what is broken */
  async #checkSums(): Promise<void> {
    await assertSound(this.#underTest, SETTLED_MS);
    const bookings = this.#underTest.databases.booking.collection<{ email: string }>('reserve-your-seat');
    const paid = await bookings.find({ status: 'paid' }, { projection: { email: 1 } }).toArray();
    const without = (least: number) => paid.filter(({ email }) => (this.generator.mails.get(email) ?? 0) < least).length;
    await until('everyone who paid has an email', () => without(1), 0, { withinMs: SETTLED_MS, everyMs: 200 });
    const twice = paid.length - without(2);
    if (twice > 0) throw new Error(`${twice} people have two emails`);
    printFigure('sums', 'as they should be', `every invariant holds, ${paid.length} paid bookings, one email each`);
  }

  async #look(): Promise<MeasurementWindow> {
    const generator = this.generator;
    const [purchases, refusals] = [generator.purchases.length, generator.refusals.length];
    const faults = new Map(generator.faults);
    const before = await readMeters(this.#underTest);
    await pause(this.#seconds * 1_000);
    const spent = usageBetween(before, await readMeters(this.#underTest));
    return {
      seconds: spent.seconds,
      purchases: generator.purchases.slice(purchases),
      refusals: generator.refusals.slice(refusals),
      faults: new Map(
        [...generator.faults]
          .map(([what, count]): [string, number] => [what, count - (faults.get(what) ?? 0)])
          .filter(([, count]) => count > 0),
      ),
      spent,
    };
  }
}
