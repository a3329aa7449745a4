import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeBuyers, ReservationClient } from '../../e2e/buyers.ts';
import { line, load, perSecond } from '../figures.ts';
import type { OpenShop } from '../shop.ts';

const AT_ONCE = 100;
const AGAIN_MS = 200;

/** Makes reservations that nobody pays while something else is measured. */
export async function reserveUnpaid({ connections, system }: OpenShop, count: number): Promise<void> {
  const buyers = await makeBuyers(connections.get('svc-auth')!, count);
  const client = new ReservationClient(system.site, AT_ONCE);
  const held = await load(buyers, AT_ONCE, async (buyer) => {
    const key = randomUUID();
    for (;;) {
      const { status, body } = await client.reserve(buyer, { seating: 'General Seating', notickets: 1, amount: 2_500, key });
      if (status === 201) return;
      if (status !== 503) throw new Error(`a reservation was answered ${status} ${body.code}`);
      await pause(AGAIN_MS);
    }
  });
  client.close();
  line(`${count} reservations that nobody pays`, perSecond(held.perSecond), `${AT_ONCE} at once`);
}
