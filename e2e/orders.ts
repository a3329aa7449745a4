import { randomUUID } from 'node:crypto';
import { until } from '@concert/test-kit/until';
import type { SystemAddress } from '../dev/system.ts';
import type { Buyer } from './buyers.ts';

/** A card that pays and gives money back without trouble. */
export const GOOD_CARD = '4242424242424242';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** One call of the site as a signed-in person's browser makes it. */
export async function call(site: string, who: { readonly cookie: string } | undefined, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${site}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...(who ? { cookie: who.cookie } : {}), origin: site, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

/** Signs in with a password. @returns whose cookie it is then */
export async function signInAs(
  site: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ readonly cookie: string; readonly email: string }> {
  const response = await fetch(`${site}/api/auth/sign-in`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { origin: site, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(30_000),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.includes('session='));
  if (!response.ok || cookie === undefined) throw new Error(`${email} could not sign in (${response.status}).`);
  return { cookie: cookie.split(';')[0]!, email };
}

/** What somebody orders. `amount` in minor units: of one ticket for General Seating, of the whole booking otherwise. */
export interface Order {
  readonly seating: string;
  readonly notickets: number;
  readonly amount: number;
}

const seatsOf = (buyer: Buyer, order: Order) => ({
  firstname: buyer.name,
  lastname: '',
  email: buyer.email,
  phoneno: '(555) 123-4567',
  currency: 'USD',
  ...order,
});

/** Reserves seats. @returns the booking's id */
export async function reserve({ site }: Pick<SystemAddress, 'site'>, buyer: Buyer, order: Order): Promise<string> {
  const { status, body } = await call(site, buyer, '/api/reserve-your-seat', seatsOf(buyer, order));
  if (status !== 201) throw new Error(`A reservation was answered with ${status} (${String(body['code'])}).`);
  return String(body['id']);
}

/** Opens the payment page of a booking and pays there, as its buyer would. */
export async function pay(
  { site, payments }: Pick<SystemAddress, 'site' | 'payments'>,
  buyer: Buyer,
  bookingId: string,
  order: Order,
  card = GOOD_CARD,
): Promise<void> {
  const back = {
    successfulUrl: `${site}/payment-successful`,
    cancelUrl: `${site}/payment-cancelled`,
    failureUrl: `${site}/payment-failed`,
  };
  // The provider limits its rate, and a busy room says so: a buyer who is told presses again.
  const opened = await until(
    'a payment page',
    () => call(site, buyer, '/api/create-payment', { ...seatsOf(buyer, order), userbookingid: bookingId, ...back }),
    ({ status }) => status === 200,
    { withinMs: 60_000, everyMs: 250 },
  );
  await fetch(`${payments}/c/pay/${String(opened.body['checkoutSessionId'])}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ cardNumber: card, cardExpiry: '12 / 40', cardCvc: '123' }),
    signal: AbortSignal.timeout(30_000),
  });
}
