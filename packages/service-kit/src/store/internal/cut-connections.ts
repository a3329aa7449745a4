import type { EventEmitter } from 'node:events';
import type { Connection, mongo } from 'mongoose';

/** What is used here of the driver's private parts. */
interface DriverConnection extends EventEmitter {
  readonly error: Error;
  writeCommand: (this: DriverConnection, ...given: unknown[]) => Promise<void>;
}
interface DriverParts {
  readonly topology?: {
    readonly s: { readonly servers: ReadonlyMap<string, { readonly pool: { readonly connections: Iterable<DriverConnection> } }> };
  };
}

const mended = new WeakSet<DriverConnection>();

/** The connections that are open and idle. */
function idleConnections(client: mongo.MongoClient): DriverConnection[] {
  const servers = (client as unknown as DriverParts).topology?.s.servers ?? new Map<string, never>();
  return [...servers.values()].flatMap(({ pool }) => [...pool.connections]);
}

/**
 * Lets a command fail whose connection is cut before it is written whole. The driver (7.8) then waits for ever for the `drain` of a
 * destroyed socket, and with it all that waits for the command; it cuts all connections when a heartbeat is late, as while the database
 * is frozen. Can go when the test beside it is green without.
 */
export async function failCutCommands(connection: Connection): Promise<void> {
  // One is open and idle from here on.
  await connection.db!.command({ ping: 1 });
  const [idle] = idleConnections(connection.getClient());
  if (!idle) return;
  const prototype = Object.getPrototypeOf(idle) as DriverConnection;
  if (mended.has(prototype)) return;
  mended.add(prototype);
  const { writeCommand } = prototype;
  prototype.writeCommand = function writeOrFail(...given) {
    const cut = Promise.withResolvers<never>();
    const fail = () => cut.reject(this.error);
    this.once('close', fail);
    return Promise.race([writeCommand.apply(this, given), cut.promise]).finally(() => this.off('close', fail));
  };
}
