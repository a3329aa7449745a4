import { beforeEach, expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { KeptCopies, type CopyStore, type SealedCopy } from './kept-copies.ts';

const concert = { startsAt: '2027-07-03T22:00:00.000Z', title: 'Music for Meditation' } as ConcertView;
const [vera, otto] = [
  { reference: 'bk_1', capability: 'signed-for-vera' },
  { reference: 'bk_1', capability: 'guessed' },
];
const bookings = [{ name: 'Vera', tickets: [{ code: 'T1.secret' }] }];
let lying: Map<string, SealedCopy>;
let now: number;
let copies: KeptCopies;

const store: CopyStore = {
  get: (name) => Promise.resolve(lying.get(name)),
  put: (name, copy) => Promise.resolve(void lying.set(name, copy)),
  delete: (name) => Promise.resolve(void lying.delete(name)),
  deleteEnded: (at) => Promise.resolve([...lying].forEach(([name, { until }]) => until <= at && lying.delete(name))),
};

beforeEach(() => {
  lying = new Map();
  now = Date.parse('2027-07-01T10:00:00.000Z');
  copies = new KeptCopies(store, () => now);
});

it('B5-511 gives tickets back to their own address, and to no other; nothing on the device can be read without it', async () => {
  await copies.keep(vera, bookings, concert);
  expect(await copies.find(vera)).toEqual({ bookings, concert, keptAt: '2027-07-01T10:00:00.000Z' });
  expect(await copies.find(otto)).toBeUndefined();
  const [[name, { bytes }]] = [...lying] as [[string, SealedCopy]];
  for (const word of ['Vera', 'T1.secret', 'bk_1', 'signed'])
    expect([word, name.includes(word), Buffer.from(bytes).includes(word)]).toEqual([word, false, false]);
});

it('B5-511 forgets tickets two days after the concert, and keeps none of one that is over', async () => {
  await copies.keep(vera, bookings, concert);
  now = Date.parse(concert.startsAt) + 2 * 86_400_000 - 1;
  expect(await copies.find(vera)).toBeDefined();
  now += 1;
  expect([await copies.find(vera), lying.size]).toEqual([undefined, 0]);
  await copies.keep(vera, bookings, concert);
  expect(lying.size).toBe(0);
});

it('says nothing where a browser keeps nothing', async () => {
  const blocked = new KeptCopies(
    { ...store, put: () => Promise.reject(new Error('blocked')), get: () => Promise.reject(new Error('blocked')) },
    () => now,
  );
  await blocked.keep(vera, bookings, concert);
  expect(await blocked.find(vera)).toBeUndefined();
});
