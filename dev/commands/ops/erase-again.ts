import { readFile, writeFile } from 'node:fs/promises';
import { ERASING_SERVICES } from '@concert/contracts/auth/erasure';
import { ERASED_PERSON } from '@concert/contracts/core/personal-data';
import { emailKey } from '@concert/contracts/core/fields';
import { Failure } from '@concert/machine-kit/failure';
import type { Databases } from '../../system/invariants/rows.ts';

/** Who was erased, and when: numbers of accounts that are gone, which name nobody. */
export interface ErasedPerson {
  readonly userId: string;
  readonly erasedAt: string;
}

const FORMAT = 1;
/** Whoever read a document before notices that it changed. */
const GROWN: object = { $inc: { version: 1 } };

type Row = { _id: string; [field: string]: unknown };
const rows = (databases: Databases, database: string, name: string) => databases[database]!.collection<Row>(name);

/** The people that the databases know to be erased. */
export async function erasedIn(databases: Databases): Promise<ErasedPerson[]> {
  const found = await rows(databases, 'auth', 'erasures').find().toArray();
  return found.map(({ _id, erasedAt }) => ({ userId: _id, erasedAt: (erasedAt as Date).toISOString() }));
}

/** Writes the list of erased people into a file, in place of an older one. */
export async function writeErased(file: string, erased: readonly ErasedPerson[]): Promise<void> {
  await writeFile(file, `${JSON.stringify({ format: FORMAT, erased }, null, 2)}\n`, { mode: 0o600 });
}

/** @throws Failure when the file is no list of erased people */
export async function readErased(file: string): Promise<ErasedPerson[]> {
  try {
    const { format, erased } = JSON.parse(await readFile(file, 'utf8')) as { format: number; erased: ErasedPerson[] };
    if (format === FORMAT && Array.isArray(erased)) return erased;
  } catch {
    // Said below, as of a file that holds something else.
  }
  throw new Failure(`${file} is no list of erased people.`, 'name a file that npm run ops -- erasures wrote.');
}

/**
 * Takes erased people out of databases in which an older backup was restored, before any service starts. Names, addresses and phone numbers
 * go here; what follows from them (search words, facts to the other services) the services do once they run, because each erasure waits to
 * be announced again. Harmless when repeated.
 * @returns how many of them the backup still knew
 */
export async function eraseAgain(databases: Databases, erased: readonly ErasedPerson[]): Promise<number> {
  let known = 0;
  for (const { userId, erasedAt } of erased) if (await eraseOneAgain(databases, userId, new Date(erasedAt))) known += 1;
  return known;
}

async function eraseOneAgain(databases: Databases, userId: string, erasedAt: Date): Promise<boolean> {
  const of = (database: string, name: string) => rows(databases, database, name);
  const user = await of('auth', 'users').findOne({ _id: userId });
  const bookings = await of('booking', 'reserve-your-seat')
    .find({ userId, erasedAt: { $exists: false } })
    .toArray();
  if (!user && bookings.length === 0) return false;
  const address = typeof user?.['emailKey'] === 'string' ? user['emailKey'] : null;
  const addresses = [...new Set([...(address ? [address] : []), ...bookings.map(({ email }) => emailKey(String(email)))])];
  const entries = await of('booking', 'complimentary-entries')
    .find({ emailKey: { $in: addresses } })
    .toArray();
  const ids = bookings.map(({ _id }) => _id);
  const subjects = [...ids, ...entries.map(({ _id }) => _id)];

  // The address stays in the erasure until the services, which find what is left by it, have reported.
  const erasure = { email: address, erasedAt, awaits: [...ERASING_SERVICES], republishAt: new Date(), version: 1 };
  await of('auth', 'erasures').updateOne({ _id: userId }, { $set: erasure }, { upsert: true });
  await of('auth', 'users').deleteOne({ _id: userId });
  for (const name of ['sessions', 'passkeys', 'login-places', 'account-links']) await of('auth', name).deleteMany({ userId });

  const { firstname, lastname, name, email, phone: phoneno } = ERASED_PERSON;
  for (const { _id, words, ticketIds } of bookings)
    await of('booking', 'reserve-your-seat').updateOne(
      { _id },
      { $set: { firstname, lastname, email, phoneno, words: wordsLeft(words, [_id, ...(ticketIds as string[])]) }, ...GROWN },
    );
  for (const { _id, words, ticketIds } of entries)
    await of('booking', 'complimentary-entries').updateOne(
      { _id },
      { $set: { name, email, phoneno, emailKey: email, words: wordsLeft(words, [_id, ...(ticketIds as string[])]) }, ...GROWN },
    );
  await of('booking', 'invitations').updateMany(
    { 'guest.emailKey': { $in: addresses } },
    { $set: { guest: { name, email, phoneno, emailKey: email } } },
  );
  await of('booking', 'waiting').deleteMany({ userId });
  await of('booking', 'idempotency-keys').deleteMany({ 'answer.id': { $in: subjects } });
  await of('payment', 'payment-sessions').updateMany({ userbookingid: { $in: ids } }, { $set: { email }, ...GROWN });
  await of('payment', 'refunds').updateMany(
    { bookingId: { $in: ids }, reader: { $type: 'string' } },
    { $set: { reader: email }, ...GROWN },
  );
  await of('notify', 'corrected-addresses').deleteMany({ _id: { $in: subjects } });
  for await (const message of of('notify', 'concert-2024-contacts').find({}, { projection: { email: 1 } }))
    if (addresses.includes(emailKey(String(message['email'])))) await of('notify', 'concert-2024-contacts').deleteOne({ _id: message._id });
  return true;
}

/** The words of an erased booking or entry: of those it had, the ones that are part of its ids. */
function wordsLeft(words: unknown, ids: readonly string[]): string[] {
  return (Array.isArray(words) ? (words as string[]) : []).filter((word) => ids.some((id) => id.toLowerCase().endsWith(word)));
}
