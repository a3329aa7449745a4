import { Failure } from '@concert/machine-kit/failure';
import type { Databases } from '../../system/invariants/rows.ts';
import type { Operation } from './operation.ts';
import { assertNoServiceWorks } from './stillness.ts';

/** How the payment provider's ids of real payments begin. */
const LIVE_PAGE = /^cs_live_/;

/**
 * What a rehearsal leaves, by database. Accounts, the concert, the audit log and contact messages stay. Facts that were told go as well:
 * told again, they would bring back what they are about.
 */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  booking: [
    ...['reserve-your-seat', 'admissions', 'door-conflicts', 'complimentary-entries', 'ticket-choices', 'choice-rounds', 'money-moves'],
    ...['waiting', 'invitations', 'unpaid-holds', 'hold-turns', 'idempotency-keys', 'inbox', 'outbox'],
  ],
  payment: [
    ...['payment-sessions', 'refunds', 'disputes', 'money-ledger', 'money-tasks', 'money-check', 'cancellation-runs'],
    ...['balance-movements', 'account-reading', 'fraud-warnings', 'provider-notices', 'checkpoints', 'idempotency-keys', 'inbox', 'outbox'],
  ],
  notify: ['mails', 'message-runs', 'recipients', 'corrected-addresses', 'window-counts', 'idempotency-keys', 'inbox', 'outbox'],
};

/** Names of moments that svc-payment remembers: before them nothing at the payment provider is ours. */
const FORGOTTEN = ['rehearsal-forgotten', 'provider-notices', 'provider-pages'];

/** What a rehearsal left, where it can be forgotten. @throws Failure where any live money exists */
export async function rehearsalIn({ booking, payment, notify }: Databases) {
  for (const name of ['payment-sessions', 'money-ledger'])
    if (await payment!.collection(name).findOne({ checkoutSessionId: LIVE_PAGE }))
      throw new Failure(
        'Real money was paid here, so this is no rehearsal.',
        'nothing was changed; refunds are made in the bookings report.',
      );
  const [bookings, entries, admissions, payments, mails] = await Promise.all([
    booking!.collection('reserve-your-seat').countDocuments(),
    booking!.collection('complimentary-entries').countDocuments(),
    booking!.collection('admissions').countDocuments(),
    payment!.collection('payment-sessions').countDocuments(),
    notify!.collection('mails').countDocuments(),
  ]);
  return { bookings, entries, admissions, payments, mails };
}

/** Removes what a rehearsal left. Stock and allotments keep their sizes, and the concert is a draft again. Repeating it is harmless. */
export async function removeRehearsal(databases: Databases, now: Date): Promise<void> {
  for (const [name, collections] of Object.entries(LEFT))
    for (const collection of collections) await databases[name]!.collection(collection).deleteMany({});
  const { booking, payment } = databases;
  const seats = booking!.collection('stock');
  const none = { returning: 1, 'pools.accessible.returning': 1, 'pools.companions.returning': 1, waitsFor: 1, waitsForAccessible: 1 };
  await seats.updateMany({}, { $set: { sold: 0, held: 0 }, $unset: none, $inc: { version: 1 } });
  const unsold = Object.fromEntries(
    ['accessible', 'companions'].flatMap((pool) => [`pools.${pool}.sold`, `pools.${pool}.held`].map((field) => [field, 0])),
  );
  await seats.updateMany({ pools: { $exists: true } }, { $set: unsold });
  await booking!.collection('allotments').updateMany({}, { $set: { issued: 0 } });
  await booking!.collection('concerts').updateMany({}, { $set: { 'sale.opensAt': null }, $inc: { version: 1 } });
  await payment!.collection<{ _id: string; at: Date }>('checkpoints').insertMany(FORGOTTEN.map((_id) => ({ _id, at: now })));
}

/** Removes bookings, payments, mails and admissions of a rehearsal with a test key, so that report and stock stand at zero. */
export async function forgetRehearsal(operation: Operation): Promise<void> {
  await operation.withDatabases(async (databases, record) => {
    const detail = await rehearsalIn(databases);
    const counts = Object.entries(detail).map(([what, count]) => `${count} ${what}`);
    if (!(await operation.agreed(`remove ${counts.join(', ')} for good, and make the concert a draft again`))) return;
    await assertNoServiceWorks(databases);
    await removeRehearsal(databases, new Date());
    await record({ act: 'rehearsal.forgotten', subject: { kind: 'concert', id: 'current' }, detail });
    operation.say('The rehearsal is forgotten. Start the services; then compare the money on /money');
  });
}
