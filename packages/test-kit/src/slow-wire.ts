import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection to a server that can be made slow: what the client sends arrives later, in order. */
export class SlowWire {
  /** Milliseconds by which each message to the server is late. */
  delayMs = 0;
  /** Connections open now, and at most at once since {@link forget}. */
  open = 0;
  most = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Opens a wire to a server on this machine. */
  static async to(port: number, host = '127.0.0.1'): Promise<SlowWire> {
    const server = createServer();
    const wire = new SlowWire(server);
    server.on('connection', (client) => wire.#carry(client, connect(port, host)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Counts connections anew from here. */
  forget(): void {
    this.most = this.open;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #carry(client: Socket, upstream: Socket): void {
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    let before: Promise<unknown> = Promise.resolve();
    client.on('data', (chunk) => {
      const late = pause(this.delayMs, undefined, { ref: false });
      before = Promise.all([before, late]).then(() => upstream.writable && upstream.write(chunk));
    });
    upstream.pipe(client);
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.once('close', () => (this.open -= 1));
  }
}
