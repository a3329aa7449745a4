import path from 'node:path';
import { run } from '@concert/test-kit/processes';
import { ROOT, SERVICES, type ServiceName } from '../rooms.ts';
import type { Operation } from './operation.ts';

const WAIT_MS = 150_000;

/** Runs a command of a service itself, against its database; says what it says. @returns whether it succeeded */
async function command(operation: Operation, service: ServiceName, entry: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const settings = { PATH: env.PATH, MONGO_URL: await operation.mongoUrl(service), ...(env.ADMIN_EMAIL ? { ADMIN_EMAIL: env.ADMIN_EMAIL } : {}) };
  const { code, output } = await run(process.execPath, [path.join(ROOT, service, 'dist', entry), ...args], { env: settings, cwd: ROOT, withinMs: WAIT_MS });
  operation.say(output.trimEnd());
  if (code !== 0) process.exitCode = code ?? 1;
  return code === 0;
}

/** Makes an admin of a verified account. The account's owner writes the act into the audit log with the change. */
export async function firstAdmin(operation: Operation, email: string, env = process.env): Promise<void> {
  if (!(await operation.agreed(`make an admin of ${email}; whoever is signed in there signs in again`))) return;
  await command(operation, 'svc-auth', 'first-admin.js', [email], env);
}

/** Takes in what no webhook told, then compares bookings, ledger and payment provider. */
export async function verifyMoney(operation: Operation, env = process.env): Promise<void> {
  if (operation.flags.dryRun) return operation.say('Would: ask the payment provider for everything, take in what is new, and compare. Nothing was changed.');
  await command(operation, 'svc-payment', 'verify-money.js', [], env);
}

/** The same, asked for because something may have been missed. */
export async function reconcile(operation: Operation, env = process.env): Promise<void> {
  if (!(await operation.agreed('ask the payment provider for everything and take in what is new'))) return;
  await operation.record({ act: 'reconciler.run', subject: { kind: 'service', id: 'svc-payment' } });
  await command(operation, 'svc-payment', 'verify-money.js', [], env);
}

/** Asks the payment provider about every page of one booking and takes in what it says. */
export async function settle(operation: Operation, bookingId: string, env = process.env): Promise<void> {
  if (!(await operation.agreed(`ask the payment provider about ${bookingId} and take in what it says`))) return;
  const done = await command(operation, 'svc-payment', 'settle-booking.js', [bookingId], env);
  if (done) await operation.record({ act: 'booking.settled', subject: { kind: 'booking', id: bookingId } });
}

/** Whether each process answers and is ready, and of which version it is. */
export async function status(operation: Operation): Promise<void> {
  const system = await operation.local();
  const parts: [string, string][] = [['gateway', system.site], ...SERVICES.map((name): [string, string] => [name, system.services[name]])];
  for (const [name, url] of parts) {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3_000) })
      .then(async (response) => (await response.json()) as { ready: boolean; dependencies: Record<string, boolean>; version: string })
      .catch(() => undefined);
    const missing = Object.entries(answer?.dependencies ?? {}).filter(([, up]) => !up).map(([dependency]) => dependency);
    operation.say(`${name.padEnd(12)} ${answer === undefined ? 'does not answer' : answer.ready ? 'ready' : `not ready: ${missing.join(', ') || 'stopping'}`}${answer ? `  version ${answer.version}` : ''}`);
    if (!answer?.ready) process.exitCode = 1;
  }
}
