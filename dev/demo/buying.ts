import { randomUUID } from 'node:crypto';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { GOOD_CARD, paymentOf, payOnPage, reservationOf, valueOf, type SiteClient } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import type { PlannedBooking, Story } from './cast.ts';
import { DEMO_PATIENCE, signInByGoogle, type Stage } from './stage.ts';

/** Cards by what becomes of a payment with them; the stand-in's payment page names them all. */
const CARDS: Partial<Record<Story, string>> = {
  declined: '4000000000000002',
  failed: '4000000000002222',
  'refund failed': '4000000000005126',
  disputed: '4000000000000259',
};

/** A booking that was made. */
export interface MadeBooking extends PlannedBooking {
  readonly id: string;
}

/** Waits until a booking is in a state. */
export function untilBookingIs(client: SiteClient, bookingId: string, status: BookingStatus): Promise<unknown> {
  return until(
    `booking ${bookingId} is ${status}`,
    async () => valueOf('A booking', await client.booking.showBooking({ params: { bookingId } })).status,
    status,
    DEMO_PATIENCE,
  );
}

/**
 * Signs a buyer in, reserves, and pays as far as the story goes.
 * @returns undefined when there are not so many seats left
 */
export async function buy(stage: Stage, planned: PlannedBooking): Promise<MadeBooking | undefined> {
  const { person, order, story } = planned;
  const client = await signInByGoogle(stage, person);
  const buyer = { ...person, cookie: client.cookie };
  const reserved = await client.booking.reserve({ body: reservationOf(buyer, order) }, { idempotencyKey: randomUUID() });
  if (!reserved.ok && reserved.problem.code === 'booking.seats_unavailable') return undefined;
  const { id } = valueOf('A reservation', reserved);
  const made = { ...planned, id };
  if (story === 'reserved') return made;
  if (story === 'given up') {
    valueOf('Giving a booking up', await client.booking.cancelOwnBooking({ params: { bookingId: id } }));
    return made;
  }
  const payment = paymentOf(stage.site, buyer, order, id);
  const opened = await client.payment.createPayment({ body: payment }, { idempotencyKey: randomUUID() });
  const { checkoutSessionId } = valueOf('A payment page', opened);
  if (story === 'paying') return made;
  await payOnPage(stage.system.payments, checkoutSessionId, (story && CARDS[story]) ?? GOOD_CARD);
  if (story !== 'declined') await untilBookingIs(client, id, story === 'failed' ? 'failed' : 'paid');
  return made;
}
