import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isHealthy } from '@concert/machine-kit/processes';

/** Quicker than any cluster asks, so that a run waits for nothing. */
const LOOK_MS = 200;
/** Between two looks at whether a copy counts as ready. */
const AGAIN_MS = 50;

/**
 * Plays the part of a Kubernetes Service: hands each new connection to one of the copies that are ready, knows nothing of what is sent over
 * it, and leaves open connections where they are.
 */
export class Balancer {
  readonly port: number;
  readonly #server: Server;
  readonly #targets = new Map<number, { ready: boolean; draining: boolean }>();
  readonly #sockets = new Set<Socket>();
  #next = 0;
  #timer: NodeJS.Timeout;

  private constructor(server: Server, port: number, lookMs: number) {
    this.#server = server;
    this.port = port;
    this.#timer = setInterval(() => void this.#look(), lookMs);
    this.#timer.unref();
  }

  /**
   * Listens on a port of its own.
   * @param lookMs how often the copies are asked whether they are ready
   */
  static async open(port: number, targets: readonly number[], lookMs = LOOK_MS): Promise<Balancer> {
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    const balancer = new Balancer(server, port, lookMs);
    for (const target of targets) balancer.add(target);
    server.on('connection', (client) => balancer.#take(client));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Addresses of the copies themselves. */
  get copies(): readonly string[] {
    return [...this.#targets.keys()].map((port) => `http://127.0.0.1:${port}`);
  }

  add(port: number): void {
    this.#targets.set(port, { ready: false, draining: false });
  }

  /** Sends nothing new there from now on: what Kubernetes does when it ends a pod. */
  drain(port: number): void {
    const target = this.#targets.get(port);
    if (target) target.draining = true;
  }

  /** The copy on this port is another one now. */
  renew(port: number): void {
    this.#targets.set(port, { ready: false, draining: false });
  }

  isReady(port: number): boolean {
    const target = this.#targets.get(port);
    return target !== undefined && target.ready && !target.draining;
  }

  /**
   * Resolves once new connections go there.
   * @throws Error when that takes too long
   */
  async untilReady(port: number, withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs;
    while (!this.isReady(port)) {
      if (Date.now() > deadline) throw new Error(`Nothing on port ${port} was ready within ${withinMs} ms.`);
      await pause(AGAIN_MS);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #look(): Promise<void> {
    await Promise.all(
      [...this.#targets].map(
        async ([port, target]) => (target.ready = await isHealthy(`http://127.0.0.1:${port}/health/ready`).catch(() => false)),
      ),
    );
  }

  #take(client: Socket): void {
    const ready = [...this.#targets].filter(([, { ready: up, draining }]) => up && !draining).map(([port]) => port);
    const port = ready[(this.#next += 1) % Math.max(1, ready.length)];
    if (port === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', (broken) => {
        this.#sockets.delete(socket);
        // What was sent last is still on its way to the other side.
        if (broken) other.destroy();
        else other.end();
      });
    }
    upstream.once('connect', () => {
      client.pipe(upstream);
      upstream.pipe(client);
      client.resume();
    });
  }
}
