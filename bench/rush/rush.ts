import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_SEATS } from '@concert/contracts/booking/settings';
import { until } from '@concert/test-kit/until';
import type { SystemAddress } from '../../dev/system/address.ts';
import { Fleet, type Part } from '../../dev/system/fleet/fleet.ts';
import { startSystem } from '../../dev/system/system.ts';
import { makeBuyers } from '../../e2e/buyers.ts';
import { line, ratio } from '../figures.ts';
import { atEnd, withOwnSystem } from '../own-system.ts';
import { Crowd } from './crowd.ts';
import { between, Meters, type Spent } from '../meters.ts';
import { countRows, probe } from './probe.ts';
import { Profiles } from './profiles.ts';
import { rateOf, report, type Stretch } from './report.ts';
import { openShop, resize, type OpenShop } from '../shop.ts';
import { RUSH_SETTINGS } from './settings.ts';
import { bookedAt, checkSums } from './sums.ts';
import { reserveUnpaid } from './unpaid.ts';

/** What a rush is measured in; each can be asked for by its word. */
export const RUSH_PARTS = ['plain', 'half', 'overload', 'holds', 'copies'] as const;
export type RushPart = (typeof RUSH_PARTS)[number];

export interface RushOptions {
  readonly parts: readonly RushPart[];
  /** How long each stretch is measured. */
  readonly seconds: number;
  /** Folder for profiles of every process while {@link BUYERS} buy; none are taken without it. */
  readonly profile?: string | undefined;
}

export const RUSH_SECONDS = 60;
const BUYERS = 200;
/** What there can be two of on one machine. */
const COPIED: readonly Part[] = ['svc-booking', 'svc-payment', 'svc-notify'];
const OPEN_HOLDS = 10_000;
/** So many times as many people come as can be served. */
const TOO_MANY = 5;
/** After so many refusals a person goes away. */
const MAX_PRESSES = 3;
/** Requests of the crowd that can be under way at once: enough for none of them to wait for a connection. */
const CONNECTIONS = 4_000;
/** Buyers each second that a stretch needs at most, whose people buy one after the other. */
const MAX_PER_SECOND = 150;

const WINDOW_MS = 5_000;
/** How much two windows may differ where a rush is steady. */
const STEADY = 0.1;
const MAX_WARM_UP_WINDOWS = 16;

/** Orders before copies are measured: until then each order costs the database and the stand-ins more than the one before. */
const GROWN_ORDERS = 10_000;
/** Orders after a copy began: code that has run less is not compiled yet. */
const COPIES_WARM_ORDERS = 3_000;
const WARM_WITHIN_MS = 300_000;
/** As often as the chart's probes ask: each question costs the copies time of the processor. */
const READINESS_MS = 3_000;

/**
 * Two hundred people at once, each from the reservation to the mail with the tickets: orders per second, how long each step
 * takes, and what an order costs every process and the database.
 */
export async function benchRush({ parts, seconds, profile }: RushOptions): Promise<void> {
  if (seconds < RUSH_SECONDS)
    process.stdout.write(`\nSHORT: ${seconds} s a stretch instead of ${RUSH_SECONDS}; for trying, not for figures.\n`);
  const env = { LOG_LEVEL: 'warn', ...process.env };
  if (parts.some((part) => part !== 'copies')) await benchOneOfEach({ parts, seconds, profile }, env);
  if (parts.includes('copies')) await benchCopies(seconds, profile, env);
}

async function benchOneOfEach({ parts, seconds, profile }: RushOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const profiles = profile === undefined ? undefined : new Profiles(profile);
  await withOwnSystem(
    (place) => startSystem({ ...place, settings: profiles ? profiles.settings(RUSH_SETTINGS) : RUSH_SETTINGS }),
    (system) => inShop(system, (shop) => new Rush(shop, seconds).measure(parts, profiles)),
    env,
  );
}

/** One copy, two, and one again, all known to the gateway: the mean of the first and the last allows for a machine whose speed changes. */
async function benchCopies(seconds: number, profile: string | undefined, env: NodeJS.ProcessEnv): Promise<void> {
  const profiles = profile === undefined ? undefined : new Profiles(profile);
  const fleet = await Fleet.start({
    twice: COPIED,
    lookMs: READINESS_MS,
    settings: profiles?.settings(RUSH_SETTINGS) ?? RUSH_SETTINGS,
    env,
  });
  atEnd(() => fleet.stop());
  try {
    await inShop(fleet.system, (shop) => new Rush(shop, seconds, fleet).measureCopies(profiles));
  } finally {
    await fleet.stop();
  }
}

async function inShop(system: SystemAddress, work: (shop: OpenShop) => Promise<void>): Promise<void> {
  const shop = await openShop(system);
  try {
    await resize(system, 'General Seating', () => MAX_SEATS);
    await work(shop);
  } finally {
    await shop.close();
  }
}

class Rush {
  readonly #shop: OpenShop;
  readonly #seconds: number;
  readonly #meters: Meters;
  readonly #crowd: Crowd;
  readonly #fleet: Fleet | undefined;

  constructor(shop: OpenShop, seconds: number, fleet?: Fleet) {
    this.#shop = shop;
    this.#seconds = seconds;
    this.#fleet = fleet;
    this.#meters = new Meters(shop.root, shop.system.dataFolder, () => this.#secondCopies());
    const { site, payments, mailbox } = shop.system;
    if (!payments || !mailbox) throw new Error('a rush is measured with the stand-ins for payments and mail');
    this.#crowd = new Crowd({ site, payments, mailbox }, CONNECTIONS);
  }

  async measure(parts: readonly RushPart[], profiles: Profiles | undefined): Promise<void> {
    try {
      const rows = await countRows(this.#shop.connections);
      const plain = await this.#stretch(`${BUYERS} buyers at once`, () => this.#crowd.begin(BUYERS));
      if (profiles) await this.#profile(profiles);
      const peak = rateOf(plain);
      await this.#probe(rows, plain);
      if (parts.includes('half')) await this.#stretch('Half of that', () => this.#crowd.beginEvery(peak / 2));
      if (parts.includes('holds')) {
        await reserveUnpaid(this.#shop, OPEN_HOLDS);
        const held = await this.#stretch(`${BUYERS} buyers at once beside ${OPEN_HOLDS} open holds`, () => this.#crowd.begin(BUYERS));
        line(`rate beside ${OPEN_HOLDS} holds against none`, ratio(rateOf(held) / peak));
      }
      if (parts.includes('overload')) {
        const arrivals = TOO_MANY * peak;
        const title = `${arrivals.toFixed(0)} people come every second, ${TOO_MANY} times as many as are served`;
        const over = await this.#stretch(title, () => this.#crowd.beginEvery(arrivals, MAX_PRESSES), arrivals);
        line(
          'goodput against the rate of 200 buyers',
          ratio(rateOf(over) / peak),
          `${this.#crowd.left} went away after ${MAX_PRESSES} refusals`,
        );
      }
    } finally {
      await this.#crowd.close();
    }
  }

  async measureCopies(profiles: Profiles | undefined): Promise<void> {
    const fleet = this.#fleet!;
    const alone = () => this.#stretch(`${BUYERS} buyers at once, one copy of ${COPIED.join(', ')}`, () => this.#crowd.begin(BUYERS));
    try {
      await this.#buyUnmeasured(GROWN_ORDERS);
      for (const copy of this.#second()) await fleet.dismiss(copy);
      const before = rateOf(await alone());
      for (const copy of this.#second()) await fleet.roll(copy);
      await this.#buyUnmeasured(COPIES_WARM_ORDERS);
      const two = rateOf(await this.#stretch('The same with two copies', () => this.#crowd.begin(BUYERS)));
      if (profiles) await this.#profile(profiles);
      for (const copy of this.#second()) await fleet.dismiss(copy);
      const after = rateOf(await alone());
      const changed = `one after against one before: ${ratio(after / before)}`;
      line('rate of two copies against the mean of one before and one after', ratio((2 * two) / (before + after)), changed);
    } finally {
      await this.#crowd.close();
    }
  }

  #second(): Fleet['copies'] {
    const { system, copies } = this.#fleet!;
    return copies.filter((copy) => copy.pid() !== system.part(copy.part).pid);
  }

  #secondCopies(): { name: string; pid: number }[] {
    if (!this.#fleet) return [];
    return this.#second().flatMap((copy) => {
      const pid = copy.pid();
      return pid === undefined ? [] : [{ name: copy.part, pid }];
    });
  }

  /** A stretch of its own: whoever looks also costs. */
  async #profile(profiles: Profiles): Promise<void> {
    await this.#invite(MAX_PER_SECOND);
    this.#crowd.begin(BUYERS);
    await this.#warmUp();
    const { dataFolder } = this.#shop.system;
    const copies = this.#secondCopies();
    await profiles.begin(dataFolder, copies);
    const { purchases, spent } = await this.#measure();
    await profiles.end(dataFolder, purchases.length, spent, copies);
    await this.#crowd.finish();
  }

  /** Warms up until the rate is steady, measures, lets everybody finish, and checks the sums. */
  async #stretch(title: string, begin: () => void, mostPerSecond = MAX_PER_SECOND): Promise<Stretch> {
    await this.#invite(mostPerSecond);
    begin();
    await this.#warmUp();
    const stretch = await this.#measure();
    await this.#crowd.finish();
    const { connections, system } = this.#shop;
    const whole = { ...stretch, bookedAt: await bookedAt(connections.get('svc-booking')!, stretch.purchases) };
    report(title, whole);
    await checkSums(system, { booking: connections.get('svc-booking')!, payment: connections.get('svc-payment')! }, this.#crowd);
    return whole;
  }

  async #buyUnmeasured(orders: number): Promise<void> {
    await this.#invite(MAX_PER_SECOND, orders + BUYERS);
    this.#crowd.begin(BUYERS);
    const wanted = this.#crowd.purchases.length + orders;
    const bought = () => this.#crowd.purchases.length;
    await until(`${orders} have bought`, bought, (count) => count >= wanted, { withinMs: WARM_WITHIN_MS, everyMs: 500 });
    await this.#crowd.finish();
  }

  /**
   * Enough people for a stretch, its warm-up included.
   * @param least how many there are then at least
   */
  async #invite(perSecond: number, least = 0): Promise<void> {
    const seconds = (WINDOW_MS / 1_000) * (this.#mostWindows + 1) + this.#seconds;
    const missing = Math.max(least, Math.ceil(1.1 * perSecond * seconds)) - this.#crowd.invited;
    if (missing > 0) this.#crowd.invite(await makeBuyers(this.#shop.connections.get('svc-auth')!, missing));
  }

  get #mostWindows(): number {
    return Math.ceil(MAX_WARM_UP_WINDOWS * Math.min(1, this.#seconds / RUSH_SECONDS));
  }

  /** Until two windows in a row have the same rate. */
  async #warmUp(): Promise<void> {
    const rates: number[] = [];
    for (let before = 0, window = 0; window < this.#mostWindows; window += 1) {
      const from = this.#crowd.purchases.length;
      await pause(WINDOW_MS);
      const done = this.#crowd.purchases.length - from;
      rates.push(done / (WINDOW_MS / 1_000));
      if (before > 0 && done > 0 && Math.abs(done - before) <= STEADY * Math.max(done, before)) break;
      before = done;
    }
    process.stdout.write(`\nwarm-up, orders per second every ${WINDOW_MS / 1_000} s: ${rates.map((rate) => rate.toFixed(1)).join(' ')}\n`);
  }

  async #measure(): Promise<Omit<Stretch, 'bookedAt'>> {
    const crowd = this.#crowd;
    const [purchases, refusals] = [crowd.purchases.length, crowd.refusals.length];
    const faults = new Map(crowd.faults);
    const lag = monitorEventLoopDelay({ resolution: 10 });
    lag.enable();
    const before = await this.#meters.read();
    await pause(this.#seconds * 1_000);
    const after = await this.#meters.read();
    lag.disable();
    const spent: Spent = between(before, after);
    return {
      seconds: spent.seconds,
      purchases: crowd.purchases.slice(purchases),
      refusals: crowd.refusals.slice(refusals),
      faults: new Map(
        [...crowd.faults]
          .map(([what, count]): [string, number] => [what, count - (faults.get(what) ?? 0)])
          .filter(([, count]) => count > 0),
      ),
      spent,
      loadLagMs: lag.percentile(99) / 1e6,
    };
  }

  /** What the bare driver makes of the same rows. */
  async #probe(rowsBefore: ReadonlyMap<string, number>, plain: Stretch): Promise<void> {
    const { connections } = this.#shop;
    const after = await countRows(connections);
    const before = await this.#meters.read();
    const written = await probe(connections, {
      before: rowsBefore,
      after,
      orders: this.#crowd.purchases.length,
      updates: plain.spent.documents.updated / plain.purchases.length,
      seconds: Math.min(15, this.#seconds),
    });
    const spent = between(before, await this.#meters.read());
    const orders = written.perSecond * spent.seconds;
    line(
      'probe: the same rows by the bare driver, 50 orders together',
      `${written.perSecond.toFixed(0)} /s`,
      `${written.rows.toFixed(1)} rows each, ${((spent.cpuMs.get('mongodb') ?? 0) / orders).toFixed(2)} ms of the database's processor`,
    );
    line('paid orders against the probe', ratio(rateOf(plain) / written.perSecond));
  }
}
