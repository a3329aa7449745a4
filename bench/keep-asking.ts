import { connect, type Socket } from 'node:net';
import { percentile, type Load } from './figures.ts';

const END_OF_HEAD = '\r\n\r\n';
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;

/** A request as bytes, for a turn. */
export type RequestOf = (turn: number) => Buffer | Promise<Buffer>;

/** A GET request as bytes. */
export function getRequest(origin: string, path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const fields = Object.entries({ host: new URL(origin).host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`);
}

/**
 * Sends requests over as many kept connections as are in flight, the next one with the end of the answer. It knows no more of HTTP than
 * status and length of an answer: a client that knew more would take more of the processor than what it measures.
 * @throws Error when an answer is not 200 or has no length
 */
export async function keepAsking(origin: string, inFlight: number, forMs: number, requestOf: RequestOf): Promise<Load> {
  const port = Number(new URL(origin).port);
  const times: number[] = [];
  let turn = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      const socket = await open(port);
      const answers = new Answers(socket);
      try {
        while (performance.now() - started < forMs) {
          const request = await requestOf(turn++);
          const from = performance.now();
          await answers.to(request);
          times.push(performance.now() - from);
        }
      } finally {
        socket.destroy();
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  return { perSecond: times.length / seconds, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), done: times.length, times };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

/** The answers that come over one connection, one after the other. */
class Answers {
  readonly #socket: Socket;
  #resolve: () => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #head = '';
  /** Bytes of the current answer that are still to come; undefined while its head is not complete. */
  #missing: number | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#reject(error));
    socket.on('close', () => this.#reject(new Error('the connection was closed')));
  }

  to(request: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  #take(chunk: Buffer): void {
    let bytes = chunk.length;
    if (this.#missing === undefined) {
      const before = this.#head.length;
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      const length = CONTENT_LENGTH.exec(this.#head.slice(0, end + 2))?.[1];
      if (length === undefined || !this.#head.startsWith('HTTP/1.1 200 '))
        return this.#reject(new Error(`answered ${this.#head.slice(0, this.#head.indexOf('\r\n'))}`));
      bytes -= end + END_OF_HEAD.length - before;
      this.#missing = Number(length);
      this.#head = '';
    }
    this.#missing -= bytes;
    if (this.#missing > 0) return;
    this.#missing = undefined;
    this.#resolve();
  }
}
