import path from 'node:path';
import { listDeadLetters, redriveDeadLetters } from '@concert/service-kit/dead-letters';
import { topology } from '@concert/service-kit/topology';
import { Failure } from '@concert/test-kit/failure';
import { run } from '@concert/test-kit/processes';
import { reportAndExit } from './failure.ts';
import { ROOT } from './rooms.ts';
import { readAddress } from './system.ts';

const HELP = `npm run ops -- <command>

  dead-letters list <service> <purpose>                  what could not be handled; nothing changes
  dead-letters redrive <service> <purpose> [messageId]   sends one or all back to be handled again
  verify-money                                           compares bookings, ledger and payment provider of the running system
  first-admin <email>                                    makes an admin of a verified account of the running system

For example: npm run ops -- dead-letters list svc-booking follow-payments
The broker is the one of the running system, or the one RABBITMQ_URL names.
`;

async function brokerUrl(env: NodeJS.ProcessEnv): Promise<string> {
  if (env.RABBITMQ_URL) return env.RABBITMQ_URL;
  const running = await readAddress(path.join(ROOT, '.data'));
  if (!running) throw new Failure('No system runs here.', 'start it with npm start, or name the broker in RABBITMQ_URL.');
  return running.rabbit;
}

async function firstAdmin(email: string, env: NodeJS.ProcessEnv): Promise<void> {
  const running = await readAddress(path.join(ROOT, '.data'));
  if (!running) throw new Failure('No system runs here.', 'start it with npm start; elsewhere: node svc-auth/dist/first-admin.js EMAIL with MONGO_URL set.');
  const settings = { PATH: env.PATH, MONGO_URL: running.mongo['svc-auth'], ...(env.ADMIN_EMAIL ? { ADMIN_EMAIL: env.ADMIN_EMAIL } : {}) };
  const { code, output } = await run(process.execPath, [path.join(ROOT, 'svc-auth/dist/first-admin.js'), email], { env: settings, cwd: ROOT, withinMs: 30_000 });
  process.stdout.write(output);
  process.exitCode = code ?? 1;
}

async function verifyMoney(env: NodeJS.ProcessEnv): Promise<void> {
  const running = await readAddress(path.join(ROOT, '.data'));
  if (!running) throw new Failure('No system runs here.', 'start it with npm start; elsewhere: node svc-payment/dist/verify-money.js with MONGO_URL set, beside a running svc-payment.');
  const { code, output } = await run(process.execPath, [path.join(ROOT, 'svc-payment/dist/verify-money.js')], { env: { PATH: env.PATH, MONGO_URL: running.mongo['svc-payment'] }, cwd: ROOT, withinMs: 150_000 });
  process.stdout.write(output);
  process.exitCode = code ?? 1;
}

async function ops([subject, act, service, purpose, messageId]: readonly string[], env = process.env): Promise<void> {
  if (subject === 'first-admin' && act) return firstAdmin(act, env);
  if (subject === 'verify-money') return verifyMoney(env);
  if (subject !== 'dead-letters' || (act !== 'list' && act !== 'redrive') || !service || !purpose) {
    process.stdout.write(HELP);
    if (subject) process.exitCode = 2;
    return;
  }
  const queue = topology(env.EVENTS_EXCHANGE ?? 'concert.events', env.EVENTS_QUEUE_PREFIX ?? '').queue(service, purpose);
  const url = await brokerUrl(env);
  const letters = await (act === 'list' ? listDeadLetters(url, queue) : redriveDeadLetters(url, queue, messageId)).catch((error: unknown) => {
    throw new Failure(`The dead letters of ${service} ${purpose} cannot be read (${error instanceof Error ? error.message : 'unknown fault'}).`, 'check the names and that the broker answers.');
  });
  for (const { messageId: id, type, fault, attempts } of letters) process.stdout.write(`${id}  ${type}  ${fault}  after ${attempts} tries\n`);
  process.stdout.write(`${letters.length} ${letters.length === 1 ? 'message' : 'messages'}${act === 'redrive' ? ' sent back' : ''}\n`);
}

await ops(process.argv.slice(2)).catch(reportAndExit);
