import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { rootUrl } from '../../system/databases.ts';
import { disturbed, fault, type Fault } from '../disturbed.ts';

const FROZEN_MS = 4_000;
const STEPPED_DOWN_SECONDS = 5;

/** Makes the primary step down; the only member, it is elected again once it may be. */
const stepDown = fault('the primary steps down', async ({ site: { system } }) => {
  const client = new mongoose.mongo.MongoClient(await rootUrl(system));
  const asked = client.db('admin').command({ replSetStepDown: STEPPED_DOWN_SECONDS, force: true });
  // Whoever asks may lose the connection by it.
  await asked.catch(() => undefined).finally(() => client.close());
  await pause(STEPPED_DOWN_SECONDS * 1_000);
});

const freeze = fault('the database does not answer', ({ site }) => site.freeze('mongodb', FROZEN_MS));

/** In the moment in which somebody is told that a seat is theirs, every time. */
const killAfterAnswer: Fault = async ({ site, proof, crowd: { bought } }) => {
  const before = bought.length;
  await until('someone is told', () => bought.length > before, true, { everyMs: 1 }).catch(() => undefined);
  const killed = site.kill('mongodb');
  proof.say('kill -9 of the database after an answer');
  await killed;
};

export const database = disturbed({
  name: 'database',
  goal: 200,
  shows: 'the database is killed, steps down, and falls silent: whoever was told that a seat is theirs has it',
  lacks: 'what is answered is not in the journal yet',
  patch: {
    service: 'svc-booking',
    file: 'packages/service-kit/src/store/mongo.ts',
    code: 'journal: true',
    into: 'journal: false, w: 1',
  },
  faults: [killAfterAnswer, killAfterAnswer, stepDown, freeze],
});
