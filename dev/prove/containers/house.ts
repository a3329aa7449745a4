import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_SEATS } from '@concert/contracts/booking/settings';
import { signalGroup } from '@concert/machine-kit/reaper';
import { ROOT, SERVICES } from '@concert/machine-kit/rooms';
import { openDatabases, type FourDatabases } from '../../system/databases.ts';
import type { Proof } from '../proof.ts';
import { Containers, databaseUrl, environmentOf, UP_MS } from './compose.ts';

/*
 * A house in containers that is upgraded from one release to the next. Releases are folders, as an operator has them; their images are those of
 * this state under the name of a version, and svc-booking's has a layer more: a migration of its own, or what breaks it.
 */

const FOLDER = path.join(ROOT, '.data/prove/upgrade');
const PROJECT = 'concert-prove-upgrade';
const PORTS = { site: 18_480, mongo: 18_481, stripe: 18_482, mail: 18_483, identity: 18_484 };
const IMAGES = ['tools', 'gateway', 'shell', 'mfe-public', 'mfe-booking', 'mfe-admin', ...SERVICES];
const MIGRATIONS = 'svc-booking/dist/migrations';
const DOWN = ['down', '--volumes', '--timeout', '5'];

const NEVER_READY = `import { createServer } from 'node:http'; createServer((_, answer) => answer.writeHead(503).end()).listen(8080);`;

/** What is wrong with a release on purpose: its migration does this, too, or a file of svc-booking is another one. */
export const FAULTS = {
  nothing: {},
  'a migration that fails': { migration: `throw new Error('as it is meant to')` },
  'a migration that spoils the counters': { migration: `await db.collection('stock').updateMany({}, { $inc: { sold: 1 } })` },
  'a part that is never ready': { file: 'main.js', text: NEVER_READY },
  'an order that cannot be tried': { file: 'commands/try-order.js', text: 'process.exit(1)' },
} satisfies Record<string, { readonly migration?: string; readonly file?: string; readonly text?: string }>;
export type Fault = keyof typeof FAULTS;

/** A house, by the folder that it runs from. */
export class House {
  readonly url = `http://localhost:${PORTS.site}`;
  readonly system = { payments: `http://localhost:${PORTS.stripe}`, mailbox: `http://localhost:${PORTS.mail}` };
  databases!: FourDatabases;
  readonly #proof: Proof;
  #env: NodeJS.ProcessEnv = {};
  #release = Number(process.hrtime.bigint() % 100_000n);
  /** The folder that runs, and the one beside it. */
  #folders: [runs: string, next: string] = [path.join(FOLDER, 'one'), path.join(FOLDER, 'two')];

  private constructor(proof: Proof) {
    this.#proof = proof;
  }

  /** Starts a house, and stops it however the work ends. */
  static async with(proof: Proof, work: (house: House) => Promise<void>): Promise<void> {
    const house = new House(proof);
    try {
      await house.#start();
      proof.begin();
      await work(house);
    } finally {
      proof.save();
      await Promise.all(Object.values(house.databases ?? {}).map((connection) => connection.close(true)));
      await house.#containers.compose(DOWN, UP_MS).catch((error: unknown) => proof.say(String(error)));
    }
  }

  /** Those that run. */
  get #containers(): Containers {
    return new Containers(this.#env, this.#folders[0]);
  }

  #docker(args: readonly string[]): Promise<string> {
    return this.#containers.docker(args, UP_MS);
  }

  async #start(): Promise<void> {
    this.#env = await environmentOf(PROJECT);
    rmSync(FOLDER, { recursive: true, force: true });
    for (const folder of this.#folders) {
      mkdirSync(folder, { recursive: true });
      for (const place of ['docker-compose.yml', 'deploy', 'mfe-public/content'])
        cpSync(path.join(ROOT, place), path.join(folder, place), { recursive: true });
    }
    const [runs] = this.#folders;
    writeFileSync(path.join(runs, '.env'), settings());
    await new Containers(this.#env).compose(['build'], UP_MS);
    const [, version = ''] = /concert\/tools:(\S+)/.exec(readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8'))!;
    for (const image of IMAGES) await this.#docker(['tag', `concert/${image}:${version}`, `concert-base/${image}`]);
    writeFileSync(path.join(runs, 'docker-compose.override.yml'), OVERLAY);
    await this.makeRelease('nothing', runs);
    await this.#containers.compose(DOWN, UP_MS);
    await this.#containers.compose(['up', '--detach', '--no-build'], UP_MS);
    const secrets = await this.#containers.secrets();
    this.databases = await openDatabases((service) => databaseUrl(secrets, service, PORTS.mongo));
    await this.databases.booking.collection<{ _id: string }>('stock').updateMany({}, { $set: { capacity: MAX_SEATS } });
  }

  /** Makes a folder the next release, with what is wrong with it: the one that the house is to be upgraded to, if no other is said. */
  async makeRelease(fault: Fault, folder = this.#folders[1]): Promise<void> {
    const { migration = '', file = '', text = '' }: { migration?: string; file?: string; text?: string } = FAULTS[fault];
    this.#release += 1;
    const version = `1.0.${this.#release}`;
    rmSync(path.join(folder, '.upgrade'), { recursive: true, force: true });
    // Its images are made here.
    const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8').replace(/^ {4}build: .*\n/gm, '');
    const named = compose.replace(/^(.*image: concert\/[a-z-]+:| {4}VERSION: )\S+$/gm, `$1${version}`);
    writeFileSync(path.join(folder, 'docker-compose.yml'), named);
    for (const image of IMAGES) await this.#docker(['tag', `concert-base/${image}`, `concert/${image}:${version}`]);
    const layer = path.join(FOLDER, 'layer');
    rmSync(layer, { recursive: true, force: true });
    mkdirSync(layer);
    // The release before has to bear fields that it does not know.
    const fields = `for (const one of ['bookings', 'concerts', 'stock']) await db.collection(one).updateMany({}, { $set: { isNewer: true } });`;
    const up = `await db.collection('releases').insertOne({ _id: '${version}' }); ${fields} ${migration}`;
    writeFileSync(
      path.join(layer, 'migrations.js'),
      `import { bookingMigrations as first } from './first.js';\nexport const bookingMigrations = (...given) => [...first(...given), { id: '9-${version}', async up(db) { ${up} } }];\n`,
    );
    if (file) writeFileSync(path.join(layer, 'broken.js'), text);
    writeFileSync(
      path.join(layer, 'Dockerfile'),
      `FROM concert-base/svc-booking\nCOPY --from=concert-base/svc-booking /app/${MIGRATIONS}/migrations.js ${MIGRATIONS}/first.js\nCOPY migrations.js ${MIGRATIONS}/\n${file ? `COPY broken.js svc-booking/dist/${file}\n` : ''}`,
    );
    await this.#docker(['build', '--quiet', '--tag', `concert/svc-booking:${version}`, layer]);
  }

  /** Begins the upgrade, or ends one that was killed; in a control by a script that knows no way back. */
  upgrade(): { readonly process: ChildProcess; readonly code: Promise<number | null> } {
    const [runs, next] = this.#folders;
    const script = path.join(next, 'deploy/upgrade.sh');
    if (this.#proof.options.isControl)
      writeFileSync(script, readFileSync(path.join(ROOT, 'deploy/upgrade.sh'), 'utf8').replace('back() {', 'back() {\n  exit 1'));
    const log = openSync(path.join(FOLDER, 'log'), 'a');
    const process = spawn('sh', [script, runs, 'while-selling', 'anyway'], { env: this.#env, detached: true, stdio: ['ignore', log, log] });
    return { process, code: once(process, 'exit').then(([code]) => code as number | null) };
  }

  /**
   * Kills an upgrade after a while, as by a machine that loses its power, but for what the engine itself goes on doing.
   * @param from a word of its journal that the while begins with; its start where none is given
   * @returns after how many milliseconds it was killed, or undefined where it ended before
   */
  async killed(afterMs: number, from?: string): Promise<number | undefined> {
    const { process, code } = this.upgrade();
    const began = Date.now();
    let hasEnded = false;
    void code.then(() => (hasEnded = true));
    const journal = path.join(this.#folders[1], '.upgrade/journal');
    const isNoted = () => !from || (existsSync(journal) && readFileSync(journal, 'utf8').includes(` ${from}\n`));
    while (!hasEnded && !isNoted()) await pause(50);
    await Promise.race([code, pause(afterMs)]);
    if (hasEnded) return undefined;
    signalGroup(process.pid!, 'SIGKILL');
    await code;
    return Date.now() - began;
  }

  /** The version of each part that runs; where the new release runs, the folders change places. */
  async settled(): Promise<'old' | 'new' | 'mixed'> {
    const listed = await this.#docker(['ps', '--filter', `label=com.docker.compose.project=${PROJECT}`, '--format', '{{.Image}}']);
    const versions = new Set(listed.split('\n').flatMap((image) => /^concert\/[^:]+:(.+)$/.exec(image)?.[1] ?? []));
    const [version] = versions;
    if (versions.size !== 1) return 'mixed';
    const marked = await this.databases.booking.collection<{ _id: string }>('releases').countDocuments({ _id: `1.0.${this.#release}` });
    if (version !== `1.0.${this.#release}`) return marked === 0 ? 'old' : 'mixed';
    this.#folders.reverse();
    return marked === 1 ? 'new' : 'mixed';
  }
}

function settings(): string {
  const unhurried = ['UNPAID_HOLDS', 'OPEN_SEATS'].flatMap((what) => ['ACCOUNT', 'SOURCE'].map((whose) => `${what}_PER_${whose}=1000000`));
  const rates = ['RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_AUTH_PER_MINUTE', 'RATE_LIMIT_FORMS_PER_MINUTE'].map((name) => `${name}=1000000`);
  const ports = `SITE_PORT=${PORTS.site}\nSTRIPE_PORT=${PORTS.stripe}\nMAIL_PORT=${PORTS.mail}\nIDENTITY_PORT=${PORTS.identity}`;
  return [ports, ...unhurried, ...rates, ''].join('\n');
}

/** What this machine adds: the database can be looked at. JSON is YAML. */
const OVERLAY = JSON.stringify({
  services: { mongo: { ports: [`127.0.0.1:${PORTS.mongo}:27017`], networks: ['looked-at'] } },
  networks: { 'looked-at': {} },
});
