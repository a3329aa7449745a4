import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_SEATS } from '@concert/contracts/booking/settings';
import { ROOT } from '@concert/machine-kit/rooms';
import { makeBuyers } from '@concert/test-kit/buyers';
import type { Buyer, Order } from '@concert/test-kit/site-client';
import { FLEET_PARTS, type FleetPart } from '../../system/fleet/fleet.ts';
import { processesOf } from '../../system/running-system.ts';
import { LiveHeap } from '../live-heap.ts';
import { OwnSite } from '../own-site.ts';
import type { Experiment, Proof } from '../proof.ts';
import { purchase } from '../purchase.ts';

/* People buy at half the rate this machine bears, for an hour: no process may grow, and no collection that nothing declares an end of. */

const ORDER: Order = { seating: 'General Seating', notickets: 1 };
const PER_SECOND = 10;
const BUYERS_AT_ONCE = 1_000;
const MINUTE_MS = 60_000;
/** Memory is compared with that of this minute; in a shorter run with the middle. */
const WARM_MINUTES = 10;
const MAX_GROWTH = 1.1;
const DATABASE = 'mongodb';

type Sizes = ReadonlyMap<string, number>;

/** Megabytes on the live heap of the gateway and each service, and what MongoDB takes of the machine. */
async function memoryNow({ fleet }: OwnSite, heap: LiveHeap): Promise<Sizes> {
  const sizes = new Map<string, number>();
  for (const { name, pid } of await processesOf(fleet.system.dataFolder)) {
    if (FLEET_PARTS.includes(name as FleetPart)) sizes.set(name, await heap.of(pid));
    if (name === DATABASE) sizes.set(name, Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024);
  }
  return sizes;
}

/** Lets people begin at an even rate until a moment. @returns their purchases, which may still be under way */
async function sellUntil(end: number, site: OwnSite, proof: Proof, buyers: Buyer[]): Promise<Promise<void>[]> {
  const begun: Promise<void>[] = [];
  for (let next = Date.now(); next < end && !proof.isOver; next += 1_000 / PER_SECOND) {
    if (buyers.length === 0) buyers.push(...(await makeBuyers(site.databases.auth, BUYERS_AT_ONCE)));
    const bought = purchase(site, buyers.pop()!, ORDER).then(
      () => proof.figure('orders paid'),
      (error: Error) => proof.violation(`an order: ${error.message}`),
    );
    begun.push(bought);
    await pause(Math.max(0, next - Date.now()));
  }
  return begun;
}

/** Compares each process with itself. A run of fewer than twice the minutes of warming up shows the growth, but does not judge it. */
function compareMemory(proof: Proof, minutes: readonly Sizes[]): void {
  const warm = minutes[Math.min(WARM_MINUTES, Math.ceil(minutes.length / 2)) - 1]!;
  const isJudged = minutes.length >= 2 * WARM_MINUTES;
  const end = minutes.at(-1)!;
  for (const [name, megabytes] of end) {
    const growth = megabytes / (warm.get(name) ?? 0);
    proof.say(`${name}: ${Math.round(megabytes)} MB, x ${growth.toFixed(2)}`);
    proof.figure(`MB x ${growth.toFixed(2)} ${name}`, Math.round(megabytes));
    // The database fills its cache up to the size that it is told.
    if (isJudged && name !== DATABASE && !(growth <= MAX_GROWTH))
      proof.violation(`${name} grew x ${growth.toFixed(2)} to ${Math.round(megabytes)} MB`);
  }
}

/** What each schema declares about how long its documents are kept, by collection; some are named by a constant. */
function declaredEnds(): ReadonlyMap<string, string> {
  const files = globSync('{svc-*,packages/service-kit}/src/**/*.ts', { cwd: ROOT });
  const text = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
  const constants = new Map([...text.matchAll(/const ([A-Z_]+) = '([^']+)'/g)].map(([, name, value]) => [name, value]));
  const declarations = text.matchAll(/^ {2}name: '?([\w-]+)'?,\n(?: {2}(?!name:).*\n)*? {2}kept: '([^']+)'/gm);
  return new Map([...declarations].map(([, name = '', kept = '']) => [constants.get(name) ?? name, kept]));
}

/** Each collection says how long its documents are kept, and a database index sees to it unless that is for ever or until somebody acts. */
async function lookAtCollections(proof: Proof, { databases }: OwnSite): Promise<void> {
  const ends = declaredEnds();
  for (const [owner, { db }] of Object.entries(databases)) {
    for (const { name } of await db!.listCollections({}, { nameOnly: true }).toArray()) {
      const [count, indexes] = await Promise.all([db!.collection(name).estimatedDocumentCount(), db!.collection(name).indexes()]);
      const ending = indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
      const kept = ends.get(name);
      proof.say(
        `${owner} ${name}: ${count} documents, ${ending ? 'ended by an index' : 'no index ends them'}, kept ${kept ?? 'nobody says how long'}`,
      );
      if (kept === undefined) proof.violation(`${owner} ${name}: nothing declares how long it is kept`);
      else if (!ending && !kept.startsWith('for ever') && count > (PER_SECOND * MINUTE_MS) / 1_000)
        proof.violation(`${owner} ${name}: ${count} documents kept "${kept}", and no index ends them`);
    }
  }
}

/** Half load; each run begins anew, because memory is that of one life. */
export const hour: Experiment = {
  name: 'hour',
  goal: 60,
  shows: `minutes at half load: every process flat (x ${MAX_GROWTH} since minute ${WARM_MINUTES}), every collection with a declared end`,
  run: async (proof) => {
    Object.assign(proof.standing, { done: 0, violations: 0, seconds: 0, figures: {}, examples: [] });
    const heap = new LiveHeap();
    const sell = async (site: OwnSite) => {
      await site.change((body) => {
        body.capacities[ORDER.seating] = MAX_SEATS;
      });
      const [buyers, minutes]: [Buyer[], Sizes[]] = [[], []];
      while (!proof.isOver) {
        const begun = await sellUntil(Date.now() + MINUTE_MS, site, proof, buyers);
        await Promise.all(begun);
        minutes.push(await memoryNow(site, heap));
        proof.count();
      }
      compareMemory(proof, minutes);
      await lookAtCollections(proof, site);
    };
    await OwnSite.with(proof, [], sell, heap.options).finally(() => heap.close());
  },
};
