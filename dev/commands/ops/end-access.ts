import type { Databases } from '../../system/invariants/rows.ts';

interface Row {
  readonly _id: string;
  readonly passwordHash?: string | null;
  readonly googleSub?: string | null;
  readonly [field: string]: unknown;
}

/** What lets somebody in, as databases know it at one moment. */
export interface Access {
  /** Highest generation of sessions among all accounts. */
  readonly epoch: number;
  /** Accounts by number: role, password and passkeys, as one text each that can be compared. */
  readonly accounts: ReadonlyMap<string, { readonly role: string; readonly ways: Readonly<Record<string, string>> }>;
  /** Bookings and free entries whose tickets and link were replaced: how often. */
  readonly replaced: ReadonlyMap<string, number>;
}

/** What is only good until it ends, and would work again: sessions, codes and links of mails, helpers, words given to big actions. */
const ENDING = ['sessions', 'account-links', 'account-requests', 'passkey-challenges', 'google-flows', 'helper-links', 'approvals'];
const WITH_TICKETS = ['reserve-your-seat', 'complimentary-entries'];

const rows = (databases: Databases, database: string, name: string) => databases[database]!.collection<Row>(name);

/** What lets somebody into these databases. */
export async function accessIn(databases: Databases): Promise<Access> {
  const passkeys = new Map<unknown, string[]>();
  for await (const { userId, credentialId } of rows(databases, 'auth', 'passkeys').find().sort({ credentialId: 1 }))
    passkeys.set(userId, [...(passkeys.get(userId) ?? []), String(credentialId)]);
  const accounts = new Map<string, { role: string; ways: Record<string, string> }>();
  let epoch = 0;
  for await (const user of rows(databases, 'auth', 'users').find()) {
    epoch = Math.max(epoch, Number(user['sessionEpoch'] ?? 0));
    const ways = {
      password: user.passwordHash ?? '',
      'Google account': user.googleSub ?? '',
      passkeys: String(passkeys.get(user._id) ?? ''),
    };
    accounts.set(user._id, { role: String(user['role']), ways });
  }
  const replaced = new Map<string, number>();
  for (const name of WITH_TICKETS)
    for await (const { _id, linkGeneration } of rows(databases, 'booking', name).find({ linkGeneration: { $gt: 0 } }))
      replaced.set(_id, Number(linkGeneration));
  return { epoch, accounts, replaced };
}

/**
 * Ends in restored databases, before any service starts, whatever lets somebody in until it ends: a restore is what follows an intrusion, and
 * the backup knows nothing of what was ended since. Harmless when repeated.
 * @param before the highest generation of sessions that was used until now
 */
export async function endAccess(databases: Databases, before: number): Promise<void> {
  const { epoch } = await accessIn(databases);
  const next: object = { $set: { sessionEpoch: Math.max(epoch, before) + 1 }, $inc: { version: 1 } };
  await rows(databases, 'auth', 'users').updateMany({}, next);
  for (const name of ENDING) await rows(databases, 'auth', name).deleteMany({});
}

/** What a backup brought back that was otherwise before: a line for each account, booking and free entry, by its number. */
export function cameBack(before: Access, after: Access): string[] {
  const lines: string[] = [];
  for (const [id, { role, ways }] of after.accounts) {
    const then = before.accounts.get(id);
    const other = then ? Object.keys(ways).filter((way) => ways[way] !== then.ways[way]) : [];
    if (!then) lines.push(`${id}: ${role}, and was not there before`);
    else if (then.role !== role || other.length > 0)
      lines.push(
        `${id}: ${[...(then.role === role ? [role] : [`${role}, was ${then.role}`]), ...other.map((way) => `${way} of the backup`)].join('; ')}`,
      );
  }
  for (const [id, { role }] of before.accounts)
    if (role !== 'buyer' && !after.accounts.has(id)) lines.push(`${id}: was ${role}, and is not there any more`);
  for (const [id, times] of before.replaced)
    if ((after.replaced.get(id) ?? 0) < times)
      lines.push(`${id}: its tickets and its link were replaced, and the former ones are good again`);
  return lines;
}
