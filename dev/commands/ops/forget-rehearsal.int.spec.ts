import { beforeEach, describe, expect, it } from '@jest/globals';
import { NAMES, useDatabases } from '../../system/four-databases.harness.ts';
import { rehearsalIn, removeRehearsal } from './forget-rehearsal.ts';

const NOW = new Date('2026-11-27T12:00:00.000Z');
const { databases, rows } = useDatabases();

beforeEach(async () => {
  for (const name of NAMES) await databases[name]!.dropDatabase();
  await rows('auth', 'users').insertOne({ _id: 'us_1' });
  await rows('booking', 'concerts').insertOne({ _id: 'current', title: 'Ours', sale: { opensAt: NOW, endsMinutesBefore: 5 }, version: 4 });
  await rows('booking', 'audit').insertOne({ _id: '1' });
  await rows('booking', 'reserve-your-seat').insertMany([{ _id: 'bk_1' }, { _id: 'bk_2' }]);
  await rows('booking', 'complimentary-entries').insertOne({ _id: 'cp_1' });
  await rows('booking', 'admissions').insertOne({ _id: 'bk_1.1' });
  const pool = { seats: 2, sold: 1, held: 1 };
  await rows('booking', 'stock').insertMany([
    { _id: 'General Seating', capacity: 500, sold: 2, held: 1, version: 3 },
    { _id: 'VIP Seating', capacity: 30, sold: 6, held: 0, pools: { accessible: pool, companions: pool }, version: 1 },
  ]);
  await rows('booking', 'allotments').insertOne({ _id: 'vip', capacity: 20, issued: 3 });
  await rows('payment', 'payment-sessions').insertOne({ _id: 'bk_1.1', checkoutSessionId: 'cs_test_1' });
  await rows('payment', 'money-ledger').insertOne({ _id: 'captured:1', checkoutSessionId: 'cs_test_1' });
  await rows('payment', 'checkpoints').insertOne({ _id: 'provider-notices', at: new Date(0) });
  await rows('notify', 'mails').insertMany([{ _id: 'ml_1' }, { _id: 'ml_2' }]);
  await rows('notify', 'concert-2024-contacts').insertOne({ _id: 'ct_1' });
});

describe('a rehearsal', () => {
  it('B4-559 is counted, then forgotten as often as one asks: stock and report stand at zero, and the concert is a draft', async () => {
    expect(await rehearsalIn(databases)).toEqual({ bookings: 2, entries: 1, admissions: 1, payments: 1, mails: 2 });
    for (let time = 1; time <= 2; time += 1) {
      await removeRehearsal(databases, NOW);
      expect(await rehearsalIn(databases)).toEqual({ bookings: 0, entries: 0, admissions: 0, payments: 0, mails: 0 });
      expect(await rows('payment', 'money-ledger').countDocuments()).toBe(0);
    }
    const pool = { seats: 2, sold: 0, held: 0 };
    expect(
      await rows('booking', 'stock')
        .find({}, { projection: { version: 0 } })
        .toArray(),
    ).toEqual([
      { _id: 'General Seating', capacity: 500, sold: 0, held: 0 },
      { _id: 'VIP Seating', capacity: 30, sold: 0, held: 0, pools: { accessible: pool, companions: pool } },
    ]);
    expect(await rows('booking', 'allotments').findOne()).toEqual({ _id: 'vip', capacity: 20, issued: 0 });
    expect(await rows('booking', 'concerts').findOne()).toMatchObject({ title: 'Ours', sale: { opensAt: null, endsMinutesBefore: 5 } });
    for (const [database, kept] of [
      ['auth', 'users'],
      ['booking', 'audit'],
      ['notify', 'concert-2024-contacts'],
    ] as const)
      expect(await rows(database, kept).countDocuments()).toBe(1);
    expect(await rows('payment', 'checkpoints').find().sort({ _id: 1 }).toArray()).toEqual(
      ['provider-notices', 'provider-pages', 'rehearsal-forgotten'].map((_id) => ({ _id, at: NOW })),
    );
  });

  it.each(['payment-sessions', 'money-ledger'])('B4-559 is none where %s know of real money: nothing is touched', async (name) => {
    await rows('payment', name).insertOne({ _id: 'real', checkoutSessionId: 'cs_live_1' });
    await expect(rehearsalIn(databases)).rejects.toThrow('Real money was paid here');
  });
});
