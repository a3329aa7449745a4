import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { keepSecrets } from '../system/secrets.ts';
import type { Drill, Stage } from './run-drill.ts';

const FROZEN_MS = 4_000;
const STEPPED_DOWN_SECONDS = 5;

/** Makes the primary step down; the only member, it is elected again once it may be. */
async function stepDown({ system, say }: Stage): Promise<void> {
  say('the primary steps down');
  const { mongoRoot } = await keepSecrets(system.dataFolder);
  const { host } = new URL(system.mongo['svc-auth']);
  const client = new mongoose.mongo.MongoClient(`mongodb://root:${mongoRoot}@${host}/?directConnection=true`);
  const asked = client.db('admin').command({ replSetStepDown: STEPPED_DOWN_SECONDS, force: true });
  // Whoever asks may lose the connection by it.
  await asked.catch(() => undefined).finally(() => client.close());
  await pause(STEPPED_DOWN_SECONDS * 1_000);
}

async function freeze({ say, signal }: Stage): Promise<void> {
  say('the database does not answer');
  signal('mongodb', 'SIGSTOP');
  await pause(FROZEN_MS);
  signal('mongodb', 'SIGCONT');
}

/** In the moment in which somebody is told that a seat is theirs, every time. */
async function killAfterAnswer({ say, kill, crowd: { bought } }: Stage): Promise<void> {
  const before = bought.length;
  await until('somebody is told', () => bought.length > before, true, { everyMs: 1 }).catch(() => undefined);
  const killed = kill('mongodb');
  say('kill -9 of the database after an answer');
  await killed;
}

export const database: Drill = {
  says: 'the database is killed, steps down, and falls silent',
  control: {
    lacks: 'what is answered is not in the journal yet',
    service: 'svc-booking',
    file: 'packages/service-kit/src/store/mongo.ts',
    code: 'journal: true',
    into: 'journal: false, w: 1',
  },
  faults: [killAfterAnswer, killAfterAnswer, stepDown, freeze],
};
