import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { ROOT } from '@concert/machine-kit/rooms';
import { numbersFrom } from '@concert/test-kit/numbers';
import { patchedCode } from '@concert/test-kit/patched-code';
import { below } from '../disturbed.ts';
import type { Experiment, Proof } from '../proof.ts';
import { Site } from '../site/site.ts';
import { OFFER_MS, People } from '../waiting/people.ts';
import { Watch } from '../waiting/watch.ts';
import { NODE_FLAGS } from './money.ts';

/*
 * People reserve, wait, take, decline and miss offers, give tickets back, keep them after all and are refunded, while an admin makes the hall larger and
 * smaller and processes are killed. What each was told is kept beside; looks at the database as of one moment see what nobody is told.
 */

/** Few seats for many; those of Premium are accessible. */
const SEATS = { 'General Seating': 120, 'Preferred Seating': 48, 'Premium Seating': 12, 'VIP Seating': 0 };
const [LOOK_MS, RESIZE_MS, KILL_MS] = [250, 4_000, 25_000];
const FILLED = '% of returned seats filled in 100 simulated months';
const VICTIMS = ['svc-booking', 'svc-booking-2', 'svc-payment', 'svc-booking', 'mongodb', 'svc-booking-2', 'rabbitmq'];
/** An offer ends after seconds here, instead of hours. */
const SHORT_OFFERS = patchedCode('/waiting/offer-end.js', 'Math.max(end, atLeast)', `now.getTime() + ${OFFER_MS}`).join(' ');

/** Makes one category larger or smaller, as far as its tickets allow. */
async function resize(proof: Proof, site: Site, isOpen: () => boolean): Promise<void> {
  const random = numbersFrom(proof.standing.seed + proof.standing.done);
  for (; isOpen(); await pause(RESIZE_MS)) {
    const seating = SEATINGS[below(random, 2)] as keyof typeof SEATS;
    const change = site.change((body) => void (body.capacities[seating] = Math.round(SEATS[seating] * (0.85 + 0.4 * random()))));
    proof.figure(await change.then(() => 'changes of the hall').catch(() => 'changes of the hall refused'));
  }
}

/** Months of a hall in fast time, by svc-booking's rules alone: no clock of a real process goes faster. One seed gives the same months. */
function simulateMonths(proof: Proof): void {
  const { standing } = proof;
  if (FILLED in standing.figures || proof.options.isControl) return;
  const program = path.join(ROOT, 'svc-booking/src/waiting/waiting-month-proofs.harness.ts');
  const told = execFileSync(process.execPath, [...NODE_FLAGS, program, String(standing.seed), '100'], { encoding: 'utf8' });
  const shares = told.match(/[\d.]+/g)!.map(Number);
  const all = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  standing.figures[FILLED] = all;
  standing.figures['% in the worst of them'] = Math.min(...shares);
  if (!(all >= 95)) proof.violation(`of the returned seats of a simulated month ${all} % were filled`);
}

/** The waiting list and returned tickets, on two copies of svc-booking. */
export const waiting: Experiment = {
  name: 'waiting',
  goal: 100_000,
  shows: 'steps of people who wait for seats and give tickets back, with kills: no seat twice, none free for a minute, nobody passed by',
  lacks: 'offers go to whoever came last',
  shownBy: 'was passed by',
  patch: {
    service: 'svc-booking',
    file: 'svc-booking/src/waiting/waiting.ts',
    code: 'inOrder.filter((place)',
    into: 'inOrder.toReversed().filter((place)',
  },
  alsoLacks: [
    {
      lacks: 'a returned ticket stays valid when its seat is sold',
      shownBy: 'tickets are valid for',
      patch: {
        service: 'svc-booking',
        file: 'svc-booking/src/bookings/take-returned.ts',
        code: '!some || !(first || isBeyond(seats.stock))',
        into: 'true',
      },
    },
    {
      lacks: 'nobody is offered what is free',
      shownBy: 'seats are free that fit',
      patch: {
        service: 'svc-booking',
        file: 'svc-booking/src/waiting/offer-seats.ts',
        code: 'waiting.length > 0 || stocks.some(hasWaits)',
        into: 'false',
      },
    },
    {
      lacks: 'offers never end',
      shownBy: 'what is offered ended',
      patch: { service: 'svc-booking', file: 'svc-booking/src/bookings/mongo-bookings.ts', code: '$lt: now', into: '$lt: new Date(0)' },
    },
    {
      lacks: 'the money of tickets that were taken does not go back',
      shownBy: 'went back',
      patch: {
        service: 'svc-payment',
        file: 'svc-payment/src/refunds/asking/give-back-tickets.ts',
        code: 'else if (given)',
        into: 'else if (false)',
      },
    },
  ],
  run: async (proof) => {
    simulateMonths(proof);
    await Site.with(proof, { twice: ['svc-booking'], nodeOptions: SHORT_OFFERS }, async (site) => {
      await site.change((body) => {
        Object.assign(body.capacities, SEATS);
        body.protectedSeats['Premium Seating'] = { accessible: SEATS['Premium Seating'], companions: 0 };
      });
      const watch = new Watch(site, proof);
      const people = new People(site, proof, watch);
      let isOpen = true;
      const looks = async () => {
        for (; isOpen; await pause(LOOK_MS)) await watch.look().catch(() => proof.figure('looks that failed'));
      };
      // Where a fault is planted nothing else is to go wrong.
      const mayKill = () => isOpen && !proof.options.isControl;
      const around = Promise.all([looks(), resize(proof, site, () => isOpen), site.killInTurn(VICTIMS, KILL_MS, mayKill)]);
      try {
        while (!proof.isOver) await people.epoch();
      } finally {
        isOpen = false;
        await around;
      }
    });
  },
};
