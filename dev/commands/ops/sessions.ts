import { Failure } from '@concert/machine-kit/failure';
import { age } from './age.ts';
import type { Operation } from './operation.ts';

/** Sessions of one account: how many, and their end. */
export async function sessions(operation: Operation, [act = 'list', email]: readonly string[]): Promise<void> {
  if ((act !== 'list' && act !== 'end') || !email)
    throw new Failure(
      'Sessions of an account can be listed and ended.',
      'npm run ops -- sessions list EMAIL, or: npm run ops -- sessions end EMAIL',
    );
  const auth = await operation.database('svc-auth');
  const user = await auth
    .collection<{ _id: string; emailKey: string; role: string }>('users')
    .findOne({ emailKey: email.trim().toLowerCase() });
  if (!user) throw new Failure('There is no such account.', 'check the address.');
  const ofUser = auth.collection<{ _id: string; userId: string; signedInAt: Date; expiresAt: Date }>('sessions');
  const open = await ofUser
    .find({ userId: user._id, expiresAt: { $gt: new Date() } })
    .sort({ signedInAt: -1 })
    .toArray();
  for (const { signedInAt, expiresAt } of open) operation.say(`signed in ${age(signedInAt)} ago, until ${expiresAt.toISOString()}`);
  operation.say(`${open.length} open ${open.length === 1 ? 'session' : 'sessions'} of ${user._id} (${user.role})`);
  if (act === 'list' || open.length === 0 || !(await operation.agreed(`sign ${user._id} out everywhere`))) return;
  await operation.record({ act: 'sessions.ended', subject: { kind: 'user', id: user._id }, detail: { count: open.length } });
  const { deletedCount } = await ofUser.deleteMany({ userId: user._id });
  operation.say(`${deletedCount} ended; the gateway knows within seconds`);
}
