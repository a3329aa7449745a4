import { setTimeout as pause } from 'node:timers/promises';
import { numbersFrom } from '@concert/test-kit/numbers';
import { Crowd } from './crowd.ts';
import type { Experiment, Proof } from './proof.ts';
import { Site } from './site/site.ts';

/** What faults act on. */
export interface Stage {
  readonly site: Site;
  readonly crowd: Crowd;
  readonly proof: Proof;
  /** Where each choice comes from. */
  readonly random: () => number;
}

/** Something that goes wrong while people buy. */
export type Fault = (stage: Stage) => Promise<void>;

/** Faults of one kind, each once a round, in an order of its own. */
export interface Disturbance extends Omit<Experiment, 'run'> {
  readonly faults: readonly Fault[];
  /** Takes back what would last. */
  readonly after?: Fault;
}

const SHORT_PAUSE_MS = 500;
/** The longest pause between two faults. */
const REST_MS = 3_000;
/** After so many faults people stop, and all that is always true is looked at. */
const LOOK_EVERY = 50;

/** A number from 0 up to below `most`. */
export const below = (random: () => number, most: number): number => Math.floor(random() * most);

/** The same in an order of its own. */
export function shuffled<T>(random: () => number, all: readonly T[]): T[] {
  const places = new Map(all.map((one) => [one, random()]));
  return [...all].sort((a, b) => places.get(a)! - places.get(b)!);
}

/** The experiment that makes these faults while people buy, and looks what came of it. */
export function disturbed({ faults, after, ...experiment }: Disturbance): Experiment {
  const run = (proof: Proof) =>
    Site.with(proof, {}, async (site) => {
      await site.change();
      const stage: Stage = { site, crowd: new Crowd(site, proof), proof, random: numbersFrom(proof.standing.seed + proof.standing.done) };
      let round: Fault[] = [];
      while (!proof.isOver) {
        stage.crowd.start();
        for (let count = 0; count < LOOK_EVERY && !proof.isOver; count += 1) {
          await pause(SHORT_PAUSE_MS + below(stage.random, REST_MS));
          if (round.length === 0) round = shuffled(stage.random, faults);
          await round.shift()!(stage);
          proof.count();
        }
        await after?.(stage);
        await stage.crowd.stop();
        proof.say('people have gone; waiting until all that is due is done');
        await site.look(() => stage.crowd.broken());
      }
    });
  return { ...experiment, run };
}
