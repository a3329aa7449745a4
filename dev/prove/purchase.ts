import { randomUUID } from 'node:crypto';
import { paymentOf, payOnPage, reservationOf, SiteClient, type Buyer, type Order } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import type { OwnSite } from './own-site.ts';

/** Whoever is told to wait presses again under the same key. */
const PRESSING = { withinMs: 120_000, everyMs: 150 };

/** Reserves, pays with a good card and waits until the booking is paid. @throws {Error} when that is not so within two minutes a step */
export async function purchase({ fleet: { site, system } }: OwnSite, buyer: Buyer, order: Order): Promise<void> {
  const client = new SiteClient(site, buyer);
  const [reserving, opening] = [{ idempotencyKey: randomUUID() }, { idempotencyKey: randomUUID() }];
  const reserve = () => client.booking.reserve({ body: reservationOf(buyer, order) }, reserving);
  const reserved = await until('seats are reserved', reserve, ({ ok }) => ok, PRESSING);
  const bookingId = reserved.ok ? reserved.value.id : '';
  const open = () => client.payment.createPayment({ body: paymentOf(site, buyer, order, bookingId) }, opening);
  const opened = await until('the payment page opens', open, ({ ok }) => ok, PRESSING);
  await payOnPage(system.payments, opened.ok ? opened.value.checkoutSessionId : '');
  const read = () => client.booking.showBooking({ params: { bookingId } });
  await until('the booking is paid', read, (seen) => seen.ok && seen.value.status === 'paid', PRESSING);
}
