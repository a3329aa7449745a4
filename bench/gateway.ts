import type { SessionView } from '@concert/contracts/auth/session-view';
import { IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { randomBytes } from 'node:crypto';
import autocannon, { type Request } from 'autocannon';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { keepSecrets } from '../dev/system/secrets.ts';
import { makeBuyers } from '@concert/test-kit/buyers';
import { Caller } from '@concert/test-kit/caller';
import { printFigure, median, milliseconds, perSecond, ratio, type Load } from './figures.ts';
import { cpuOf, pidOf } from './process-figures.ts';

const BUYERS = 200;
const IN_FLIGHT = 64;
const WARM_UP_SECONDS = 3;
const ROUND_SECONDS = 3;
const ROUNDS = 5;

type Asked = Omit<Load, 'times'>;

/** The same question at the service and at the gateway. */
interface Pair {
  readonly what: string;
  readonly goal: number;
  /** Taken in turn. */
  readonly direct: () => Promise<Request[]>;
  readonly through: Request[];
}

/** What the gateway costs: reads through it against the same reads at svc-booking itself, and the home page it keeps. */
export async function benchGateway(system: SystemAddress & { readonly dataFolder: string }): Promise<void> {
  const auth = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  const caller = new Caller(system.site, IN_FLIGHT);
  const { site } = system;
  const service = system.services['svc-booking'];
  try {
    const gateway = await pidOf(system, 'gateway');
    const buyers = await makeBuyers(auth, BUYERS);
    const cookieOf = (turn: number) => ({ cookie: buyers[turn % BUYERS]!.cookie });
    const { identityKeys } = await keepSecrets(system.dataFolder);
    const signer = new IdentitySigner('gateway', identityKeys.gateway.keys[0]!.privateKey);
    const people = await Promise.all(buyers.map((_, turn) => identityOf(caller, cookieOf(turn))));
    const concert = [{ path: '/api/concert' }];
    const bookings = '/api/ticket-bookings';
    const pairs: readonly Pair[] = [
      { what: 'the concert', goal: 0.7, direct: () => Promise.resolve(concert), through: concert },
      {
        what: 'own bookings, signed in',
        goal: 0.4,
        // Signed when they are needed: an identity is good for a minute.
        direct: () =>
          Promise.all(
            people.map(async (one) => ({ path: bookings, headers: { [IDENTITY_HEADER]: await signer.signIdentity(one, 'svc-booking') } })),
          ),
        through: buyers.map((_, turn) => ({ path: bookings, headers: cookieOf(turn) })),
      },
    ];
    for (const pair of pairs) await compare(pair, { site, service, gateway });
    await homePage(site, gateway);
  } finally {
    caller.close();
    await auth.close();
  }
}

/**
 * Sends requests over as many kept connections as are in flight, the next one with the end of the answer.
 * @throws Error when an answer is not 200
 */
async function ask(origin: string, requests: Request[], seconds: number): Promise<Asked> {
  const seen = await autocannon({ url: origin, connections: IN_FLIGHT, duration: seconds, requests });
  const wrong = seen.non2xx + seen.errors + seen.timeouts;
  if (wrong > 0) throw new Error(`${wrong} of ${seen.requests.total} answers of ${origin} were not 200`);
  return { perSecond: seen.requests.total / seen.duration, p50Ms: seen.latency.p50, p99Ms: seen.latency.p99, done: seen.requests.total };
}

/** Who a cookie stands for, as the gateway would say it. */
async function identityOf(site: Caller, headers: { cookie: string }): Promise<Identity> {
  const { body } = await site.send({ method: 'GET', path: '/api/auth/session', headers });
  const { session } = JSON.parse(body) as { session: NonNullable<SessionView> };
  return { ...session, sessionId: idFromBytes('session', randomBytes(17)), signedInAt: new Date().toISOString() };
}

/** Rounds of the one and the other in turns, so that both meet the same machine. */
async function compare(
  { what, goal, direct, through }: Pair,
  { site, service, gateway }: { site: string; service: string; gateway: number },
): Promise<void> {
  const signed = await direct();
  const atTheService = (seconds: number) => ask(service, signed, seconds);
  const atTheGateway = (seconds: number) => ask(site, through, seconds);
  await atTheService(WARM_UP_SECONDS);
  await atTheGateway(WARM_UP_SECONDS);
  const rounds: { readonly alone: Asked; readonly whole: Asked; readonly cpuMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await atTheService(ROUND_SECONDS);
    const before = await cpuOf(gateway);
    const whole = await atTheGateway(ROUND_SECONDS);
    rounds.push({ alone, whole, cpuMs: ((await cpuOf(gateway)) - before) / whole.done });
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  const share = middle(({ alone, whole }) => whole.perSecond / alone.perSecond);
  printFigure(
    `${what}, at svc-booking`,
    perSecond(middle(({ alone }) => alone.perSecond)),
    `p99 ${milliseconds(middle(({ alone }) => alone.p99Ms))}`,
  );
  printFigure(
    `${what}, through the gateway`,
    perSecond(middle(({ whole }) => whole.perSecond)),
    `p99 ${milliseconds(middle(({ whole }) => whole.p99Ms))}; ${middle(({ cpuMs }) => cpuMs).toFixed(3)} ms of the gateway's processor each`,
  );
  printFigure(`${what}, through against direct`, ratio(share), `${ratio(share / goal)} of the goal`);
}

async function homePage(site: string, gateway: number): Promise<void> {
  const page = [{ path: '/', headers: { 'accept-encoding': 'br' } }];
  await ask(site, page, WARM_UP_SECONDS);
  const before = await cpuOf(gateway);
  const { perSecond: rate, p99Ms, done } = await ask(site, page, ROUNDS * ROUND_SECONDS);
  const cpuMs = ((await cpuOf(gateway)) - before) / done;
  printFigure('the home page', perSecond(rate), `p99 ${milliseconds(p99Ms)}; ${cpuMs.toFixed(3)} ms of the gateway's processor each`);
}
