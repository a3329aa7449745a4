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
const bookings = () => rows('booking', 'reserve-your-seat');

/** What breaks each invariant, and what is said of it. */
const BREACHES: readonly [id: string, what: string, plant: () => Promise<unknown>, says: RegExp][] = [
  [
    'I1',
    'more is given away than there is',
    () => rows('booking', 'stock').updateOne({}, { $set: { capacity: 3 } }),
    /2 seats are sold and 2 held of 3/,
  ],
  [
    'I1',
    'a seat is counted and nobody has it',
    () => rows('booking', 'stock').updateOne({}, { $inc: { sold: -1 } }),
    /1 sold and 2 held are counted, and its bookings have 2 and 2/,
  ],
  [
    'I1',
    'a pool is counted wrongly',
    () => rows('booking', 'stock').updateOne({}, { $set: { 'pools.accessible': pool(0, 0) } }),
    /accessible seats/,
  ],
  [
    'I3',
    'money has no booking',
    () => rows('payment', 'payment-sessions').insertOne(page('bk_held')),
    /cs_bk_held was paid, and nothing came of it/,
  ],
  [
    'I4',
    'a booking is charged and nothing was captured',
    () => bookings().updateOne({ _id: 'bk_paid' }, { $set: { charged: 6_000 } }),
    /bk_paid was charged 6000/,
  ],
  [
    'I5',
    'a booking is paid twice',
    () => rows('payment', 'money-ledger').insertOne(captured('bk_paid', 'cs_other')),
    /2 payments of booking bk_paid/,
  ],
  [
    'I6',
    'more goes back than came',
    () => rows('payment', 'money-ledger').insertOne(refunded('bk_back', 're_again')),
    /cs_bk_back 10000 went back/,
  ],
  [
    'I6',
    'a refund is in no ledger',
    () => rows('payment', 'refunds').updateOne({}, { $set: { providerRefundId: 're_unknown' } }),
    /rf_1 arrived, and the ledger knows nothing/,
  ],
  [
    'I6',
    'the provider says otherwise',
    () => rows('payment', 'money-ledger').deleteOne({ kind: 'refunded' }),
    /the ledger says 2000 were given back, and the provider 7000/,
  ],
  [
    'I6',
    'a bank took money again, and the ledger heard of the first time only',
    () => rows('payment', 'money-ledger').deleteOne({ movement: 'txn_3' }),
    /the ledger says 0 were held by banks, and the provider 5000/,
  ],
  [
    'I7',
    'a fact is not told',
    () => rows('auth', 'outbox').updateOne({}, { $set: { publishedAt: null } }),
    /1 facts booking.paid.v1 of svc-auth/,
  ],
  ['I7', 'a mail is missing', () => rows('notify', 'mails').deleteMany({}), /bk_paid is paid, and no mail/],
  [
    'I9',
    'a booking jumps',
    () => bookings().updateOne({ _id: 'bk_held' }, { $set: { history: historyOf('bk_held', 'pending', 'refunded'), status: 'refunded' } }),
    /bk_held went from pending to refunded/,
  ],
  [
    'I9',
    'a history is rewritten',
    () => bookings().updateOne({ _id: 'bk_paid' }, { $set: { 'history.0.actor': 'user:us_1' } }),
    /history of booking bk_paid was changed/,
  ],
  [
    'I9',
    'a status has no entry',
    () => bookings().updateOne({ _id: 'bk_held' }, { $set: { status: 'cancelled' } }),
    /bk_held is cancelled, and its history says pending/,
  ],
  [
    'I11',
    'a ticket is missing',
    () => bookings().updateOne({ _id: 'bk_paid' }, { $pop: { ticketIds: 1 } }),
    /bk_paid has 2 seats and 1 valid tickets/,
  ],
  [
    'I11',
    'there are none at all',
    () => bookings().updateOne({ _id: 'bk_paid' }, { $set: { ticketIds: [] } }),
    /1 paid bookings have no tickets/,
  ],
  [
    'I11',
    'a ticket has two owners',
    () => rows('booking', 'complimentary-entries').updateOne({}, { $set: { ticketIds: ['cp_guest-1', 'bk_paid-1'] } }),
    /belongs to bk_paid and to cp_guest/,
  ],
  [
    'I11',
    'a ticket of nobody is let in',
    () => rows('booking', 'admissions').insertOne({ _id: 'tk_nobody' }),
    /with a ticket that nobody has/,
  ],
  [
    'I13',
    'an erased booking names somebody',
    () => bookings().updateOne({ _id: 'bk_back' }, { $set: { erasedAt: NOW } }),
    /bk_back was erased and still names/,
  ],
  ['I14', 'a mail waits', () => rows('notify', 'mails').updateOne({}, { $set: { state: 'waiting' } }), /1 mails wait/],
  ['I14', 'a refund waits', () => rows('payment', 'refunds').updateOne({}, { $set: { status: 'requested' } }), /1 refunds wait/],
  ['I14', 'a hold is over', () => bookings().updateOne({ _id: 'bk_held' }, { $set: { keptUntil: LONG_AGO } }), /1 holds ended/],
  [
    'I14',
    'a payment page is forgotten',
    () => rows('payment', 'payment-sessions').updateOne({}, { $set: { status: 'pending' } }),
    /1 payment pages ended/,
  ],
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

  it.each(BREACHES)('B8-531 %s is broken where %s', async (id, _what, plant, says) => {
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
