import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { run } from '@concert/machine-kit/processes';
import { ROOT, type ServiceName } from '@concert/machine-kit/rooms';
import { until } from '@concert/test-kit/until';
import { databaseAccounts, DATABASES } from '../../system/database-accounts.ts';
import { step } from '../../system/progress.ts';
import type { SampleAccount } from '../../system/sample-accounts.ts';
import type { Secrets } from '../../system/secrets.ts';

const BUILD_MS = 40 * 60_000;
const READY_MS = 10 * 60_000;
const VERSION = (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
/** For a command that starts or stops all of them. */
export const UP_MS = 15 * 60_000;

/** A container, as the engine sees it. */
export interface Inspected {
  readonly Name: string;
  /** Digest of its image. */
  readonly Image: string;
  readonly State: { readonly StartedAt: string; readonly ExitCode: number; readonly OOMKilled: boolean };
  readonly Config: { readonly User: string };
  readonly HostConfig: { readonly ReadonlyRootfs: boolean; readonly CapDrop: readonly string[] | null; readonly Memory: number };
}

/** The containers of a docker-compose.yml. */
export class Containers {
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string;

  /** @param env their settings, COMPOSE_PROJECT_NAME among them @param folder of docker-compose.yml */
  constructor(env: NodeJS.ProcessEnv, folder = ROOT) {
    this.#env = env;
    this.#folder = folder;
  }

  /** The same containers, for commands with further settings in the environment. */
  with(settings: NodeJS.ProcessEnv): Containers {
    return new Containers({ ...this.#env, ...settings }, this.#folder);
  }

  /** Runs a command of the engine. @returns what it printed @throws Failure when it does not end with code 0 */
  async docker(args: readonly string[], withinMs = 60_000): Promise<string> {
    const { code, output } = await run('docker', args, { cwd: this.#folder, env: this.#env, withinMs });
    if (code !== 0)
      throw new Failure(
        `docker ${args.slice(0, 3).join(' ')} … failed:\n${output.trim().split('\n').slice(-25).join('\n')}`,
        'read what the engine says above.',
      );
    return output;
  }

  /** The same for `docker compose`. */
  compose(args: readonly string[], withinMs?: number): Promise<string> {
    return this.docker(['compose', ...args], withinMs);
  }

  /** Starts a container that was stopped, and nothing that it depends on. */
  async startAgain(name: string): Promise<void> {
    await this.docker(['start', (await this.inspect(name)).Name.slice(1)]);
  }

  /** The container of a process, as the engine sees it. */
  async inspect(name: string): Promise<Inspected> {
    const id = (await this.compose(['ps', '--all', '--quiet', name])).trim().split('\n').at(-1) ?? '';
    return (JSON.parse(await this.docker(['inspect', id])) as [Inspected])[0];
  }

  /** Builds every image that is built here, one after the other: what they have in common is made once. */
  async build(signal: AbortSignal): Promise<void> {
    const { services } = JSON.parse(await this.compose(['config', '--format', 'json'])) as {
      services: Record<string, { readonly image: string; readonly build?: unknown }>;
    };
    for (const [service, { image, build }] of Object.entries(services)) {
      if (!build) continue;
      await step(`Image ${image}`, () => this.compose(['build', '--quiet', service], BUILD_MS));
      signal.throwIfAborted();
    }
  }

  /** The names of its volumes. */
  async volumes(): Promise<string[]> {
    const label = `label=com.docker.compose.project=${this.#env['COMPOSE_PROJECT_NAME']}`;
    return (await this.docker(['volume', 'ls', '--quiet', '--filter', label])).trim().split('\n');
  }

  /** What the job `secrets` made. */
  async secrets(): Promise<Secrets> {
    return JSON.parse(await this.compose(['run', '--rm', '--no-deps', '-T', 'secrets', 'cat', '/secrets/made/secrets.json'])) as Secrets;
  }

  /** The accounts that the job `installation` made with SAMPLE_ACCOUNTS. */
  async sampleAccounts(): Promise<SampleAccount[]> {
    return JSON.parse(
      await this.compose(['run', '--rm', '--no-deps', '-T', 'installation', 'cat', '/secrets/accounts/accounts.json']),
    ) as SampleAccount[];
  }

  /** The size of a part's image. */
  async imageBytes(name: string): Promise<number> {
    return Number((await this.docker(['image', 'inspect', '--format', '{{.Size}}', this.image(name)])).trim());
  }

  /** The name of a part's image. */
  image(name: string): string {
    return `concert/${name}:${VERSION}`;
  }
}

/** @throws Failure with what was seen, unless it is so */
export function expectThat(fine: boolean, what: string, seen: unknown = ''): void {
  const told = typeof seen === 'string' ? seen : JSON.stringify(seen);
  if (!fine) throw new Failure(`${what}${told && `: ${told}`}`, 'see docker-compose.yml and deploy/.');
}

/** Where a test reads a service's database. @param port of MongoDB on this machine */
export function databaseUrl(secrets: Secrets, name: ServiceName, port: number): string {
  const { user, password } = databaseAccounts(secrets, name).migration;
  const database = DATABASES[name];
  return `mongodb://${user}:${password}@127.0.0.1:${port}/${database}?authSource=${database}&directConnection=true`;
}

/** The version of the container engine. @throws Failure when there is none, or it has no compose */
export async function engineVersion(): Promise<string> {
  const engine = await run('docker', ['version', '--format', '{{.Server.Version}}'], { withinMs: 20_000 });
  if (engine.code !== 0)
    throw new Failure('No container engine answers.', 'start Docker, or set DOCKER_HOST to an engine, and run the same command again.');
  if ((await run('docker', ['compose', 'version'], { withinMs: 20_000 })).code !== 0)
    throw new Failure(
      'This Docker has no compose.',
      'install the compose plugin (version 2.24.4 or newer) and run the same command again.',
    );
  return engine.output.trim();
}

/** Root where a server's image was made on this machine: unlike the official ones, it may have to change its user by itself. Empty for the usual user. */
async function startingUser(image: string | undefined): Promise<string> {
  if (!image) return '';
  const { stdout } = await run('docker', ['image', 'inspect', '--format', '{{len .RepoDigests}}', image], { withinMs: 20_000 });
  return stdout.trim() === '0' ? 'root' : '';
}

/** The environment of containers under a name of their own: whom the servers start as, and one build at a time. */
export async function environmentOf(project: string): Promise<NodeJS.ProcessEnv> {
  const { MONGO_IMAGE, RABBITMQ_IMAGE } = process.env;
  return {
    ...process.env,
    ...{ MONGO_USER: await startingUser(MONGO_IMAGE), RABBITMQ_USER: await startingUser(RABBITMQ_IMAGE) },
    ...{ COMPOSE_PROJECT_NAME: project, COMPOSE_PARALLEL_LIMIT: '1' },
  };
}

/** Waits until an address answers. @throws Error when it does not within ten minutes */
export async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  const ask = async () => (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  await until('the site is ready', ask, true, { withinMs: READY_MS, everyMs: 500, signal });
}
