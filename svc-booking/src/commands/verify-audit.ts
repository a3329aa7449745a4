import { CommandError, runCommand } from '@concert/service-kit/store/command';
import { databaseSettings, readSettings } from '@concert/service-kit/process/settings';
import { MongoAudit } from '../audit-log/mongo-audit.ts';

await runCommand(
  'svc-booking',
  'the audit log could not be checked',
  () => readSettings(databaseSettings),
  async (connection) => {
    const { entries, brokenAt, breaks = [] } = await new MongoAudit(connection).verify();
    for (const { from, to } of breaks)
      process.stdout.write(`Nothing proves the entries ${from} to ${to}: the chain broke there, and a new one was begun after them.\n`);
    if (brokenAt !== undefined)
      throw new CommandError(
        `entry ${brokenAt} of the audit log does not follow from those before it; from it on, the log cannot be verified`,
      );
    process.stdout.write(`${entries} entries are as they were written${breaks.length > 0 ? ', but for those' : ''}.\n`);
  },
);
