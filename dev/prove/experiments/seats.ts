import { setTimeout as pause } from 'node:timers/promises';
import { SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { until } from '@concert/test-kit/until';
import { rows, type Taken } from '../../system/invariants/rows.ts';
import { Crowd, type Habits } from '../crowd.ts';
import { below } from '../disturbed.ts';
import type { Experiment, Proof } from '../proof.ts';
import { Site } from '../site/site.ts';

/*
 * A crowd that reserves one to six tickets and gives them up again, so that few seats are always fought for, while copies of svc-booking
 * are killed. No moment may show more seats taken than there are, and none may stay taken when nobody has one.
 */

const CATEGORIES: readonly Seating[] = ['General Seating', 'Preferred Seating'];
const [CAPACITY, ACCESSIBLE, COMPANIONS] = [60, 6, 8];
/** So many attempts before everybody has given up and the counters are compared. */
const EPOCH = 10_000;
const WATCH_MS = 20;
const KILL_EVERY_MS = 12_000;
/** Share of attempts at an accessible seat. */
const WITH_ACCESS = 0.15;

const taken = ({ sold, held, returning = 0 }: Taken): number => sold + held - returning;

const order: Habits['order'] = (random) => {
  const seating = CATEGORIES[below(random, CATEGORIES.length)]!;
  const notickets = 1 + below(random, SEATING_RULES[seating].maxTickets);
  return { seating, notickets, ...(random() < WITH_ACCESS ? { companions: Math.min(notickets - 1, below(random, 4)) } : {}) };
};

/** Everybody gives up after a moment. */
const HABITS = { atOnce: 120, everyMs: 0, ponders: 200, order, twice: 0, givesUp: 1 };

/** Looks all the time whether more is taken than there is. */
async function watch(proof: Proof, site: Site, isOpen: () => boolean): Promise<void> {
  while (isOpen()) {
    for (const { _id, capacity, pools, ...row } of await rows(site, 'booking', 'stock').find().toArray()) {
      if (taken(row) > capacity) proof.violation(`oversold: ${taken(row)} of ${capacity} in ${_id}`);
      if (pools && taken(pools.accessible) > pools.accessible.seats)
        proof.violation(`oversold: ${taken(pools.accessible)} of ${pools.accessible.seats} accessible seats in ${_id}`);
      if (taken(row) === capacity) proof.figure('times seen full');
    }
    await pause(WATCH_MS);
  }
}

/** Lets people try until so many attempts were made and everybody has given up; then nothing may be taken. */
async function epoch(proof: Proof, site: Site): Promise<void> {
  const end = proof.standing.done + EPOCH;
  const crowd = new Crowd(site, proof, { ...HABITS, tried: () => proof.count() });
  crowd.start();
  while (!proof.isOver && proof.standing.done < end) await pause(500);
  await crowd.stop();
  const left = () =>
    rows(site, 'booking', 'stock')
      .find({ $or: [{ held: { $ne: 0 } }, { sold: { $ne: 0 } }] })
      .toArray();
  await until('no seat is taken', left, ({ length }) => length === 0, { withinMs: 60_000, everyMs: 500 }).catch(async () => {
    for (const row of await left()) proof.violation(`stranded: ${taken(row)} seats of ${row._id}, and nobody has one`);
  });
  await site.look();
}

/** Contended reservations on two copies of svc-booking. */
export const seats: Experiment = {
  name: 'seats',
  goal: 200_000,
  shows: 'contended attempts at 1 to 6 tickets, accessible seats too, on two copies that are killed: none oversold, none stranded',
  lacks: 'seats that are taken are not compared with those there are',
  patch: {
    service: 'svc-booking',
    file: 'svc-booking/src/seats/stock.ts',
    code: 'this.shortage(next)',
    into: "'none'",
  },
  run: (proof) =>
    Site.with(proof, { twice: ['svc-booking'] }, async (site) => {
      await site.change((body) => {
        for (const seating of CATEGORIES) {
          body.capacities[seating] = CAPACITY;
          body.protectedSeats[seating] = { accessible: ACCESSIBLE, companions: COMPANIONS };
        }
      });
      let isOpen = true;
      const around = Promise.all([
        watch(proof, site, () => isOpen),
        site.killInTurn(['svc-booking', 'svc-booking-2'], KILL_EVERY_MS, () => isOpen),
      ]);
      try {
        while (!proof.isOver) await epoch(proof, site);
      } finally {
        isOpen = false;
        await around;
      }
    }),
};
