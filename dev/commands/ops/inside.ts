import { LEASES } from '@concert/service-kit/lease';
import { OUTBOX, type OutboxRow } from '@concert/service-kit/outbox';
import { Failure } from '@concert/machine-kit/failure';
import { SERVICES } from '../../system/rooms.ts';
import { serviceNamed, type Operation } from './operation.ts';

const age = (since: Date): string => {
  const seconds = Math.max(0, Math.round((Date.now() - since.getTime()) / 1_000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

/** What waits in the outbox of one service, or how much in each. */
export async function outbox(operation: Operation, [service]: readonly string[]): Promise<void> {
  for (const name of service ? [serviceNamed(service)] : SERVICES) {
    const rows = (await operation.database(name)).collection<OutboxRow>(OUTBOX);
    const waiting = await rows.countDocuments({ publishedAt: null });
    const oldest = await rows
      .find({ publishedAt: null })
      .sort({ _id: 1 })
      .limit(service ? 50 : 1)
      .toArray();
    operation.say(`${name.padEnd(12)} ${waiting} waiting${oldest[0] ? `, the oldest for ${age(new Date(oldest[0].envelope.time))}` : ''}`);
    if (service)
      for (const { _id, envelope } of oldest)
        operation.say(`  ${_id}  ${envelope.type}  ${envelope.subject}  ${age(new Date(envelope.time))}`);
  }
}

interface LeaseRow {
  _id: string;
  holder: string;
  until: Date;
  term: number;
}

/** Who does what has to be done once at a time; `release` gives a lease to whoever asks next. */
export async function jobs(operation: Operation, [act = 'list', service, name]: readonly string[]): Promise<void> {
  if (act === 'list') {
    for (const owner of SERVICES) {
      const rows = await (await operation.database(owner)).collection<LeaseRow>(LEASES).find().sort({ _id: 1 }).toArray();
      for (const { _id, holder, until, term } of rows) {
        const left = Math.round((until.getTime() - Date.now()) / 1_000);
        operation.say(
          `${owner.padEnd(12)} ${_id.padEnd(28)} ${left > 0 ? `held by ${holder.slice(0, 8)} for ${left} s more` : `free since ${-left} s`}  term ${term}`,
        );
      }
    }
    return;
  }
  if (act !== 'release' || !name)
    throw new Failure('Jobs can be listed and released.', 'npm run ops -- jobs, or: npm run ops -- jobs release SERVICE NAME');
  const owner = serviceNamed(service);
  const leases = (await operation.database(owner)).collection<LeaseRow>(LEASES);
  const found = await leases.findOne({ _id: name });
  if (!found) throw new Failure(`${owner} has no job ${name}.`, 'npm run ops -- jobs lists them.');
  if (!(await operation.agreed(`take ${name} of ${owner} from ${found.holder.slice(0, 8)}; what that process still does is not stored`)))
    return;
  await operation.record({ act: 'job.released', subject: { kind: 'job', id: name }, detail: { service: owner } });
  // Another holder and the next term: the one before learns it before it stores anything.
  await leases.updateOne({ _id: name }, [{ $set: { holder: 'operator', until: '$$NOW', term: { $add: ['$term', 1] } } }]);
  operation.say(`${name} is free`);
}

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
