import { randomUUID } from 'node:crypto';
import type { BookingStatus, DisputeState } from '@concert/contracts/booking/states';
import { until } from '@concert/test-kit/until';
import { GOOD_CARD, paymentOf, payOnPage, reservationOf, valueOf, type SiteClient } from '@concert/test-kit/site-client';
import { DEMO_PATIENCE, type Stage } from './stage.ts';
import type { PlannedBooking, Story } from './stories.ts';

const DECLINED_CARD = '4000000000000002';
/** Cards by what becomes of a payment with them; the stand-in's payment page names them all. */
const CARDS: Partial<Record<Story, string>> = {
  failed: '4000000000002222',
  'refund failed': '4000000000005126',
  disputed: '4000000000000259',
  'dispute won': '4000000000000259',
  'dispute lost': '4000000000000259',
  'charged back': '4000000000000259',
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

/** Waits until the bank's side of a booking is known. */
export function isDisputed(client: SiteClient, bookingId: string, state: DisputeState): Promise<unknown> {
  return until(
    `the dispute about ${bookingId} is ${state}`,
    async () => valueOf('A booking', await client.booking.showBooking({ params: { bookingId } })).dispute,
    state,
    DEMO_PATIENCE,
  );
}

/**
 * Signs a buyer in, reserves, and pays as far as the story goes.
 * @returns nothing when there are not so many seats left
 */
export async function buy(stage: Stage, planned: PlannedBooking): Promise<MadeBooking[]> {
  const client = await stage.signIn(planned.person);
  const first = await reserveAndPay(stage, client, planned);
  if (first === undefined || planned.story !== 'bought twice') return first ? [first] : [];
  const second = await reserveAndPay(stage, client, planned);
  if (second === undefined) return [first];
  valueOf('Sending a second purchase back', await client.booking.returnSecondPurchase({ params: { bookingId: second.id } }));
  await untilBookingIs(client, second.id, 'refunded');
  return [first, second];
}

async function reserveAndPay(stage: Stage, client: SiteClient, planned: PlannedBooking): Promise<MadeBooking | undefined> {
  const { person, order, story } = planned;
  const buyer = { ...person, cookie: client.cookie };
  // Whoever comes a second time within minutes means it.
  const body = { ...reservationOf(buyer, order), phoneno: person.phoneno, second_purchase: true };
  const reserved = await client.booking.reserve({ body }, { idempotencyKey: randomUUID() });
  if (!reserved.ok && reserved.problem.code === 'booking.seats_unavailable') return undefined;
  const { id } = valueOf('A reservation', reserved);
  const made = { ...planned, id };
  if (story === 'reserved') return made;
  if (story === 'given up') {
    valueOf('Giving a booking up', await client.booking.cancelOwnBooking({ params: { bookingId: id } }));
    await untilBookingIs(client, id, 'cancelled');
    return made;
  }
  const payment = { ...paymentOf(stage.site, buyer, order, id), phoneno: person.phoneno };
  const { checkoutSessionId } = valueOf(
    'A payment page',
    await client.payment.createPayment({ body: payment }, { idempotencyKey: randomUUID() }),
  );
  if (story === 'paying') return made;
  if (story === 'declined') {
    await payOnPage(stage.system.payments, checkoutSessionId, DECLINED_CARD);
    return made;
  }
  await payOnPage(stage.system.payments, checkoutSessionId, CARDS[story] ?? GOOD_CARD);
  await untilBookingIs(client, id, story === 'failed' ? 'failed' : 'paid');
  return made;
}
