import type { SessionView } from '@concert/contracts/auth/session-view';
import { IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import { IdentitySigner } from '@concert/service-kit/identity';
import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { keepSecrets } from '../dev/system/secrets.ts';
import { makeBuyers } from '../e2e/buyers.ts';
import { Caller } from '../e2e/caller.ts';
import { line, median, milliseconds, perSecond, ratio, type Load } from './figures.ts';
import { getRequest, keepAsking, type RequestOf } from './keep-asking.ts';
import { cpuOf, pidOf } from './process-figures.ts';

const BUYERS = 200;
const IN_FLIGHT = 64;
const WARM_UP_MS = 3_000;
const ROUND_MS = 3_000;
const ROUNDS = 5;

/** The same question at the service and at the gateway. */
interface Pair {
  readonly what: string;
  readonly goal: number;
  readonly direct: RequestOf;
  readonly through: RequestOf;
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
    const concert = { direct: getRequest(service, '/api/concert'), through: getRequest(site, '/api/concert') };
    const bookings = '/api/ticket-bookings';
    const signed = async (turn: number) => ({ [IDENTITY_HEADER]: await signer.signIdentity(people[turn % BUYERS]!, 'svc-booking') });
    const pairs: readonly Pair[] = [
      { what: 'the concert', goal: 0.7, direct: () => concert.direct, through: () => concert.through },
      {
        what: 'own bookings, signed in',
        goal: 0.4,
        direct: async (turn) => getRequest(service, bookings, await signed(turn)),
        through: (turn) => getRequest(site, bookings, cookieOf(turn)),
      },
    ];
    for (const pair of pairs) await compare(pair, { site, service, gateway });
    await homePage(site, gateway);
  } finally {
    caller.close();
    await auth.close();
  }
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
  const atTheService = (forMs: number) => keepAsking(service, IN_FLIGHT, forMs, direct);
  const atTheGateway = (forMs: number) => keepAsking(site, IN_FLIGHT, forMs, through);
  await atTheService(WARM_UP_MS);
  await atTheGateway(WARM_UP_MS);
  const rounds: { readonly alone: Load; readonly whole: Load; readonly cpuMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await atTheService(ROUND_MS);
    const before = await cpuOf(gateway);
    const whole = await atTheGateway(ROUND_MS);
    rounds.push({ alone, whole, cpuMs: ((await cpuOf(gateway)) - before) / whole.done });
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  const share = middle(({ alone, whole }) => whole.perSecond / alone.perSecond);
  line(
    `${what}, at svc-booking`,
    perSecond(middle(({ alone }) => alone.perSecond)),
    `p99 ${milliseconds(middle(({ alone }) => alone.p99Ms))}`,
  );
  line(
    `${what}, through the gateway`,
    perSecond(middle(({ whole }) => whole.perSecond)),
    `p99 ${milliseconds(middle(({ whole }) => whole.p99Ms))}; ${middle(({ cpuMs }) => cpuMs).toFixed(3)} ms of the gateway's processor each`,
  );
  line(`${what}, through against direct`, ratio(share), `${ratio(share / goal)} of the goal`);
}

async function homePage(site: string, gateway: number): Promise<void> {
  const page = getRequest(site, '/', { 'accept-encoding': 'br' });
  await keepAsking(site, IN_FLIGHT, WARM_UP_MS, () => page);
  const before = await cpuOf(gateway);
  const { perSecond: rate, p99Ms, done } = await keepAsking(site, IN_FLIGHT, ROUNDS * ROUND_MS, () => page);
  const cpuMs = ((await cpuOf(gateway)) - before) / done;
  line('the home page', perSecond(rate), `p99 ${milliseconds(p99Ms)}; ${cpuMs.toFixed(3)} ms of the gateway's processor each`);
}
