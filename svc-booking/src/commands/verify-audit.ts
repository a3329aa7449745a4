import { createMongo, openForCommand } from '@concert/service-kit/store/mongo';
import { databaseSettings, readSettings, SettingsError } from '@concert/service-kit/process/settings';
import { MongoAuditRepository } from '../audit-log/mongo-audit.repository.ts';

const connection = createMongo();
try {
  await openForCommand(connection, readSettings(databaseSettings));
  const { entries, brokenAt, breaks = [] } = await new MongoAuditRepository(connection).verify();
  for (const { from, to } of breaks)
    process.stdout.write(`Nothing proves the entries ${from} to ${to}: the chain broke there, and a new one was begun after them.\n`);
  if (brokenAt === undefined)
    process.stdout.write(`${entries} entries are as they were written${breaks.length > 0 ? ', but for those' : ''}.\n`);
  else {
    process.stderr.write(
      `svc-booking: entry ${brokenAt} of the audit log does not follow from those before it; from it on, nothing proves the log\n`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(
    error instanceof SettingsError
      ? `${error.message}\n`
      : `svc-booking: the audit log could not be checked (${error instanceof Error ? error.name : 'unknown fault'})\n`,
  );
  process.exitCode = 1;
} finally {
  await connection.close();
}
