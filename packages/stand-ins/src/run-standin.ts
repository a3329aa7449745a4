import { hostsIn, type StandinPlace } from './host-check.ts';

/** A stand-in that runs. */
interface Running {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Runs a stand-in as a process of its own, until SIGINT or SIGTERM.
 * @param needed names of settings without which it does not start
 */
export async function runStandin(name: string, needed: readonly string[], start: (place: StandinPlace) => Promise<Running>): Promise<void> {
  const { INSTANCE_ID, STANDIN_HOST, STANDIN_HOSTS, STANDIN_PORT, STANDIN_DATA_FILE } = process.env;
  const port = Number(STANDIN_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) refuse('STANDIN_PORT must be a port number');
  for (const setting of needed) if (!process.env[setting]) refuse(`${setting} must be set`);
  const standin = await start({
    port,
    hosts: hostsIn(STANDIN_HOSTS),
    instance: INSTANCE_ID,
    ...(STANDIN_HOST ? { host: STANDIN_HOST } : {}),
    ...(STANDIN_DATA_FILE ? { dataFile: STANDIN_DATA_FILE } : {}),
  });
  process.stdout.write(`${name} on ${standin.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void standin.close().then(() => process.exit(0));
    });
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
