import { emailKey } from '@concert/contracts/core/fields';
import { Failure } from '@concert/machine-kit/failure';
import type { Connection } from 'mongoose';
import { ageInWords } from './age.ts';
import type { Operation } from './operation.ts';

interface UserRow {
  readonly _id: string;
  readonly emailKey: string;
  readonly role: string;
}

/** Says the open sessions of an account, and ends them where that is asked for. */
export async function sessions(operation: Operation, email: string, isEnd = false): Promise<void> {
  const auth = await operation.database('svc-auth');
  const user = await auth.collection<UserRow>('users').findOne({ emailKey: emailKey(email) });
  if (!user) throw new Failure('There is no such account.', 'check the address.');
  const open = await auth
    .collection<{ _id: string; userId: string; signedInAt: Date; expiresAt: Date }>('sessions')
    .find({ userId: user._id, expiresAt: { $gt: new Date() } })
    .sort({ signedInAt: -1 })
    .toArray();
  for (const { signedInAt, expiresAt } of open) operation.say(`signed in ${ageInWords(signedInAt)} ago, until ${expiresAt.toISOString()}`);
  operation.say(`${open.length} open ${open.length === 1 ? 'session' : 'sessions'} of ${user._id} (${user.role})`);
  if (!isEnd || !(await operation.agreed(`sign ${user._id} out everywhere`))) return;
  await operation.record({ act: 'sessions.ended', subject: { kind: 'user', id: user._id }, detail: { count: open.length } });
  operation.say(`${await endAccess(auth, { _id: user._id })} ended; the gateway knows within seconds`);
}

/**
 * Ends every way into accounts that was open before: sessions, also those that begin at this moment, handoff codes, and the codes and links of
 * mails. Passwords, passkeys and roles stay.
 * @param whose one account by its id; all of them where nothing is said
 * @returns how many sessions were ended
 */
export async function endAccess(auth: Connection, whose: { readonly _id?: string } = {}): Promise<number> {
  const users = auth.collection<UserRow & { sessionEpoch: number; version: number }>('users');
  // First: a session that opens meanwhile has the number of before, and counts for nothing.
  await users.updateMany(whose, { $inc: { sessionEpoch: 1, version: 1 } });
  const ids = (await users.find(whose, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  const ofThem = { userId: { $in: ids } };
  await auth.collection<{ userId: string; usedAt: Date | null; tokenHash: string | null }>('account-links').deleteMany({
    ...ofThem,
    usedAt: null,
    tokenHash: { $type: 'string' },
  });
  return (await auth.collection<{ userId: string }>('sessions').deleteMany(ofThem)).deletedCount;
}
