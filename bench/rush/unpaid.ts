import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeBuyers, ReservationClient, type Reply } from '../../e2e/buyers.ts';
import { line, load, perSecond } from '../figures.ts';
import type { OpenShop } from '../shop.ts';

const AT_ONCE = 100;
const AGAIN_MS = 200;

/**
 * Makes reservations that nobody pays while something else is measured.
 * @returns gives them all up
 */
export async function reserveUnpaid({ connections, system }: OpenShop, count: number): Promise<() => Promise<void>> {
  const buyers = await makeBuyers(connections.get('svc-auth')!, count);
  const client = new ReservationClient(system.site, AT_ONCE);
  const held: (() => Promise<Reply>)[] = [];
  const reserved = await load(buyers, AT_ONCE, async (buyer) => {
    const key = randomUUID();
    const { body } = await untilServed(201, () => client.reserve(buyer, { seating: 'General Seating', notickets: 1, amount: 2_500, key }));
    held.push(() => client.giveUp(buyer, body.id!));
  });
  line(`${count} reservations that nobody pays`, perSecond(reserved.perSecond), `${AT_ONCE} at once`);
  return async () => {
    await load(held, AT_ONCE, async (giveUp) => void (await untilServed(200, giveUp)));
    client.close();
  };
}

async function untilServed(wanted: number, ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status === wanted) return reply;
    if (reply.status !== 503) throw new Error(`an answer was ${reply.status} ${reply.body.code}`);
    await pause(AGAIN_MS);
  }
}
