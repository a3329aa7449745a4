import { Failure } from '@concert/machine-kit/failure';
import { SERVICES } from '@concert/machine-kit/rooms';
import { serviceNamed, type Operation } from './operation.ts';
import { leasesCollection, type LeaseRow } from '@concert/service-kit/store/lease.schema';

/** Shows which process holds which lease. */
export async function listJobs(operation: Operation): Promise<void> {
  for (const owner of SERVICES) {
    const rows = await (await operation.database(owner)).collection<LeaseRow>(leasesCollection.name).find().sort({ _id: 1 }).toArray();
    for (const { _id, holder, until, term } of rows) {
      const left = Math.round((until.getTime() - Date.now()) / 1_000);
      const held = left > 0 ? `held by ${holder.slice(0, 8)} for ${left} s more` : `free since ${-left} s`;
      operation.say(`${owner.padEnd(12)} ${_id.padEnd(28)} ${held}  term ${term}`);
    }
  }
}

/** Gives a lease to the next one that asks. */
export async function releaseJob(operation: Operation, [service, name = '']: readonly string[]): Promise<void> {
  const owner = serviceNamed(service);
  const leases = (await operation.database(owner)).collection<LeaseRow>(leasesCollection.name);
  const found = await leases.findOne({ _id: name });
  if (!found) throw new Failure(`${owner} has no job ${name}.`, 'npm run ops -- jobs lists them.');
  if (!(await operation.agreed(`take ${name} of ${owner} from ${found.holder.slice(0, 8)}; what that process still does is not stored`)))
    return;
  await operation.record({ act: 'job.released', subject: { kind: 'job', id: name }, detail: { service: owner } });
  // Another holder and the next term, which the previous holder notices before it stores anything.
  await leases.updateOne({ _id: name }, [{ $set: { holder: 'operator', until: '$$NOW', term: { $add: ['$term', 1] } } }]);
  operation.say(`${name} is free`);
}
