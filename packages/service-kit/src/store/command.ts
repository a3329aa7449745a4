import type { Connection } from 'mongoose';
import { SettingsError } from '../process/settings.ts';
import { createMongo, openForCommand, type CommandDatabase } from './mongo.ts';

/** Why a command did nothing, in words for whoever runs it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  /** @param code the process ends with: 2 where the command was called wrongly */
  constructor(
    message: string,
    readonly code: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/**
 * Runs what is done by hand on a service's database, and ends with code 1 where it fails.
 * @param failed what did not happen, as in 'the admin could not be made'
 * @param read settings and arguments; called before the database is asked
 * @param work throws {@link CommandError} where something is not as it has to be
 */
export async function runCommand<S extends CommandDatabase>(
  service: string,
  failed: string,
  read: () => S,
  work: (connection: Connection, settings: S) => Promise<void>,
): Promise<void> {
  const connection = createMongo();
  try {
    const settings = read();
    await openForCommand(connection, settings);
    await work(connection, settings);
  } catch (error) {
    const why = error instanceof CommandError ? error.message : `${failed} (${error instanceof Error ? error.name : 'unknown fault'})`;
    process.stderr.write(error instanceof SettingsError ? `${error.message}\n` : `${service}: ${why}\n`);
    process.exitCode = error instanceof CommandError ? error.code : 1;
  } finally {
    await connection.close();
  }
}
