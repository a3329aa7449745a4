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

const TIMEOUT_MS = 5_000;
/** Codes of a certificate that is not taken. */
export const REFUSED = /CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME/;

/** What a check asks: the settings as they stand, or as setup is about to write them, and the world around them. No check reads anything else. */
export interface House {
  readonly env: Environment;
  /** Where it is asked: by setup on the machine itself, or inside a container of the running site. */
  readonly from: 'setup' | 'inside';
  /** The file .env as it lies there; undefined where it cannot be seen. */
  readonly file?: EnvFile | undefined;
  /** The text of docker-compose.yml; undefined where it cannot be seen. */
  readonly compose?: string | undefined;
  /** The folder of the backups; undefined where it cannot be seen. */
  readonly backups?: string | undefined;
  readonly machine: Machine;
  readonly net: Net;
  readonly stripe: (key: string) => StripeAccount;
  readonly sendgrid: (key: string) => SendgridAccount;
  readonly now: () => number;
}
export type EnvFile = ReturnType<typeof envFileAt>;
export type Machine = ReturnType<typeof realMachine>;
export type Net = ReturnType<typeof realNet> & {
  /** The ports 80 and 443 of this house; undefined where it has no name of its own. */
  readonly entrance?: (() => Promise<Entrance>) | undefined;
};

/** How this house is known at its ports. */
export interface Entrance {
  /** What to ask for at an address, and what this house answers; undefined where another program holds the port. */
  readonly ask?: { readonly path: string; readonly body: string; readonly host?: string } | undefined;
  /** Who else holds a port, and why it cannot be had. */
  readonly held: ReadonlyMap<number, string>;
  readonly close: () => void;
}

/** The answer to a plain HTTP request. */
export type Answer = Awaited<ReturnType<typeof knock>>;

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
export function envFileAt(file: string) {
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return {
    isFolder,
    // Empty where there is none yet. Editors of other systems begin with a mark that nobody sees, and end lines in another way.
    text:
      existsSync(file) && !isFolder
        ? readFileSync(file, 'utf8')
            .replace(/^\ufeff/, '')
            .replace(/\r\n?/g, '\n')
        : '',
    /** Undefined where there is no file yet. */
    mode: existsSync(file) ? statSync(file).mode & 0o777 : undefined,
    folderMode: statSync(path.dirname(path.resolve(file))).mode & 0o777,
  };
}

function realMachine(folders: readonly string[]) {
  return {
    /** A file of the system, such as /proc/meminfo; undefined where it cannot be seen. */
    read: (file: string) => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return undefined;
      }
    },
    cores: availableParallelism(),
    /** Its own, but for those by which it reaches itself. */
    addresses: Object.values(networkInterfaces()).flatMap((some = []) =>
      some.filter(({ internal }) => !internal).map(({ address }) => address),
    ),
    /** What is left on each disk that images and data lie on, in bytes. */
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
export function realNet() {
  const dns: Pick<Resolver, 'resolve4' | 'resolve6' | 'resolveCaa' | 'resolveTxt'> = new Resolver({ timeout: 2_000, tries: 2 });
  return {
    dns,
    fetch: (address: string, init?: RequestInit) =>
      fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...init }),
    knock,
    certificate: certificateAt,
    /** Connects and goes. */
    connect: (host: string, port: number) =>
      new Promise<void>((resolve, reject) => {
        const socket = connect({ host, port }, () => (socket.destroy(), resolve()));
        socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
        socket.once('error', reject);
      }),
  };
}

/** When the certificate that is shown there ends, and why browsers refuse it, where they do. */
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

/** Asks the server at an address for a path under the name of a host. */
async function knock(address: string, host: string, path: string) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const asked = request({ host: address, port: 80, path, headers: { host }, agent: false, signal }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let body = '';
  // Whoever answers there may be anyone.
  for await (const part of answer.setEncoding('utf8')) if ((body += String(part)).length > 1_000) break;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}
