import { systemClock } from '@concert/service-kit/process/clock';
import { CommandError, runCommand } from '@concert/service-kit/store/command';
import { Transactions } from '@concert/service-kit/store/mongo';
import { databaseSettings, readSettings } from '@concert/service-kit/process/settings';
import { MongoAudit } from '../audit-log/mongo-audit.ts';

await runCommand(
  'svc-booking',
  'no new chain was begun',
  () => readSettings(databaseSettings),
  async (connection) => {
    const audit = new MongoAudit(connection);
    const { brokenAt } = await audit.verify();
    if (brokenAt === undefined) throw new CommandError('every entry of the audit log follows from those before it; no new chain was begun');
    await new Transactions(connection).run((transaction) => audit.beginAnew(brokenAt, systemClock.now(), transaction));
    process.stdout.write(`A new chain begins. Nothing proves the entries from ${brokenAt} up to it, and the log says so for ever.\n`);
  },
);
