import { Failure } from '@concert/machine-kit/failure';
import { identitySettings } from '@concert/machine-kit/key-pairs';
import { compileServers } from '@concert/machine-kit/build';
import { SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { runServiceCommand } from '../../system/entries.ts';
import { isLive } from '../../system/live-keys.ts';
import { identityPairs } from '../../system/process-settings.ts';
import { processesOf } from '../../system/running-system.ts';
import { keepSecrets } from '../../system/secrets.ts';
import type { Operation } from './operation.ts';

/**
 * Runs a command of a service itself, against its database; prints its output, and ends with its exit code.
 * @throws Failure in the containers of docker-compose.yml, where the service itself has the settings that its command needs
 */
async function command(
  operation: Operation,
  service: ServiceName,
  entry: string,
  args: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { env } = operation;
  // in-containers.ts says it; it is no setting.
  if (env['IN_CONTAINERS'])
    throw new Failure(
      `${service} does this in its own container.`,
      ['docker compose exec', service, 'node', `${service}/dist/commands/${entry}`, ...args].join(' '),
    );
  await compileServers(['contracts', 'service-kit', service]);
  const settings = {
    PATH: env.PATH ?? '',
    MONGO_URL: await operation.mongoUrl(service),
    ...(env.ADMIN_EMAIL ? { ADMIN_EMAIL: env.ADMIN_EMAIL } : {}),
    ...more,
  };
  const { code, output } = await runServiceCommand(service, entry, settings, args);
  operation.say(output.trimEnd());
  if (code !== 0) operation.exitCode = code ?? 1;
}

/** Makes a verified account an admin. svc-auth itself writes that into the audit log, with the change. */
export async function firstAdmin(operation: Operation, email: string): Promise<void> {
  if (!(await operation.agreed(`make an admin of ${email}; whoever is signed in there signs in again`))) return;
  await command(operation, 'svc-auth', 'first-admin.js', [email]);
}

/** Removes the passkeys of an account, where no other admin is left who could. svc-auth itself writes that into the audit log, and tells the owner. */
export async function removePasskeys(operation: Operation, email: string): Promise<void> {
  if (!(await operation.agreed(`remove the passkeys of ${email} and sign it out everywhere; its owner is told by email`))) return;
  await command(operation, 'svc-auth', 'remove-passkeys.js', [email]);
}

/** Reads what no webhook told, then compares bookings, ledger and payment provider. */
export async function verifyMoney(operation: Operation): Promise<void> {
  if (operation.flags.dryRun)
    return operation.say('Would: ask the payment provider for everything, take in what is new, and compare. Nothing was changed.');
  await command(operation, 'svc-payment', 'verify-money.js');
}

/** The same, for when something may have been missed. */
export async function reconcile(operation: Operation): Promise<void> {
  if (!(await operation.agreed('ask the payment provider for everything and take in what is new'))) return;
  await command(operation, 'svc-payment', 'verify-money.js');
  await operation.record({ act: 'reconciler.run', subject: { kind: 'service', id: 'svc-payment' } });
}

/** Checks that each entry of the audit log follows from those before it. */
export async function verifyAudit(operation: Operation): Promise<void> {
  await command(operation, 'svc-booking', 'verify-audit.js');
}

/** Begins a new chain of the audit log after a break. svc-booking checks that there is one, and writes down where. */
export async function beginAuditChain(operation: Operation): Promise<void> {
  if (!(await operation.agreed('begin a new chain of the audit log, which says for ever that nothing proves the entries since the break')))
    return;
  await command(operation, 'svc-booking', 'begin-audit-chain.js');
}

/** What has to be right before the sale opens. svc-booking asks the other services, as it does for the page that opens the sale. */
export async function doctor(operation: Operation): Promise<void> {
  if (operation.env.MONGO_URL)
    throw new Failure(
      'The services are asked by their addresses, which are known here only of npm start.',
      'docker compose run --rm doctor',
    );
  const { services, site, dataFolder } = await operation.local();
  await command(operation, 'svc-booking', 'doctor.js', [], {
    ...identitySettings('svc-booking', identityPairs(await keepSecrets(dataFolder))),
    PUBLIC_ORIGIN: site,
    PAYMENTS_LIVE: String(isLive(operation.env)),
    ...(operation.env.CONTACT_EMAIL ? { CONTACT_EMAIL: operation.env.CONTACT_EMAIL } : {}),
    AUTH_URL: services['svc-auth'],
    PAYMENT_URL: services['svc-payment'],
    NOTIFY_URL: services['svc-notify'],
  });
}

/** Whether each process answers and is ready, and of which version it is. */
export async function status(operation: Operation): Promise<void> {
  if (operation.env.MONGO_URL)
    throw new Failure(
      'Only the processes that npm start runs here can be asked.',
      'for others see docker compose ps, kubectl get pods, or /health/ready of each process.',
    );
  const system = await operation.local();
  const parts: [string, string][] = [['gateway', system.site], ...SERVICES.map((name): [string, string] => [name, system.services[name]])];
  const processes = await processesOf(system.dataFolder).catch(() => []);
  for (const [name, url] of parts) {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3_000) })
      .then(async (response) => (await response.json()) as { ready: boolean; dependencies: Record<string, boolean>; version: string })
      .catch(() => undefined);
    const missing = Object.entries(answer?.dependencies ?? {})
      .filter(([, up]) => !up)
      .map(([dependency]) => dependency);
    const restarts = processes.find((process) => process.name === name)?.restarts ?? 0;
    operation.say(
      `${name.padEnd(12)} ${answer === undefined ? 'does not answer' : answer.ready ? 'ready' : `not ready: ${missing.join(', ') || 'stopping'}`}${answer ? `  version ${answer.version}` : ''}${restarts > 0 ? `  ended by itself ${restarts} times` : ''}`,
    );
    if (!answer?.ready) operation.exitCode = 1;
  }
}
