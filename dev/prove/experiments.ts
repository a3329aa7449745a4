import { containers } from './experiments/containers.ts';
import { faults } from './experiments/faults.ts';
import { hour } from './experiments/hour.ts';
import { kills } from './experiments/kills.ts';
import { model } from './experiments/model.ts';
import { books, money } from './experiments/money.ts';
import { mutation } from './experiments/mutation.ts';
import { requests } from './experiments/requests.ts';
import { seats } from './experiments/seats.ts';
import { setup } from './experiments/setup.ts';
import { upgrade } from './experiments/upgrade.ts';
import { versions } from './experiments/versions.ts';
import { waiting } from './experiments/waiting.ts';
import type { Experiment } from './proof.ts';

/** All experiments, in the order in which `all` runs them. */
export const EXPERIMENTS: readonly Experiment[] = [
  ...[seats, money, books, requests, model, waiting, kills, faults, hour, mutation],
  ...[versions, setup, containers, upgrade],
];
