import { readdir, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { Route } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { Failure } from '@concert/machine-kit/failure';
import mongoose from 'mongoose';
import { makeBuyers } from '@concert/test-kit/buyers';
import type { Buyer } from '@concert/test-kit/site-client';
import { Verdict } from './fleet/verdict.ts';
import type { Target } from './entrance-attackers.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { withOwnSystem } from '../system/own-system.ts';
import { ROOT } from '@concert/machine-kit/rooms';
import { readAddress, type SystemAddress } from '../system/address.ts';
import { startSystem } from '../system/system.ts';

/*
 * Attacks the entrance of a system and looks whether people notice: bodies of every writing route cut off at all moments, bodies
 * held, a thousand slow posts, readers that take nothing, beside fifty people who use the site. Afterwards every process must be
 * the one it was before.
 */

const GOOD_USERS = 50;
/** Between two requests of one person. */
const THINKING_MS = 250;
const LEAST_SECONDS = 30;
/** Of the whole time; then the attack begins. */
const QUIET_SHARE = 0.2;
const MAX_QUIET_SECONDS = 60;
/** What is quicker than this is quick enough, and below it a machine's own noise is measured. */
const FLOOR_MS = 25;

const verdict = new Verdict();

function secondsAsked(): number {
  const [given = '120'] = process.argv.slice(2);
  const seconds = Number(given);
  if (!Number.isInteger(seconds) || seconds < LEAST_SECONDS)
    throw new Failure(`The time must be ${LEAST_SECONDS} whole seconds or more.`, 'for example: npm run verify:entrance -- 600');
  return seconds;
}

const writing = Object.values<Route>({ ...authRoutes, ...bookingRoutes, ...paymentRoutes, ...notifyRoutes })
  .filter(({ method, path: address }) => method !== 'GET' && address.startsWith('/api/'))
  .map(({ method, path: address }) => `${method} ${address.replace(/:[A-Za-z]+/g, 'x')}`);

/** Fifty people, each at an address of their own, who read and ask in turns. */
class GoodUsers {
  readonly #agents: Agent[] = [];
  #times: number[] = [];
  #refused = new Map<string, number>();
  #over = false;
  #work: Promise<unknown> = Promise.resolve();
  readonly #port: number;
  readonly #origin: string;

  constructor(site: URL) {
    this.#port = Number(site.port);
    this.#origin = site.origin;
  }

  start(buyers: readonly Buyer[]): void {
    this.#work = Promise.all(buyers.map((buyer, index) => this.#use(buyer, `127.0.3.${index + 1}`)));
  }

  /** The 99th of a hundred times so far in ms, how many requests there were, and what was refused; begins anew. */
  take(): { p99: number; sent: number; refused: string[] } {
    const times = this.#times.sort((a, b) => a - b);
    const outcome = {
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
      sent: times.length,
      refused: [...this.#refused].map(([what, count]) => `${what} ${count} times`),
    };
    this.#times = [];
    this.#refused = new Map();
    return outcome;
  }

  async stop(): Promise<void> {
    this.#over = true;
    await this.#work;
    for (const agent of this.#agents) agent.destroy();
  }

  async #use(buyer: Buyer, localAddress: string): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
    this.#agents.push(agent);
    const turns: (() => Promise<number | string>)[] = [
      () => this.#ask(agent, buyer, 'GET', '/'),
      () => this.#ask(agent, buyer, 'GET', '/api/concert'),
      () => this.#ask(agent, buyer, 'GET', '/api/auth/session'),
      // Answered by the service that owns it, and changes nothing.
      () => this.#ask(agent, buyer, 'POST', '/api/get-booking-details', '{}'),
    ];
    await pause(Math.random() * THINKING_MS);
    for (let turn = 0; !this.#over; turn += 1) {
      const began = performance.now();
      const outcome = await turns[turn % turns.length]!();
      this.#times.push(performance.now() - began);
      if (typeof outcome === 'string' || outcome >= 500 || outcome === 408 || outcome === 429)
        this.#refused.set(String(outcome), (this.#refused.get(String(outcome)) ?? 0) + 1);
      await pause(THINKING_MS);
    }
  }

  #ask(agent: Agent, buyer: Buyer, method: string, target: string, body?: string): Promise<number | string> {
    return new Promise((resolve) => {
      const headers = {
        cookie: buyer.cookie,
        origin: this.#origin,
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port: this.#port,
          method,
          path: target,
          timeout: 20_000,
          headers: { host: new URL(this.#origin).host, ...headers },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode ?? 0));
          answer.on('error', () => resolve('broken off'));
        },
      );
      sent.on('timeout', () => sent.destroy());
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'no answer'));
      sent.end(body);
    });
  }
}

/** Address of the largest file of the public pages. */
async function largestFile(): Promise<string> {
  const folder = path.join(ROOT, 'mfe-public/dist');
  const names = (await readdir(folder, { recursive: true })).filter((name) => !/\.(br|gz|map)$/.test(name));
  const files = await Promise.all(names.map(async (name) => ({ name, bytes: (await stat(path.join(folder, name))).size })));
  const [largest] = files.sort((a, b) => b.bytes - a.bytes);
  if (!largest) throw new Failure('The public pages are not built.', 'run: npm run build mfe-public');
  return `/remotes/public/${largest.name.split(path.sep).join('/')}`;
}

/** When each process began, and what memory the gateway has. */
async function births({ metrics }: SystemAddress): Promise<{ began: Record<string, string>; gatewayMegabytes: number }> {
  const read = async ([name, url]: [string, string]) =>
    [name, await (await fetch(url, { signal: AbortSignal.timeout(10_000) })).text()] as const;
  const told = await Promise.all(Object.entries(metrics).map(read));
  const value = (text: string, name: string) => new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? 'unknown';
  const gateway = told.find(([name]) => name === 'gateway')?.[1] ?? '';
  return {
    began: Object.fromEntries(told.map(([name, text]) => [name, value(text, 'process_start_time_seconds')])),
    gatewayMegabytes: Math.round(Number(value(gateway, 'process_resident_memory_bytes')) / 2 ** 20),
  };
}

async function attack(system: SystemAddress, seconds: number): Promise<void> {
  const site = new URL(system.site);
  const auth = await mongoose.createConnection(system.mongo['svc-auth'], { serverSelectionTimeoutMS: 10_000 }).asPromise();
  const users = new GoodUsers(site);
  try {
    const before = await births(system);
    users.start(await makeBuyers(auth, GOOD_USERS));
    await pause(3_000);
    users.take();
    const quietSeconds = Math.min(MAX_QUIET_SECONDS, Math.round(seconds * QUIET_SHARE));
    await pause(quietSeconds * 1_000);
    const quiet = users.take();
    console.log(`     quiet, ${quietSeconds} s: ${quiet.sent} requests of ${GOOD_USERS} people, p99 ${quiet.p99.toFixed(1)} ms`);
    const attackers = new Worker(new URL('./entrance-attackers.ts', import.meta.url), {
      workerData: { port: Number(site.port), origin: site.origin, writing, largest: await largestFile() } satisfies Target,
    });
    // Whoever attacks and breaks is a fault of this command.
    attackers.on('error', reportAndExit);
    await pause((seconds - quietSeconds) * 1_000);
    const attacked = users.take();
    const counted = once(attackers, 'message') as Promise<[Record<string, number>]>;
    attackers.postMessage('stop');
    const [counts] = await counted;
    await attackers.terminate();
    const after = await births(system);
    console.log(
      `     attacked, ${seconds - quietSeconds} s: ${Object.entries(counts)
        .map(([what, count]) => `${what} ${count}`)
        .join(
          ', ',
        )}; ${attacked.sent} requests of people, p99 ${attacked.p99.toFixed(1)} ms; the gateway has ${after.gatewayMegabytes} MB (${before.gatewayMegabytes} before)`,
    );
    for (const [name, began] of Object.entries(before.began))
      verdict.assertThat(
        began !== 'unknown' && after.began[name] === began,
        `${name} is the process it was: began at ${began}, and at ${after.began[name]}`,
      );
    verdict.assertThat(
      attacked.refused.length === 0 && attacked.sent > 0,
      `nobody who uses the site was turned away${attacked.refused.length === 0 ? '' : `: ${attacked.refused.join(', ')}`}`,
    );
    verdict.assertThat(
      attacked.p99 <= 2 * Math.max(quiet.p99, FLOOR_MS),
      `p99 of people under attack is within twice the quiet one (${attacked.p99.toFixed(1)} ms to ${quiet.p99.toFixed(1)} ms)`,
    );
  } finally {
    await users.stop();
    await auth.close();
  }
}

async function verify(): Promise<void> {
  const seconds = secondsAsked();
  const { CONCERT_SYSTEM_DATA: data, PORT_BASE: _base, ...env } = process.env;
  if (data) {
    const running = await readAddress(data);
    if (!running) throw new Failure(`No system runs on ${data}.`, 'start one there, or leave CONCERT_SYSTEM_DATA unset.');
    return attack(running, seconds);
  }
  await withOwnSystem(
    // As in production: one network has its share and no more.
    (place) => startSystem({ ...place, settings: { gateway: { HTTP_MOST_UNDER_WAY_PER_NETWORK: '100' } } }),
    async (system) => {
      await attack(system, seconds);
      verdict.assertThat(
        system.parts.every(({ restarts }) => restarts === 0),
        'nothing had to be started again',
      );
    },
    env,
  );
}

await verify().catch(reportAndExit);
verdict.end();
