import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { availableParallelism, networkInterfaces } from 'node:os';
import path from 'node:path';
import { connect as connectByTls } from 'node:tls';
import type { Environment } from '../../dev/system/live-keys.ts';
import { SendgridAccount } from '../accounts/sendgrid-account.ts';
import { StripeAccount } from '../accounts/stripe-account.ts';
import type { Answer, EnvFile, House, Machine, Net } from './check.ts';

const TIMEOUT_MS = 5_000;
/** Codes of a certificate that is not taken. */
export const REFUSED = /CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME/;

/** The house as it is: this machine, and the world as it is seen from here. */
export function realHouse(env: Environment, over: Partial<House> & { folders?: readonly string[] } = {}): House {
  const { folders = ['/', '.'], ...parts } = over;
  return {
    env,
    from: 'setup',
    machine: realMachine(folders),
    net: realNet(),
    stripe: (key) => new StripeAccount(key, env['STRIPE_API_URL']),
    sendgrid: (key) => new SendgridAccount(key, env['SENDGRID_API_URL']),
    now: () => Date.now(),
    ...parts,
  };
}

/** A file .env, or the place where it is going to be. */
export function envFileAt(file: string): EnvFile {
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return {
    isFolder,
    // Editors of other systems begin with a mark that nobody sees, and end lines in another way.
    text:
      existsSync(file) && !isFolder
        ? readFileSync(file, 'utf8')
            .replace(/^\ufeff/, '')
            .replace(/\r\n?/g, '\n')
        : '',
    mode: existsSync(file) ? statSync(file).mode & 0o777 : undefined,
    folderMode: statSync(path.dirname(path.resolve(file))).mode & 0o777,
  };
}

function realMachine(folders: readonly string[]): Machine {
  return {
    read: (file) => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return undefined;
      }
    },
    cores: availableParallelism(),
    addresses: Object.values(networkInterfaces()).flatMap((some = []) =>
      some.filter(({ internal }) => !internal).map(({ address }) => address),
    ),
    disks: () =>
      Promise.all(
        folders.map(async (folder) => {
          const { bavail, bfree, blocks, bsize } = await statfs(folder);
          // Without what is kept for root, as df counts.
          return { free: bavail * bsize, total: (blocks - bfree + bavail) * bsize };
        }),
      ),
  };
}

/** What reaches others from here; `fetch` follows no redirect. */
export function realNet(): Net {
  return {
    dns: new Resolver({ timeout: 2_000, tries: 2 }),
    fetch: (address, init) => fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...init }),
    knock,
    certificate: certificateAt,
    connect: (host, port) =>
      new Promise((resolve, reject) => {
        const socket = connect({ host, port }, () => (socket.destroy(), resolve()));
        socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
        socket.once('error', reject);
      }),
  };
}

async function certificateAt(host: string, port: number): Promise<{ ends: number; fault?: string }> {
  const socket = connectByTls({ host, port, servername: host, timeout: TIMEOUT_MS });
  socket.once('timeout', () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'secureConnect');
    return { ends: Date.parse(socket.getPeerCertificate().valid_to) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!REFUSED.test(code)) throw error;
    return { ends: 0, fault: code };
  } finally {
    socket.destroy();
  }
}

async function knock(address: string, host: string, path: string): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const asked = request({ host: address, port: 80, path, headers: { host }, agent: false, signal }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let body = '';
  // Whoever answers there may be anyone.
  for await (const part of answer.setEncoding('utf8')) if ((body += String(part)).length > 1_000) break;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}
