import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { MAX_SEATS } from '@concert/contracts/booking/settings';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { makeBuyers } from '@concert/test-kit/buyers';
import { pay, reserve, type Buyer, type Order } from '@concert/test-kit/site-client';
import { printFigure, load, milliseconds, perSecond, ratio } from './figures.ts';
import { resize } from './system-under-test.ts';

const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const ORDERS = 200;
const BUYERS_AT_ONCE = 20;
const WEBHOOKS = 10_000;
const WEBHOOKS_AT_ONCE = 200;

/**
 * Orders paid per second, from the reservation to sold seats, and webhooks stored per second after an outage; compared with single inserts
 * that the bare driver sends to the same server.
 */
export async function benchPayments(system: SystemAddress): Promise<void> {
  if (!system.payments) return;
  const auth = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  const booking = await mongoose.createConnection(system.mongo['svc-booking']).asPromise();
  const payment = await mongoose.createConnection(system.mongo['svc-payment'], { maxPoolSize: 50 }).asPromise();
  const agent = new Agent({ keepAlive: true, maxSockets: WEBHOOKS_AT_ONCE });
  try {
    await resize(system, 'General Seating', () => MAX_SEATS);
    const pages = await paidOrders(system, await makeBuyers(auth, ORDERS), booking);
    await webhooks(system, pages, payment, agent);
  } finally {
    agent.destroy();
    await Promise.all([auth.close(), booking.close(), payment.close()]);
  }
}

async function paidOrders(system: SystemAddress, buyers: readonly Buyer[], booking: mongoose.Connection): Promise<string[]> {
  const pages: string[] = [];
  const started = performance.now();
  const timed = await load(buyers, BUYERS_AT_ONCE, async (buyer) => void pages.push(await order(system, buyer)));
  const paid = () =>
    booking.collection('reserve-your-seat').countDocuments({ email: { $in: buyers.map(({ email }) => email) }, status: 'paid' });
  await until('every order is paid', paid, ORDERS, { withinMs: 120_000, everyMs: 20 });
  const rate = ORDERS / ((performance.now() - started) / 1_000);
  printFigure(
    'orders paid, from the reservation to sold seats',
    perSecond(rate),
    `p50 ${milliseconds(timed.p50Ms)}, p99 ${milliseconds(timed.p99Ms)}, ${BUYERS_AT_ONCE} buyers at once, a provider that takes 100 calls a second`,
  );
  return pages;
}

/** Reserves, opens the page and pays, as a buyer's browser does. @returns the id of the checkout session */
async function order(system: SystemAddress, buyer: Buyer): Promise<string> {
  return pay(system, buyer, await reserve(system, buyer, GENERAL), GENERAL);
}

async function webhooks(system: SystemAddress, pages: readonly string[], payment: mongoose.Connection, agent: Agent): Promise<void> {
  const { stripeWebhook } = JSON.parse(await readFile(path.join(system.dataFolder, 'secrets.json'), 'utf8')) as { stripeWebhook: string };
  const mark = randomBytes(4).toString('hex');
  const now = Math.floor(Date.now() / 1_000);
  const messages = Array.from({ length: WEBHOOKS }, (_, index) => ({
    id: `evt_${mark}${index}`,
    object: 'event',
    created: now,
    livemode: false,
    type: 'checkout.session.completed',
    data: { object: { id: pages[index % pages.length], object: 'checkout.session', created: now } },
  }));
  const scratch = payment.collection<{ _id: string }>('bench-notices');
  const bare = await load(
    messages,
    WEBHOOKS_AT_ONCE,
    async ({ id }) => void (await scratch.insertOne({ _id: id }, { writeConcern: { w: 'majority', journal: true } })),
  );
  await scratch.drop();
  const notices = payment.collection<{ _id: string; doneAt: Date | null }>('provider-notices');
  const mine = { _id: { $regex: `^evt_${mark}` } };
  const started = performance.now();
  const stored = await load(messages, WEBHOOKS_AT_ONCE, async (message) => {
    const status = await post(system.site, JSON.stringify(message), stripeWebhook, agent);
    if (status !== 200) throw new Error(`a webhook was answered ${status}`);
  });
  if ((await notices.countDocuments(mine)) !== WEBHOOKS) throw new Error('a webhook was answered 200 and is not stored');
  await until('every webhook is carried out', () => notices.countDocuments({ ...mine, doneAt: null }), 0, {
    withinMs: 120_000,
    everyMs: 20,
  });
  const seconds = (performance.now() - started) / 1_000;
  printFigure('single inserts, bare driver', perSecond(bare.perSecond), `p99 ${milliseconds(bare.p99Ms)}, ${WEBHOOKS_AT_ONCE} at once`);
  printFigure(
    'webhooks stored through the gateway',
    perSecond(stored.perSecond),
    `p50 ${milliseconds(stored.p50Ms)}, p99 ${milliseconds(stored.p99Ms)}, ${WEBHOOKS_AT_ONCE} at once`,
  );
  printFigure('webhooks stored against bare inserts', ratio(stored.perSecond / bare.perSecond));
  printFigure(
    `${WEBHOOKS} webhooks sent at once, all carried out`,
    `${seconds.toFixed(1)} s`,
    `${ratio(seconds / (WEBHOOKS / stored.perSecond))} of the time it takes to send them`,
  );
}

function post(site: string, payload: string, secret: string, agent: Agent): Promise<number> {
  const at = Math.floor(Date.now() / 1_000);
  const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        hostname: '127.0.0.1',
        port: new URL(site).port,
        method: 'POST',
        path: '/api/stripe-webhook',
        headers: {
          host: new URL(site).host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          'stripe-signature': signature,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(payload);
  });
}
