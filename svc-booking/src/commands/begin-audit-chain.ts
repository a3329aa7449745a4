import { systemClock } from '@concert/service-kit/process/clock';
import { createMongo, openForCommand, Transactions } from '@concert/service-kit/store/mongo';
import { databaseSettings, readSettings, SettingsError } from '@concert/service-kit/process/settings';
import { MongoAuditRepository } from '../audit-log/mongo-audit.repository.ts';

const connection = createMongo();
try {
  await openForCommand(connection, readSettings(databaseSettings));
  const audit = new MongoAuditRepository(connection);
  const { brokenAt } = await audit.verify();
  if (brokenAt === undefined) {
    process.stderr.write('svc-booking: every entry of the audit log follows from those before it; no new chain was begun\n');
    process.exitCode = 1;
  } else {
    await new Transactions(connection).run((transaction) => audit.beginAnew(brokenAt, systemClock.now(), transaction));
    process.stdout.write(`A new chain begins. Nothing proves the entries from ${brokenAt} up to it, and the log says so for ever.\n`);
  }
} catch (error) {
  process.stderr.write(
    error instanceof SettingsError
      ? `${error.message}\n`
      : `svc-booking: no new chain was begun (${error instanceof Error ? error.name : 'unknown fault'})\n`,
  );
  process.exitCode = 1;
} finally {
  await connection.close();
}
