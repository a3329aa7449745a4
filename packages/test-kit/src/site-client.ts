import { randomUUID } from 'node:crypto';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { priceMinor, SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { CURRENCY } from '@concert/contracts/core/money';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { until } from './until.ts';
import { createClient, type Client, type Result } from '@concert/web-kit/api-client.ts';

/** A card that pays and gives money back without trouble. */
export const GOOD_CARD = '4242424242424242';

/** Somebody who is signed in, as the gateway knows them. */
export interface Buyer {
  readonly email: string;
  readonly name: string;
  readonly lastname?: string;
  readonly cookie: string;
  /** Their own phone number, where it matters that not all have the same. */
  readonly phoneno?: string;
  /** The address they come from, for a gateway that trusts this machine as its proxy. */
  readonly address?: string;
}

/** What somebody orders; its price follows from it. */
export interface Order {
  readonly seating: Seating;
  readonly notickets: number;
}

/** How a {@link SiteClient} begins. */
export interface SiteClientSettings {
  /** `name=value` of a session that was opened elsewhere. */
  readonly cookie?: string;
  /** Sends the requests; without it, Node's own `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

const TIMEOUT = { timeoutMs: 30_000 };
/** A provider with a rate limit, or a busy service, says so, and a buyer who is told presses again. */
const PRESSING = { withinMs: 60_000, everyMs: 250 };

/** The site as one person's browser calls it: the screens' typed client, answers checked against the contracts, with a cookie jar. */
export class SiteClient {
  readonly site: string;
  readonly auth: Client<typeof authRoutes>;
  readonly booking: Client<typeof bookingRoutes>;
  readonly payment: Client<typeof paymentRoutes>;
  readonly notify: Client<typeof notifyRoutes>;
  readonly #cookies = new Map<string, string>();

  /** @param site the origin people type, `http://localhost:8080` */
  constructor(site: string, { cookie, fetch: send = fetch }: SiteClientSettings = {}) {
    this.site = site;
    if (cookie !== undefined) this.#keep(cookie);
    const settings = {
      baseUrl: site,
      fetch: async (url: string | URL | Request, init: RequestInit = {}) => {
        const headers = new Headers(init.headers);
        headers.set('origin', site);
        if (this.#cookies.size > 0) headers.set('cookie', this.cookie);
        const response = await send(url as string, { ...init, headers });
        for (const line of response.headers.getSetCookie()) this.#keep(line);
        return response;
      },
    };
    this.auth = createClient(authRoutes, settings);
    this.booking = createClient(bookingRoutes, settings);
    this.payment = createClient(paymentRoutes, settings);
    this.notify = createClient(notifyRoutes, settings);
  }

  /** The cookies that would be sent now, as the value of the header `Cookie`. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Signs in with a password. @throws Error when that is refused */
  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
    valueOf(`Signing ${email} in`, await this.auth.signIn({ body: { email, password } }, TIMEOUT));
  }

  /** Stores `name=value`; an empty value or `Max-Age=0` removes the cookie. */
  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', ...value] = pair.split('=');
    if (value.join('=') === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.#cookies.delete(name);
    else this.#cookies.set(name, value.join('='));
  }
}

/**
 * The value of a call.
 * @throws Error naming what was refused, with status and code
 */
export function valueOf<T>(what: string, result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${what} was answered with ${result.problem.status} (${result.problem.code}).`);
}

/** What a buyer types into the reservation form. Takes any category's name, also one that is not sold. */
export const seatsOf = <Category extends string>(
  buyer: Omit<Buyer, 'cookie'>,
  order: { readonly seating: Category; readonly notickets: number; readonly amount: number },
) => ({
  firstname: buyer.name,
  lastname: buyer.lastname ?? '',
  email: buyer.email,
  phoneno: buyer.phoneno ?? '(555) 123-4567',
  currency: CURRENCY,
  seating: order.seating,
  notickets: order.notickets,
  amount: order.amount,
});

/** The body of a reservation. */
export const reservationOf = (buyer: Buyer, order: Order) =>
  seatsOf(buyer, { ...order, amount: priceMinor(order.seating, order.notickets) });

/** The body that opens a payment page. As specified, it carries the price of a single ticket where tickets are priced one by one. */
export function paymentOf(site: string, buyer: Buyer, order: Order, bookingId: string) {
  return {
    ...seatsOf(buyer, { ...order, amount: SEATING_RULES[order.seating].priceMinor }),
    userbookingid: bookingId,
    successfulUrl: `${site}/payment-successful`,
    cancelUrl: `${site}/payment-cancelled`,
    failureUrl: `${site}/payment-failed`,
  };
}

/** A scan of a ticket just now, at a door that has network. */
export const scanOf = (code: string, door = 'Main door') => ({
  scanId: randomUUID(),
  code,
  scannedAt: new Date().toISOString(),
  door,
  admittedOffline: false,
});

/** Presses under one key until there is an answer of the site, which may be a refusal: whoever is told to wait, or not answered, presses again. */
export function press<T extends Result<unknown>>(
  send: (options: { readonly idempotencyKey: string; readonly timeoutMs: number }) => Promise<T>,
  withinMs = 120_000,
): Promise<T> {
  const options = { ...TIMEOUT, idempotencyKey: randomUUID() };
  const isAnswer = (answer: T) => answer.ok || (answer.problem.status >= 400 && answer.problem.status < 500);
  return until('the site answers', () => send(options), isAnswer, { withinMs, everyMs: 150 });
}

/** Reserves seats. @returns the booking's id. @throws Error when it is refused */
export async function reserve({ site }: { readonly site: string }, buyer: Buyer, order: Order): Promise<string> {
  const client = new SiteClient(site, buyer);
  const result = await press((options) => client.booking.reserve({ body: reservationOf(buyer, order) }, options));
  return valueOf('A reservation', result).id;
}

/** Opens the payment page of a booking. @returns the id of the checkout session */
export async function openPayment(site: string, buyer: Buyer, bookingId: string, order: Order): Promise<string> {
  const client = new SiteClient(site, buyer);
  const opened = await until(
    'a payment page',
    () => client.payment.createPayment({ body: paymentOf(site, buyer, order, bookingId) }, { ...TIMEOUT, idempotencyKey: randomUUID() }),
    ({ ok }) => ok,
    PRESSING,
  );
  return valueOf('A payment page', opened).checkoutSessionId;
}

/**
 * Asks a stand-in what it knows, or tells it what to do.
 * @param origin of the stand-in @throws Error when it does not take that
 */
export async function askStandIn<T>(origin: string | undefined, what: string, body?: object): Promise<T> {
  const told = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${origin}/_admin/${what}`, { ...told, signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`The stand-in answered ${what} with ${answer.status}.`);
  return (await answer.json()) as T;
}

/** Pays on the payment provider's page, which tells the site by itself. @param payments the provider's origin */
export async function payOnPage(payments: string | undefined, checkoutSessionId: string, card = GOOD_CARD): Promise<void> {
  if (payments === undefined) throw new Error('This system pays at the real provider, where no test pays.');
  const answer = await fetch(`${payments}/c/pay/${checkoutSessionId}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ cardNumber: card, cardExpiry: '12 / 99', cardCvc: '123' }),
    signal: AbortSignal.timeout(30_000),
  });
  await answer.arrayBuffer();
}

/** Opens the payment page of a booking and pays there, as its buyer would. @returns the id of the checkout session */
export async function pay(
  { site, payments }: { readonly site: string; readonly payments?: string },
  buyer: Buyer,
  bookingId: string,
  order: Order,
  card = GOOD_CARD,
): Promise<string> {
  const checkoutSessionId = await openPayment(site, buyer, bookingId, order);
  await payOnPage(payments, checkoutSessionId, card);
  return checkoutSessionId;
}
