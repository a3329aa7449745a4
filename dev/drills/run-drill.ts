import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signalGroup } from '@concert/machine-kit/reaper';
import { ROOT, SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { makeBuyers } from '@concert/test-kit/buyers';
import { numbersFrom } from '@concert/test-kit/numbers';
import { patchedCode } from '@concert/test-kit/patched-code';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { isSound, lookAt, tableOf } from '../system/invariants/invariants.ts';
import { standInTotals } from '../system/invariants/stand-in-totals.ts';
import { withOwnSystem } from '../system/own-system.ts';
import { startSystem, type System } from '../system/system.ts';
import { Crowd } from './crowd.ts';

/** A build that lacks one guard: its drill must end with a breach. */
export interface Control {
  readonly lacks: string;
  /** The service that runs without it. */
  readonly service: ServiceName;
  /** A source file, and text that its compiled form has once: no object literal, which the compiler lays out anew. */
  readonly file: string;
  readonly code: string;
  readonly into: string;
}

/** Faults of one kind, made while people buy. */
export interface Drill {
  readonly says: string;
  readonly control: Control;
  /** Each happens once a round, in an order of its own. */
  readonly faults: readonly ((stage: Stage) => Promise<void>)[];
  /** The longest pause between two faults, in milliseconds; three seconds, when left out. */
  readonly restMs?: number;
  /** Takes back what would last. */
  readonly after?: (stage: Stage) => Promise<void>;
  /** What is wrong beside the invariants, in words; asked again until nothing is. */
  readonly breaches?: (stage: Stage) => Promise<string[]>;
}

/** What a drill acts on. */
export interface Stage {
  readonly system: System;
  readonly databases: Readonly<Record<'auth' | 'booking' | 'payment' | 'notify', mongoose.Connection>>;
  readonly crowd: Crowd;
  /** Where each choice comes from. */
  readonly random: () => number;
  /** Breaches that were seen on the way. */
  readonly seen: string[];
  readonly say: (text: string) => void;
  /** Sends a signal to a process and all it started. */
  readonly signal: (part: string, signal: NodeJS.Signals) => void;
  /** Kills a part and waits until it runs again. */
  readonly kill: (part: string) => Promise<void>;
}

/** More than buy within five minutes on a machine at rest. */
const BUYERS = 8_000;
const AT_ONCE = 6;
/** A mail whose sender died is due a minute later, and what is due is done within a minute (invariant I14); on a machine at rest at once. */
const SETTLED_MS = 90_000;
const LOOK_MS = 2_000;
/** Between two faults. */
const SHORT_PAUSE_MS = 500;
const REST_MS = 3_000;
const PLENTY = 1_000_000;
/** People come from one address here, which would be taken for an attack. */
const UNHURRIED = { RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_AUTH_PER_MINUTE: '100000000' };
/** What its buyers may see of a booking whose money was taken. */
const CHARGED = ['paid', 'refund_requested', 'refund_failed', 'refunded', 'late_paid'];

/** A number from 0 up to below `most`. */
export const below = (random: () => number, most: number): number => Math.floor(random() * most);

/** The same in an order of its own. */
export function shuffled<T>(random: () => number, all: readonly T[]): T[] {
  const places = new Map(all.map((one) => [one, random()]));
  return [...all].sort((a, b) => places.get(a)! - places.get(b)!);
}

/** Tells a stand-in what to do from now on. */
export async function tell(url: string, body: object): Promise<void> {
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/**
 * Runs a drill on a system of its own, and prints what happens and the invariants.
 * @param control whether the system lacks the drill's guard
 * @returns what is wrong at the end, in words
 */
export function runDrill(name: string, drill: Drill, seed: number, minutes: number, control: boolean): Promise<string[]> {
  const began = Date.now();
  let people: Crowd | undefined;
  const say = (text: string) => {
    const bought = people ? `${people.bought.length} reserved, ${people.paid.length} paid` : '';
    console.log(`  ${String(Math.round((Date.now() - began) / 1_000)).padStart(4)} s  ${bought.padEnd(24)} ${text}`);
  };
  const { service, file, code, into } = drill.control;
  const hook = patchedCode(file.replace(/^.*\/src/, '').replace(/ts$/, 'js'), code, into).join(' ');
  const hooked: Record<string, string> = control ? { NODE_OPTIONS: hook } : {};
  const settings = { gateway: UNHURRIED, [service]: hooked };
  return withOwnSystem(
    (place) => startSystem({ ...place, settings, notice: say }),
    async (system) => {
      const open = async (name: ServiceName) => [name.slice(4), await mongoose.createConnection(system.mongo[name]).asPromise()] as const;
      const databases = Object.fromEntries(await Promise.all(SERVICES.map(open))) as Stage['databases'];
      const crowd = (people = new Crowd(system.site, system.payments!));
      const stage: Stage = { system, databases, crowd, say, seen: [], random: numbersFrom(seed), ...handsOn(system) };
      try {
        const stocks = databases.booking.collection<{ _id: string }>('stock');
        await stocks.updateOne({ _id: 'General Seating' }, { $set: { capacity: PLENTY }, $inc: { version: 1 } });
        // Mails to some come back.
        const buyers = [...(await makeBuyers(databases.auth, BUYERS)), ...(await makeBuyers(databases.auth, BUYERS / 10, 'bounce'))];
        crowd.start(shuffled(numbersFrom(seed), buyers), AT_ONCE, seed);
        await disturb(drill, stage, Date.now() + minutes * 60_000);
        await crowd.stop();
        say('the faults are over; waiting until all that is due is done');
        return await settled(drill, stage);
      } finally {
        await Promise.all(Object.values(databases).map((connection) => connection.close(true)));
      }
    },
    process.env,
    path.join(ROOT, '.cache/drill-logs', name),
  );
}

async function disturb({ faults, after, restMs = REST_MS }: Drill, stage: Stage, over: number): Promise<void> {
  let round: Drill['faults'][number][] = [];
  while (Date.now() < over) {
    await pause(SHORT_PAUSE_MS + below(stage.random, restMs));
    if (round.length === 0) round = shuffled(stage.random, faults);
    await round.shift()!(stage);
  }
  await after?.(stage);
}

function handsOn(system: System): Pick<Stage, 'signal' | 'kill'> {
  const signal: Stage['signal'] = (part, which) => {
    const { pid } = system.part(part);
    if (pid !== undefined) signalGroup(pid, which);
  };
  return {
    signal,
    kill: async (part) => {
      const { restarts, pid } = system.part(part);
      const runsAgain = () => system.part(part).restarts > restarts && system.part(part).pid !== pid;
      signal(part, 'SIGKILL');
      await until(`${part} runs again`, runsAgain, true, { withinMs: 120_000 });
    },
  };
}

/** Waits until nothing is wrong any more, a minute at most, and prints the invariants. @returns what is still wrong */
async function settled(drill: Drill, stage: Stage): Promise<string[]> {
  const sources = { databases: stage.databases, provider: () => standInTotals(stage.system.payments!) };
  for (const deadline = Date.now() + SETTLED_MS; ; await pause(LOOK_MS)) {
    const findings = await lookAt(sources, 'system');
    const own = [...stage.seen, ...stage.crowd.breaches, ...(await promised(stage)), ...((await drill.breaches?.(stage)) ?? [])];
    if (Date.now() < deadline && !(isSound(findings) && own.length === 0)) continue;
    stage.say('this is what is there');
    console.log(`${tableOf(findings)}\n${own.length === 0 ? 'ok' : '--'}      what people were told and what the drill looks at`);
    for (const breach of own.slice(0, 20)) console.log(`          ${breach}`);
    return [...findings.flatMap(({ id, breaches }) => breaches.map((breach) => `${id} ${breach}`)), ...own];
  }
}

/** Whoever was told that a seat is theirs has it, and whoever paid has a paid booking whose mail the provider took (invariants I7, I8). */
async function promised({ crowd, databases: { booking, notify } }: Stage): Promise<string[]> {
  const rows = await booking.collection<{ _id: string; status: string }>('reserve-your-seat').find().toArray();
  const statusOf = new Map(rows.map(({ _id, status }) => [_id, status]));
  const mailed = new Set(await notify.collection('mails').distinct('subjectId', { kind: 'ticket', state: 'accepted' }));
  return crowd.bought.flatMap(({ id, paid }) => {
    const status = statusOf.get(id);
    if (status === undefined) return [`booking ${id} was promised to somebody, and is not there`];
    if (paid && !CHARGED.includes(status)) return [`booking ${id} was paid at the provider, and is ${status}`];
    return status === 'paid' && !mailed.has(id) ? [`booking ${id} is paid, and its mail was not handed over`] : [];
  });
}
