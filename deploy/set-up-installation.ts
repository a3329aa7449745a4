import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isLive } from '../dev/system/live-keys.ts';
import { keepSecrets, typeablePassword } from '../dev/system/secrets.ts';
import { alertmanagerConfig } from './alertmanager.ts';
import { accountsOf, assertInstallation, installationFiles, onDomain } from './installation.ts';
import { NOBODY, putSecret, SECRETS_ROOT } from './secret-files.ts';

/*
 * One-shot job of docker-compose.yml: takes the accounts at providers that the environment names, or those of the stand-ins, and the addresses of
 * the installation, and lays each where the process reads it that needs it. It refuses before it lays out anything: what runs goes on as it was. No running process
 * depends on this job, so that a new key starts nothing again but whoever reads it.
 */

const env = onDomain(process.env);
try {
  assertInstallation(env);
  const secrets = await keepSecrets(path.join(SECRETS_ROOT, 'made'));
  const accounts = accountsOf(env, (role) => {
    const kept = `made/sample-password-${role}`;
    if (!existsSync(path.join(SECRETS_ROOT, kept))) putSecret(kept, typeablePassword(), 0);
    return readFileSync(path.join(SECRETS_ROOT, kept), 'utf8');
  });
  for (const [file, text] of Object.entries(installationFiles(env, secrets))) putSecret(file, text);
  putSecret('alertmanager/alertmanager.yml', alertmanagerConfig(env), NOBODY);
  putSecret('accounts/accounts.json', JSON.stringify(accounts));
  // Beside a live key the accounts of a rehearsal end.
  putSecret('accounts/payments-live', String(isLive(env)));
  console.log(
    accounts.length > 0
      ? `Sample accounts:\n${accounts.map(({ email, password }) => `  ${email.padEnd(24)} ${password}`).join('\n')}`
      : 'No sample accounts (SAMPLE_ACCOUNTS=true makes them).',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
