import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { run } from '@concert/machine-kit/processes';
import { ROOT } from '@concert/machine-kit/rooms';

/** A container, as the engine sees it. */
export interface Inspected {
  readonly Name: string;
  /** Digest of its image. */
  readonly Image: string;
  readonly State: {
    readonly StartedAt: string;
    readonly Status: string;
    readonly ExitCode: number;
    readonly OOMKilled: boolean;
    readonly Health?: { readonly Status: string };
  };
  readonly Config: { readonly User: string };
  readonly HostConfig: { readonly ReadonlyRootfs: boolean; readonly CapDrop: readonly string[] | null; readonly Memory: number };
}

/** The containers of docker-compose.yml under a name of their own. */
export class Containers {
  readonly #project: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string;

  /** @param folder holds `ports.yml`, which is laid over docker-compose.yml */
  constructor(env: NodeJS.ProcessEnv, folder: string, project = `concert-verify-${process.pid}`) {
    this.#env = env;
    this.#folder = folder;
    this.#project = project;
  }

  /** The same containers, for commands with further settings in the environment. */
  with(settings: NodeJS.ProcessEnv): Containers {
    return new Containers({ ...this.#env, ...settings }, this.#folder, this.#project);
  }

  /** Runs a command of the engine. @returns what it printed @throws Failure when it does not end with code 0 */
  async docker(args: readonly string[], withinMs = 60_000): Promise<string> {
    const { code, output } = await run('docker', args, { cwd: ROOT, env: this.#env, withinMs });
    if (code !== 0)
      throw new Failure(
        `docker ${args.slice(0, 3).join(' ')} … failed:\n${output.trim().split('\n').slice(-25).join('\n')}`,
        'read what the engine says above.',
      );
    return output;
  }

  /** The same for `docker compose`. */
  compose(args: readonly string[], withinMs?: number): Promise<string> {
    return this.docker(
      ['compose', '-p', this.#project, '-f', 'docker-compose.yml', '-f', path.join(this.#folder, 'ports.yml'), ...args],
      withinMs,
    );
  }

  /** The container of a process, as the engine sees it. */
  async inspect(name: string): Promise<Inspected> {
    const id = (await this.compose(['ps', '--all', '--quiet', name])).trim().split('\n').at(-1) ?? '';
    return (JSON.parse(await this.docker(['inspect', id])) as [Inspected])[0];
  }

  /** What is built here, once per image. */
  async built(): Promise<readonly { readonly service: string; readonly image: string }[]> {
    const { services } = JSON.parse(await this.compose(['config', '--format', 'json'])) as {
      services: Record<string, { readonly image: string; readonly build?: unknown }>;
    };
    return Object.entries(services).flatMap(([service, { image, build }]) => (build ? [{ service, image }] : []));
  }

  /** The size of a part's image. */
  async imageBytes(name: string): Promise<number> {
    return Number((await this.docker(['image', 'inspect', '--format', '{{.Size}}', this.image(name)])).trim());
  }

  /** The name of a part's image, in the version of the environment. */
  image(name: string): string {
    return `concert/${name}:${this.#env.VERSION || 'latest'}`;
  }
}
