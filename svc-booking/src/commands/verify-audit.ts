import { readFile } from 'node:fs/promises';
import { createMongo, openForCommand } from '@concert/service-kit/mongo';
import { databaseSettings, readSettings, SettingsError } from '@concert/service-kit/settings';
import { CheckAuditLog, type AuditLogFault } from '../audit-heads/check-audit-log.ts';
import { Ed25519HeadSigner } from '../audit-heads/ed25519-head-signer.ts';
import { keptHeads } from '../audit-heads/kept-heads.ts';
import { MongoAuditHeadsRepository } from '../audit-heads/mongo-audit-heads.repository.ts';
import { MongoAuditRepository } from '../audit-log/mongo-audit.repository.ts';
import { bookingSettings } from '../settings.ts';

const FAULTS: Readonly<Record<AuditLogFault, string>> = {
  chain: 'does not follow from those before it',
  rewritten: 'and those after it are not those that were signed',
  forged: 'and those after it are covered by a head that was not signed with a key of ours',
  removed: 'and those after it were covered by a head that is gone',
};

const connection = createMongo();
try {
  const settings = readSettings({ ...databaseSettings, AUDIT_SIGNING_KEYS: bookingSettings.AUDIT_SIGNING_KEYS });
  const [, , file] = process.argv;
  const kept = file === undefined ? [] : keptHeads(await readFile(file, 'utf8'));
  await openForCommand(connection, settings);
  const heads = new MongoAuditHeadsRepository(connection);
  const checker = new CheckAuditLog(new MongoAuditRepository(connection), heads, new Ed25519HeadSigner(settings.AUDIT_SIGNING_KEYS));
  const { entries, brokenAt, breaks = [], fault, head } = await checker.check(kept);
  for (const { from, to } of breaks)
    process.stdout.write(`Nothing proves the entries ${from} to ${to}: the chain broke there, and a new one was begun after them.\n`);
  if (fault) {
    process.stderr.write(`svc-booking: entry ${brokenAt} of the audit log ${FAULTS[fault]}; from it on, nothing proves the log\n`);
    process.exitCode = 1;
  } else {
    process.stdout.write(`${entries} entries are as they were written${breaks.length > 0 ? ', but for those' : ''}.\n`);
    process.stdout.write(
      head
        ? `${head.number} heads were signed, the last at ${head.signedAt.toISOString()} for ${head.entries} entries; ${kept.length} of them are compared with a backup.\n`
        : 'No head has been signed yet, so nothing shows whether all of them were written anew.\n',
    );
    if (!head && entries > 0) process.exitCode = 1;
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
