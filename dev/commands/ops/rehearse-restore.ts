import type { Connection } from 'mongoose';
import { restore } from './backup.ts';

type Databases = Readonly<Record<string, Connection>>;

/**
 * Restores a backup into empty databases beside those of the system, compares every document with the backup, looks whether money and seats
 * agree, and drops them again. The system goes on meanwhile.
 * @param databases of the system, by their names
 * @returns what does not agree
 * @throws Failure when the backup is damaged, or cannot be restored
 */
export async function rehearseRestore(databases: Databases, folder: string, key: Uint8Array): Promise<string[]> {
  const beside = Object.fromEntries(
    Object.entries(databases).map(([name, connection]) => [name, connection.useDb(`rehearsal-${connection.name}`)]),
  );
  try {
    await restore(beside, folder, key);
    return await faultsIn(beside);
  } finally {
    for (const connection of Object.values(beside)) await connection.dropDatabase();
  }
}

/**
 * What cannot be in databases that belong together. Payments are read after bookings, so the ledger may know of money that its booking does not
 * know of yet, and never the other way round.
 */
async function faultsIn(databases: Databases): Promise<string[]> {
  const rows = (database: string, name: string) => databases[database]!.collection<{ _id: string; [field: string]: unknown }>(name);
  const faults: string[] = [];
  const captured = new Map<string, number>();
  for await (const { _id, minor } of rows('payment', 'money-ledger').aggregate<{ _id: string; minor: number }>([
    { $match: { kind: 'captured' } },
    { $group: { _id: '$bookingId', minor: { $sum: '$amountMinor' } } },
  ]))
    captured.set(_id, minor);
  for await (const { _id, charged } of rows('booking', 'reserve-your-seat').find({ charged: { $gt: 0 } }, { projection: { charged: 1 } })) {
    const minor = captured.get(_id) ?? 0;
    if (minor < (charged as number)) faults.push(`booking ${_id} was charged ${String(charged)}, and the ledger says ${minor}`);
  }
  for await (const { _id, seats } of rows('booking', 'reserve-your-seat').aggregate<{ _id: string; seats: number }>([
    { $match: { status: 'paid', dispute: { $exists: false }, lostAt: { $exists: false } } },
    { $group: { _id: '$seating', seats: { $sum: '$notickets' } } },
  ])) {
    const sold = ((await rows('booking', 'stock').findOne({ _id }))?.['sold'] as number | undefined) ?? 0;
    if (sold < seats) faults.push(`${_id}: ${seats} seats are paid, and ${sold} are counted as sold`);
  }
  return faults;
}
