import { randomUUID } from 'node:crypto';
import { defineCollection } from '@concert/service-kit/collection';
import mongoose, { type Connection } from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { line, ratio } from './figures.ts';

interface Sample {
  _id: string;
  kind: 'first' | 'second';
  subject: string;
  bookings: string[];
  attempts: number;
  createdAt: Date;
  sentAt: Date | null;
}

const samples = defineCollection<Sample>({
  name: 'bench-casting',
  stores: 'A row of the size of a mail',
  kept: 'until the measurement is over',
  fields: {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: ['first', 'second'] },
    subject: { type: String, required: true },
    bookings: { type: [String], required: true },
    attempts: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    sentAt: { type: Date },
  },
  indexes: [],
});

const ROWS = 1_000;
const TOGETHER = 50;
const ROUNDS = 3;

const sample = (): Sample => ({
  _id: randomUUID(),
  kind: 'first',
  subject: randomUUID(),
  bookings: [randomUUID()],
  attempts: 0,
  createdAt: new Date(),
  sentAt: null,
});

/** Processor milliseconds of this program for each row. */
async function cost(rows: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / rows;
}

/* One after the other, so that each is a command of its own. */
async function each(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of ids) await act(id);
}

async function inGroups(rows: readonly Sample[], act: (group: Sample[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += TOGETHER) await act(rows.slice(at, at + TOGETHER));
}

/** What a model's casting and validation cost, beside the driver's own collection: what 0042 lets hot paths pass by. */
export async function benchCasting(system: SystemAddress): Promise<void> {
  const connection = await mongoose.createConnection(system.mongo['svc-notify']).asPromise();
  try {
    await measure(connection);
  } finally {
    await connection.dropCollection(samples.name);
    await connection.close();
  }
}

async function measure(connection: Connection): Promise<void> {
  const [model, driver] = [samples.on(connection), samples.driver(connection)];
  const read = [0, 0];
  const written = [0, 0];
  const updated = [0, 0];
  // The first round warms up and is not counted; each form leads in turn.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rows = Array.from({ length: ROWS }, sample);
    const others = Array.from({ length: ROWS }, sample);
    const ids = rows.map(({ _id }) => _id);
    const count = (sums: number[], at: 0 | 1, value: number) => (sums[at] = (sums[at] ?? 0) + (round === 0 ? 0 : value / ROUNDS));
    const forms = [
      async () => {
        count(written, 0, await cost(ROWS, () => inGroups(rows, (group) => driver.insertMany(group))));
        count(read, 0, await cost(ROWS, () => each(ids, (_id) => driver.findOne({ _id }))));
        count(updated, 0, await cost(ROWS, () => each(ids, (_id) => driver.updateOne({ _id }, { $set: { kind: 'second' } }))));
      },
      async () => {
        const otherIds = others.map(({ _id }) => _id);
        count(written, 1, await cost(ROWS, () => inGroups(others, (group) => model.insertMany(group))));
        count(read, 1, await cost(ROWS, () => each(otherIds, (_id) => model.findOne({ _id }).lean())));
        count(updated, 1, await cost(ROWS, () => each(otherIds, (_id) => model.updateOne({ _id }, { $set: { kind: 'second' } }))));
      },
    ];
    for (const form of round % 2 === 0 ? forms : forms.reverse()) await form();
  }
  const say = (what: string, [bare = 0, cast = 0]: number[]) =>
    line(`casting: ${what}`, ratio(cast / bare), `${cast.toFixed(3)} ms of processor by the model, ${bare.toFixed(3)} by the driver`);
  say('a row read by its id', read);
  say('a row changed by its id', updated);
  say(`a row of ${TOGETHER} inserted together`, written);
}
