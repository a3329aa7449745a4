import { setTimeout as pause } from 'node:timers/promises';
import type { Exit, Running } from './processes.ts';

/** An engine that works answers in a fraction of this; one that hangs must delay nobody. */
const ANSWER_MS = 10_000;
const START_MS = 60_000;

/** Whether a container engine answers. The client program alone proves nothing. */
export async function hasContainers(): Promise<boolean> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return answered(getContainerRuntimeClient().then(() => true));
}

/** Whether the engine has an image already, so that nothing need be fetched. */
export async function hasImage(image: string): Promise<boolean> {
  const { getContainerRuntimeClient, ImageName } = await import('testcontainers');
  return answered(getContainerRuntimeClient().then((client) => client.image.exists(ImageName.fromString(image))));
}

function answered(question: Promise<boolean>): Promise<boolean> {
  return Promise.race([question.catch(() => false), pause(ANSWER_MS, false, { ref: false })]);
}

export interface ContainerOptions {
  readonly name: string;
  readonly image: string;
  /** Runs this program instead of what the image starts by itself. */
  readonly program?: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Port inside → port on this machine's loopback. */
  readonly ports: Readonly<Record<number, number>>;
  /** Folder or file on this machine → path inside. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** A folder inside whose files are in memory, as they go with the container anyway. */
  readonly inMemory?: string;
  /** Runs as the user who started this, so that mounted files stay theirs. */
  readonly asThisUser?: boolean;
}

/** Starts a container, which is removed when it is stopped. The caller finds out when it is ready. */
export async function startContainer(options: ContainerOptions): Promise<Running> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  let plan = new GenericContainer(options.image)
    .withExposedPorts(...Object.entries(options.ports).map(([container, host]) => ({ container: Number(container), host })))
    .withBindMounts(Object.entries(options.mounts ?? {}).map(([source, target]) => ({ source, target, mode: 'rw' as const })))
    .withEnvironment({ ...options.env })
    .withTmpFs(options.inMemory === undefined ? {} : { [options.inMemory]: 'rw' })
    // The library's own port checks run inside the container, and end this process when the container ends first.
    .withWaitStrategy(Wait.forLogMessage(/\S/))
    .withStartupTimeout(START_MS);
  if (options.program) {
    const [name, ...args] = options.program;
    plan = plan.withEntrypoint([name]).withCommand(args);
  }
  if (options.asThisUser && process.getuid && process.getgid) plan = plan.withUser(`${process.getuid()}:${process.getgid()}`);
  const started = await plan.start();
  const client = await getContainerRuntimeClient();
  const container = client.container.getById(started.getId());

  let stopped = false;
  const watch = async (): Promise<Exit> => {
    while (!stopped) {
      const state = await client.container.inspect(container).then(
        (seen) => seen.State,
        () => undefined,
      );
      if (state === undefined || !state.Running) return { code: state?.ExitCode ?? null, signal: null };
      await pause(1_000, undefined, { ref: false });
    }
    return { code: 0, signal: null };
  };
  const exited = watch();
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopped = true;
    await started.stop({ timeout: 10_000 }).catch((error: Error) => {
      if (!/no such container|not found/i.test(error.message)) throw error;
    });
  };
  return {
    name: options.name,
    exited,
    tail: async () => {
      const output = await client.container.logs(container, { stdout: true, stderr: true, tail: 40 }).catch(() => undefined);
      return output === undefined ? '' : readFor(output, 1_000);
    },
    stop: () => (stopping ??= stop()),
  };
}

/** What a stream yields within a time; a log that is still being written never ends by itself. */
async function readFor(stream: NodeJS.ReadableStream, ms: number): Promise<string> {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await Promise.race([new Promise((resolve) => stream.once('end', resolve)), pause(ms)]);
  (stream as { destroy?: () => void }).destroy?.();
  return text.trim();
}
