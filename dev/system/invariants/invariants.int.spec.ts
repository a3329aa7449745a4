import { beforeEach, describe, expect, it } from '@jest/globals';
import { NAMES, useDatabases } from '../four-databases.harness.ts';
import type { Sources } from './invariant.ts';
import { isSound, lookAt, tableOf } from './invariants.ts';
import { captured, fillSoundly, historyOf, LONG_AGO, NOW, page, pool, refunded } from './sound-rows.harness.ts';

const { databases } = useDatabases();
const sources: Sources = {
  databases,
  provider: () => Promise.resolve({ capturedMinor: 15_000, refundedMinor: 7_000, disputedMinor: 5_000 }),
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- breaches of every form are planted
const rows = (database: string, name: string) => databases[database]!.collection<any>(name);
type Plant = () => Promise<unknown>;
const change =
  (database: string, name: string, update: object, filter: object = {}): Plant =>
  () =>
    rows(database, name).updateOne(filter, update);
const changeBooking = (_id: string, update: object): Plant => change('booking', 'reserve-your-seat', update, { _id });
const add =
  (database: string, name: string, row: object): Plant =>
  () =>
    rows(database, name).insertOne(row);
const remove =
  (database: string, name: string, filter: object = {}): Plant =>
  () =>
    rows(database, name).deleteMany(filter);

/** What breaks each invariant, and what is said of it. */
const BREACHES: readonly [id: string, says: RegExp, plant: Plant][] = [
  ['I1', /2 seats are sold and 2 held of 3/, change('booking', 'stock', { $set: { capacity: 3 } })],
  ['I1', /1 sold and 2 held are counted, and its bookings have 2 and 2/, change('booking', 'stock', { $inc: { sold: -1 } })],
  ['I1', /accessible seats/, change('booking', 'stock', { $set: { 'pools.accessible': pool(0, 0) } })],
  ['I1', /1 are counted as returning, and its bookings have 0/, change('booking', 'stock', { $set: { returning: 1 } })],
  ['I1', /0 are counted as returning, and its bookings have 1/, changeBooking('bk_paid', { $set: { returning: [2] } })],
  ['I1', /2 tickets admit to 1 seats/, change('booking', 'stock', { $set: { capacity: 1, returning: 3 } })],
  ['I3', /cs_bk_held was paid, and nothing came of it/, add('payment', 'payment-sessions', page('bk_held'))],
  ['I4', /bk_paid was charged 6000/, changeBooking('bk_paid', { $set: { charged: 6_000 } })],
  ['I5', /2 payments of booking bk_paid/, add('payment', 'money-ledger', captured('bk_paid', 'cs_other'))],
  ['I6', /cs_bk_back 10000 went back/, add('payment', 'money-ledger', refunded('bk_back', 're_again'))],
  ['I6', /rf_1 arrived, and the ledger knows nothing/, change('payment', 'refunds', { $set: { providerRefundId: 're_unknown' } })],
  ['I6', /the ledger says 2000 were given back, and the provider 7000/, remove('payment', 'money-ledger', { kind: 'refunded' })],
  ['I6', /the ledger says 0 were held by banks, and the provider 5000/, remove('payment', 'money-ledger', { movement: 'txn_3' })],
  ['I7', /1 facts booking.paid.v1 of svc-auth/, change('auth', 'outbox', { $set: { publishedAt: null } })],
  ['I7', /bk_paid is paid, and no email/, remove('notify', 'mails')],
  [
    'I9',
    /bk_held went from pending to refunded/,
    changeBooking('bk_held', { $set: { history: historyOf('bk_held', 'pending', 'refunded'), status: 'refunded' } }),
  ],
  ['I9', /history of booking bk_paid was changed/, changeBooking('bk_paid', { $set: { 'history.0.actor': 'user:us_1' } })],
  ['I9', /bk_held is cancelled, and its history says pending/, changeBooking('bk_held', { $set: { status: 'cancelled' } })],
  ['I11', /bk_paid has 2 seats and 1 valid tickets/, changeBooking('bk_paid', { $pop: { ticketIds: 1 } })],
  ['I11', /bk_paid has 2 seats and 1 valid tickets/, changeBooking('bk_paid', { $set: { taken: [2] } })],
  ['I11', /bk_paid gives tickets back that have ended/, changeBooking('bk_paid', { $set: { returning: [3] } })],
  ['I11', /1 paid bookings have no tickets/, changeBooking('bk_paid', { $set: { ticketIds: [] } })],
  ['I11', /belongs to bk_paid and to cp_guest/, change('booking', 'complimentary-entries', { $push: { ticketIds: 'bk_paid-1' } })],
  ['I11', /with a ticket that nobody has/, add('booking', 'admissions', { _id: 'tk_nobody' })],
  ['I11', /by a scan that was taken back/, change('booking', 'admissions', { $set: { scanId: 'a-scan', takenBack: ['a-scan'] } })],
  ['I13', /bk_back was erased and still names/, changeBooking('bk_back', { $set: { erasedAt: NOW } })],
  ['I14', /1 emails wait/, change('notify', 'mails', { $set: { state: 'waiting' } })],
  ['I14', /1 refunds wait/, change('payment', 'refunds', { $set: { status: 'requested' } })],
  ['I14', /the offer of wt_1 ended/, add('booking', 'waiting', { _id: 'wt_1', state: 'offered', offer: { bookingId: 'bk_back' } })],
  ['I14', /1 holds ended/, changeBooking('bk_held', { $set: { keptUntil: LONG_AGO } })],
  ['I15', /2026 has 2 receipts with 2 numbers up to 3/, changeBooking('bk_paid', { $set: { 'receipt.number': 3 } })],
  ['I15', /2026 has 2 receipts with 1 numbers up to 2/, changeBooking('bk_paid', { $set: { 'receipt.number': 2 } })],
  ['I15', /1 bookings were paid, and have no receipt/, changeBooking('bk_lost', { $unset: { receipt: '' } })],
  ['I14', /1 payment pages ended/, change('payment', 'payment-sessions', { $set: { status: 'pending' } })],
];

describe('the invariants', () => {
  beforeEach(async () => {
    for (const name of NAMES)
      for (const { collectionName } of await databases[name]!.db!.collections()) await rows(name, collectionName).deleteMany({});
    await fillSoundly(databases);
  });

  it('B8-530 hold of a system where all is well', async () => {
    const findings = await lookAt(sources, 'system', NOW);
    expect(tableOf(findings)).not.toMatch(/^--/m);
    expect(isSound(findings)).toBe(true);
  });

  it.each(BREACHES)('B8-531 say that %s is broken: %s', async (id, says, plant) => {
    await plant();
    const findings = await lookAt(sources, 'system', NOW);
    expect(isSound(findings)).toBe(false);
    expect(findings.filter((finding) => finding.id === id).flatMap(({ breaches }) => breaches)).toContainEqual(expect.stringMatching(says));
  });

  it('B8-532 look in a copy only at what one moment of it can show', async () => {
    await rows('payment', 'payment-sessions').insertOne(page('bk_held'));
    await rows('auth', 'outbox').updateOne({}, { $set: { publishedAt: null } });
    expect(isSound(await lookAt({ databases }, 'copy', NOW))).toBe(true);
    await rows('booking', 'stock').updateOne({}, { $set: { sold: 1 } });
    expect(isSound(await lookAt({ databases }, 'copy', NOW))).toBe(false);
  });
});
