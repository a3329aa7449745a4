import { setTimeout as pause } from 'node:timers/promises';
import { numbersFrom } from '@concert/test-kit/numbers';
import { askStandIn } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import { standInTotals } from '../../system/invariants/stand-in-totals.ts';
import { FAULTS, House, type Fault } from '../containers/house.ts';
import { Crowd } from '../crowd.ts';
import { below, shuffled } from '../disturbed.ts';
import { lookAndJudge, SETTLED_MS } from '../look.ts';
import type { Experiment, Proof } from '../proof.ts';

/*
 * A house in containers is upgraded while people buy, again and again. Most upgrades are killed at a moment of chance, many of them on their way
 * back, too; the same command again has to end in the old release or the new one.
 */

/** About what an upgrade takes from its first look to its end, and a way back, on a machine of two cores. */
const UPGRADE_MS = 150_000;
const AGAIN_MS = 30_000;
/** From the closing to the end of a sound one. */
const CLOSED_MS = 70_000;
/** People outwait a killed upgrade, too. */
const PATIENCE_MS = 900_000;
/** The longest that people may be asked to come again. */
const MAX_CLOSED_S = 90;
const EACH = Object.keys(FAULTS) as Fault[];
/** Every fault once, a sound release as often as all of them. */
const ROUND: readonly Fault[] = [...EACH, ...EACH.map((): Fault => 'nothing')];

/** Asks the site all the time: how long it was away at a stretch, in seconds, while somebody upgraded it. */
class Visitor {
  most = 0;
  #since: number | undefined;
  #ends = false;
  readonly #asking: Promise<void>;

  constructor(url: string) {
    this.#asking = this.#ask(url);
  }

  /** Time in which nobody upgrades does not count. */
  forget(): void {
    this.#since = undefined;
  }

  async end(): Promise<void> {
    this.#ends = true;
    await this.#asking;
  }

  async #ask(url: string): Promise<void> {
    for (; !this.#ends; await pause(200)) {
      const answered = await fetch(`${url}/api/concert`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (answered) this.#since = undefined;
      else this.most = Math.max(this.most, (Date.now() - (this.#since ??= Date.now())) / 1_000);
    }
  }
}

/** Each email that came, by its reader and subject, with its arrivals: the mailbox forgets when it is started again. */
type Arrived = Map<string, Set<string>>;

/** Emails that came twice: each buyer buys once. */
async function doubled(house: House, arrived: Arrived): Promise<string[]> {
  type Arrival = Record<'to' | 'subject' | 'mailId' | 'at', string>;
  const { arrivals } = await askStandIn<{ arrivals: Arrival[] }>(house.system.mailbox, 'arrivals');
  for (const { to, subject, mailId, at } of arrivals) {
    const mail = `${to}: ${subject}`;
    arrived.set(mail, (arrived.get(mail) ?? new Set()).add(`${mailId} ${at}`));
  }
  return [...arrived].flatMap(([mail, { size }]) => (size > 1 ? [`the email ${mail} came ${size} times`] : []));
}

/** Waits until nothing is wrong any more; what stays so is a violation. */
async function look(proof: Proof, house: House, crowd: Crowd, arrived: Arrived): Promise<void> {
  const sources = { databases: house.databases, provider: () => standInTotals(house.system.payments) };
  const broken = async () => [...(await crowd.broken()), ...(await doubled(house, arrived))];
  // The stand-ins may be starting.
  await until('the stand-ins answer', () => Promise.all([sources.provider(), doubled(house, arrived)]), Boolean, { withinMs: SETTLED_MS });
  await lookAndJudge(proof, sources, broken);
}

async function round(proof: Proof, house: House, fault: Fault, random: () => number, arrived: Arrived): Promise<void> {
  await house.makeRelease(fault);
  const crowd = new Crowd(house, proof, { atOnce: 2, everyMs: 400, patienceMs: PATIENCE_MS });
  crowd.start();
  const visitor = new Visitor(house.url);
  const kills: number[] = [];
  // One of ten goes through undisturbed. Of the others half are killed once the site is closed, and all of them again and again on their way back.
  if (random() < 0.9) {
    let next = random() < 0.5 ? house.killed(below(random, UPGRADE_MS)) : house.killed(below(random, CLOSED_MS), 'closing');
    for (let after = await next; after !== undefined && kills.push(after) < 15 && random() < 0.95; after = await next) {
      visitor.forget();
      next = house.killed(below(random, AGAIN_MS));
    }
    visitor.forget();
  }
  const code = await house.upgrade().code;
  await crowd.stop();
  await visitor.end();
  const ended = await house.settled();
  proof.figure('upgrades');
  proof.figure(`ended ${ended}`);
  proof.most('s closed at most', visitor.most);
  const told = `${fault}, killed after ${kills.map((ms) => (ms / 1_000).toFixed(1)).join(' and ') || '-'} s, code ${code}`;
  proof.say(`${told}: ${ended}, closed ${visitor.most.toFixed(0)} s, ${crowd.paid.length} orders`);
  if (ended === 'mixed') proof.violation(`${told}: neither release is whole`);
  if (ended === 'new' && fault !== 'nothing') proof.violation(`${told}: a broken release was opened`);
  if (kills.length === 0 && (code === 0) !== (fault === 'nothing')) proof.violation(`${told}: ended so`);
  if (visitor.most > MAX_CLOSED_S) proof.violation(`${told}: closed for ${visitor.most.toFixed(0)} s`);
  await look(proof, house, crowd, arrived);
  proof.count(kills.length);
}

/** Upgrades of a house in containers. */
export const upgrade: Experiment = {
  name: 'upgrade',
  goal: 100,
  shows: 'with a container engine: kills of upgrades of a house that sells, sound and broken ones, each ended by the same command',
  lacks: 'a script that does not go back',
  run: (proof) =>
    House.with(proof, async (house) => {
      const arrived: Arrived = new Map();
      let left: Fault[] = [];
      while (!proof.isOver) {
        const random = numbersFrom(proof.standing.seed + (proof.standing.figures.upgrades ?? 0));
        // A control needs a release that has to go back.
        if (left.length === 0) left = proof.options.isControl ? ['a part that is never ready'] : shuffled(random, ROUND);
        await round(proof, house, left.shift()!, random, arrived);
      }
    }),
};
