import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { rootUrl } from '../../system/databases.ts';
import { below, disturbed, type Fault } from '../disturbed.ts';

/** Which of the stand-ins' faults are counted, and how many of each at most. */
const COUNTED = {
  payments: {
    ...{ failNext: 4, failKeptNext: 2, failMadeNext: 2, silentNext: 2, cutNext: 4, htmlNext: 4 },
    ...{ duplicateWebhooks: 10, reorderWebhooks: 10, dropWebhooks: 6, rateLimitSeconds: 4 },
  },
  mailbox: { tooManyNext: 9, failNext: 9, unavailableNext: 9, cutNext: 9 },
};
/** What falls silent and for how long, in milliseconds: longer than its callers wait for an answer. */
const FROZEN = { mongodb: 4_000, rabbitmq: 6_000, payments: 6_000, mailbox: 12_000 };
const STEPPED_DOWN_SECONDS = 5;

const counted = Object.entries(COUNTED).flatMap(([provider, faults]) =>
  Object.entries(faults).map(([name, most]): Fault => async ({ site, proof, random }) => {
    const times = 1 + below(random, most);
    proof.say(`${provider}: ${name} ${times}`);
    await site.tell(provider as keyof typeof COUNTED, 'faults', { [name]: times });
  }),
);

const frozen = Object.entries(FROZEN).map(([part, milliseconds]): Fault => async ({ site, proof }) => {
  proof.say(`${part} does not answer`);
  await site.freeze(part, milliseconds);
});

/** Makes the primary step down; the only member, it is elected again once it may be. */
const stepDown: Fault = async ({ site, proof }) => {
  proof.say('the primary steps down');
  const client = new mongoose.mongo.MongoClient(await rootUrl(site.system));
  const asked = client.db('admin').command({ replSetStepDown: STEPPED_DOWN_SECONDS, force: true });
  // Whoever asks may lose the connection by it.
  await asked.catch(() => undefined).finally(() => client.close());
  await pause(STEPPED_DOWN_SECONDS * 1_000);
};

/** In the moment in which somebody is told that a seat is theirs. */
const killAfterAnswer: Fault = async ({ site, proof, crowd: { bought } }) => {
  const before = bought.length;
  await until('someone is told', () => bought.length > before, true, { everyMs: 1 }).catch(() => undefined);
  const killed = site.kill('mongodb');
  proof.say('kill -9 of the database after an answer');
  await killed;
};

export const faults = disturbed({
  name: 'faults',
  goal: 500,
  shows: 'database and broker fall silent, providers fail, lose and repeat: each order is paid once and emailed',
  lacks: 'what is answered is not in the journal yet',
  patch: {
    service: 'svc-booking',
    file: 'packages/service-kit/src/store/mongo.ts',
    code: 'journal: true',
    into: 'journal: false, w: 1',
  },
  faults: [...counted, ...frozen, stepDown, killAfterAnswer, killAfterAnswer],
  async after({ site }) {
    for (const provider of ['payments', 'mailbox'] as const) await site.tell(provider, 'faults', { reset: true });
    await site.tell('payments', 'webhooks/release', { order: 'reversed' });
  },
});
