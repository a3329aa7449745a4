import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Those who attack the entrance, in a thread of their own, so that the good users' times are not theirs. Only loopback: each kind
 * comes from an address of its own, as one machine somewhere would.
 */

/** What the attackers are told. */
export interface Target {
  readonly port: number;
  readonly origin: string;
  /** Lines such as `POST /api/x`. */
  readonly writing: readonly string[];
  /** Address of the site's largest file. */
  readonly largest: string;
}

const { port, origin, writing, largest } = workerData as Target;
const SLOW_POSTS = 1_000;
const HELD_BODIES = 300;
const DEAF_READERS = 50;
const CUTS_EVERY_MS = 25;
const LATEST_CUT_MS = 60;
/** Files asked for by one reader that takes none: more than kernels keep. */
const ANSWERS_OWED = 12;

const host = new URL(origin).host;
const cookie = `__Host-concert-session=${'A'.repeat(43)}`;
const counts = { cut: 0, slowPosts: 0, heldBodies: 0, deafReaders: 0 };
let over = false;

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json', `Cookie: ${cookie}`, `Origin: ${origin}`, 'Sec-Fetch-Site: same-origin', ...headers].join('\r\n')}\r\n\r\n`;

function dial(localAddress: string, bytes: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress }, () => socket.write(bytes));
  socket.on('error', () => undefined);
  return socket;
}

/** Keeps so many connections of a kind, each opened anew when the gateway ends it. */
function keep(count: number, open: () => Socket): void {
  const again = () => {
    if (over) return;
    open().on('close', () => setTimeout(again, 100 + Math.random() * 400));
  };
  for (let index = 0; index < count; index += 1) setTimeout(again, Math.random() * 2_000);
}

/** Cuts the body of one writing route after the other, at another moment each time. */
async function cut(): Promise<void> {
  for (let index = 0; !over; index += 1) {
    const line = writing[index % writing.length]!;
    const chunked = index % 3 !== 0;
    const socket = dial(
      `127.0.1.${1 + (index % 200)}`,
      head(line, chunked ? 'Transfer-Encoding: chunked' : 'Content-Length: 100') + (chunked ? '5\r\n{"a":\r\n' : '{"a":'),
    );
    socket.resume();
    setTimeout(() => (index % 2 === 0 ? socket.destroy() : socket.resetAndDestroy()), Math.random() * LATEST_CUT_MS);
    counts.cut += 1;
    await pause(CUTS_EVERY_MS);
  }
}

keep(SLOW_POSTS, () => {
  counts.slowPosts += 1;
  return dial('127.0.2.1', head('POST /api/stripe-webhook', 'Content-Length: 1000') + '{').resume();
});
keep(HELD_BODIES, () => {
  counts.heldBodies += 1;
  return dial('127.0.2.2', head('POST /api/reserve-your-seat', 'Transfer-Encoding: chunked') + '1\r\n{\r\n').resume();
});
keep(DEAF_READERS, () => {
  counts.deafReaders += 1;
  const socket = dial('127.0.2.3', `GET ${largest} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(ANSWERS_OWED));
  // What a reader that never reads would not notice.
  setTimeout(() => socket.destroy(), 40_000).unref();
  return socket.pause();
});
void cut();
parentPort!.once('message', () => {
  over = true;
  parentPort!.postMessage(counts);
});
