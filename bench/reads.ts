import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { IDENTITY_HEADER } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { SessionView } from '@concert/contracts/auth/http';
import { IdentitySigner } from '@concert/service-kit/identity';
import type { SystemAddress } from '../dev/system/address.ts';
import { keepSecrets } from '../dev/system/secrets.ts';
import { makeBuyers, ReservationClient } from '../e2e/buyers.ts';
import { Caller } from '../e2e/caller.ts';
import type { Buyer } from '../e2e/site-client.ts';
import { line, median, milliseconds, percentile, perSecond, ratio } from './figures.ts';
import { openShop } from './shop.ts';

const AT_ONCE = 50;
const WARM_UP_MS = 4_000;
const WINDOW_MS = 4_000;
const WINDOWS = 3;

/** A read, as it is asked at one place. */
interface Question {
  readonly caller: Caller;
  readonly path: string;
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}

/** What the gateway keeps of the rate at which a service answers reads, and how fast a page comes that was drawn at the build. */
export async function benchReads(system: SystemAddress): Promise<void> {
  const shop = await openShop(system);
  const site = new Caller(system.site, AT_ONCE);
  const service = new Caller(system.services['svc-booking'], AT_ONCE);
  try {
    const [buyer] = (await makeBuyers(shop.connections.get('svc-auth')!, 1)) as [Buyer];
    const bookingId = await reserveOne(system.site, buyer);
    const { identity } = await keepSecrets(system.dataFolder);
    const signer = new IdentitySigner('gateway', identity.gateway.privateKey);
    const session = await sessionOf(site, buyer);
    const nothing = () => Promise.resolve({});
    await compare(
      'read of the concert with what is left',
      { caller: service, path: '/api/concert', headers: async () => ({ [IDENTITY_HEADER]: await signer.signCaller('svc-booking') }) },
      { caller: site, path: '/api/concert', headers: nothing },
    );
    await compare(
      "read of a buyer's booking",
      {
        caller: service,
        path: `/api/ticket-bookings/${bookingId}`,
        headers: async () => ({ [IDENTITY_HEADER]: await signer.signIdentity(session, 'svc-booking') }),
      },
      { caller: site, path: `/api/ticket-bookings/${bookingId}`, headers: () => Promise.resolve({ cookie: buyer.cookie }) },
    );
    const page: Question = {
      caller: site,
      path: '/',
      headers: () => Promise.resolve({ 'accept-encoding': 'br, gzip', accept: 'text/html' }),
    };
    await ask(page, WARM_UP_MS);
    const rates: number[] = [];
    for (let window = 0; window < WINDOWS; window += 1) rates.push((await ask(page, WINDOW_MS)).perSecond);
    line('the home page, drawn', perSecond(median(rates)), `${AT_ONCE} at once, ${rates.map(perSecond).join(', ')}`);
  } finally {
    site.close();
    service.close();
    await shop.close();
  }
}

/** In turns, as the machine is not the same at all times. */
async function compare(what: string, direct: Question, through: Question): Promise<void> {
  for (const question of [direct, through]) await ask(question, WARM_UP_MS);
  const rates: { direct: Asked; through: Asked }[] = [];
  for (let window = 0; window < WINDOWS; window += 1)
    rates.push({ direct: await ask(direct, WINDOW_MS), through: await ask(through, WINDOW_MS) });
  const middle = (of: (window: { direct: Asked; through: Asked }) => number) => median(rates.map(of));
  line(
    `${what}, at the service`,
    perSecond(middle((window) => window.direct.perSecond)),
    `p99 ${milliseconds(middle((window) => window.direct.p99Ms))}`,
  );
  line(
    `${what}, through the gateway`,
    perSecond(middle((window) => window.through.perSecond)),
    `p99 ${milliseconds(middle((window) => window.through.p99Ms))}: ${ratio(middle((window) => window.through.perSecond / window.direct.perSecond))} of direct`,
  );
}

interface Asked {
  readonly perSecond: number;
  readonly p99Ms: number;
}

async function ask({ caller, path, headers }: Question, forMs: number): Promise<Asked> {
  const times: number[] = [];
  const given = await headers();
  let going = true;
  const began = performance.now();
  const asker = async () => {
    while (going) {
      const from = performance.now();
      const { status, body } = await caller.send({ method: 'GET', path, headers: given });
      if (status !== 200) throw new Error(`${path} was answered ${status} ${body.slice(0, 200)}`);
      times.push(performance.now() - from);
    }
  };
  const askers = Array.from({ length: AT_ONCE }, asker);
  await Promise.race([pause(forMs), Promise.all(askers)]);
  going = false;
  await Promise.all(askers);
  return { perSecond: times.length / ((performance.now() - began) / 1_000), p99Ms: percentile(times, 0.99) };
}

async function reserveOne(site: string, buyer: Buyer): Promise<string> {
  const client = new ReservationClient(site, 1);
  const { status, body } = await client.reserve(buyer, { seating: 'General Seating', notickets: 1, amount: 2_500, key: randomUUID() });
  client.close();
  if (status !== 201) throw new Error(`a reservation was answered ${status}`);
  return body.id!;
}

/** Who the buyer is, as the gateway would say it. */
async function sessionOf(site: Caller, { cookie }: Buyer) {
  const { body } = await site.send({ method: 'GET', path: '/api/auth/session', headers: { cookie } });
  const { session } = JSON.parse(body) as { session: SessionView };
  return { ...session, sessionId: idFromBytes('session', randomBytes(13)), signedInAt: new Date().toISOString() };
}
