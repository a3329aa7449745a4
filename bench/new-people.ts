import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seating } from '@concert/contracts/booking/seating';
import { Caller, problemCodeOf, type Answer } from '@concert/test-kit/caller';
import { GOOD_CARD, paymentOf, reservationOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import type { SystemAddress } from '../dev/system/address.ts';
import { median, percentile, printFigure } from './figures.ts';
import { Meters, usageBetween } from './meters.ts';
import { assertSound, openSystemUnderTest, resize, type SystemUnderTest } from './system-under-test.ts';

const PEOPLE = 1_000;
const SEATING: Seating = 'General Seating';
const ORDER: Order = { seating: SEATING, notickets: 1 };
/** A mail is with its reader so long after the provider took it. */
const MAIL_MS = 20_000;
/** To see the mail, to read the code and to type it: 10 s by a keystroke-level estimate for a phone, and no two people alike. */
const TYPING_MS = { least: 5_000, most: 15_000 };
/** Whoever has no mail by then gives up. */
const PATIENCE_MS = 180_000;

/** What became of one person, in milliseconds since they pressed 'Reserve'. */
interface Outcome {
  readonly heldMs: number | undefined;
  readonly paidMs: number | undefined;
  readonly refused?: string;
}

/**
 * A thousand people without an account begin to reserve at one moment, are mailed a code, and pay: where there are seats for twice as many, so
 * that everybody's are held at once; and where there is one seat for two, of which half is held before a code.
 */
export async function benchNewPeople(system: SystemAddress & { readonly dataFolder: string }): Promise<void> {
  const underTest = await openSystemUnderTest(system);
  try {
    for (const seats of [2 * PEOPLE, PEOPLE / 2]) {
      await resize(system, SEATING, ({ sold, held }) => sold + held + seats);
      await sell(underTest, seats);
    }
  } finally {
    await underTest.close();
  }
}

async function sell(underTest: SystemUnderTest, seats: number): Promise<void> {
  const visitors = new Visitors(underTest.system);
  const meters = new Meters(underTest.root, underTest.system.dataFolder);
  const before = await meters.read();
  const outcomes = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) =>
      visitors.buy(index).catch((error: Error) => ({ ...NOTHING, refused: error.message.replaceAll(/\S+@\S+/g, '') })),
    ),
  );
  visitors.close();
  const spent = usageBetween(before, await meters.read());
  const paid = outcomes.flatMap(({ paidMs }) => paidMs ?? []);
  const refused = Map.groupBy(
    outcomes.flatMap(({ refused: why }) => why ?? []),
    (why) => why,
  );
  const title = `${PEOPLE} new people for ${seats} seats, mails ${MAIL_MS / 1_000} s late`;
  printFigure(
    title,
    `${seconds(median(paid))} s`,
    `from 'Reserve' to paid (p99 ${seconds(percentile(paid, 0.99))} s); ${paid.length} paid`,
  );
  const first = outcomes.flatMap(({ heldMs }) => heldMs ?? []);
  printFigure('  held before the code', String(first.length), `p50 ${seconds(median(first))} s, p99 ${seconds(percentile(first, 0.99))} s`);
  for (const [what, count] of visitors.busy) printFigure('  answers 503', String(count), what);
  for (const [why, all] of refused) printFigure('  refused', String(all.length), why);
  const costs = [...spent.cpuMs].filter(([, ms]) => ms >= PEOPLE / 10).sort(([, a], [, b]) => b - a);
  const parts = costs.map(([name, ms]) => `${name} ${(ms / PEOPLE).toFixed(1)}`).join(', ');
  printFigure('  processor per person', `${(costs.reduce((sum, [, ms]) => sum + ms, 0) / PEOPLE).toFixed(1)} ms`, parts);
  await assertSound(underTest, PATIENCE_MS);
  if (paid.length !== Math.min(PEOPLE, seats)) throw new Error(`${Math.min(PEOPLE, seats)} seats could be sold and ${paid.length} were`);
}

const NOTHING: Outcome = { heldMs: undefined, paidMs: undefined };
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** People in browsers of their own, each from an address of their own. */
class Visitors {
  /** Answers of 503, by path and reason. */
  readonly busy = new Map<string, number>();
  readonly #mark = randomUUID().slice(0, 8);
  readonly #site: Caller;
  readonly #payments: Caller;
  readonly #mailbox: Caller;
  readonly #origin: string;

  constructor({ site, payments, mailbox }: SystemAddress) {
    this.#site = new Caller(site, PEOPLE);
    this.#payments = new Caller(payments!, PEOPLE);
    this.#mailbox = new Caller(mailbox!, 10);
    this.#origin = new URL(site).origin;
  }

  async buy(index: number): Promise<Outcome> {
    const person: Buyer = {
      email: `new-${this.#mark}-${index}@example.org`,
      name: `New ${index}`,
      cookie: '',
      phoneno: `(555) ${String(1_000_000 + index).replace(/^(...)/, '$1-')}`,
      address: `198.18.${index >> 8}.${index & 255}`,
    };
    const began = performance.now();
    const since = (): number => performance.now() - began;
    const secret = randomUUID().replaceAll('-', '');
    const held = await this.#post(person, '/api/reserve-your-seat/hold', { ...reservationOf(person, ORDER), hold_secret: secret });
    // As the form does: where too many seats are held for people nobody knows, they are reserved once the address is proven.
    if (held.status !== 201 && problemCodeOf(held) !== 'booking.sign_in_first') return { ...NOTHING, refused: problemCodeOf(held) };
    const heldMs = held.status === 201 ? since() : undefined;
    const asked = await this.#post(person, '/api/auth/sign-in-codes', { email: person.email, nav: 'rys' });
    if (asked.status !== 200) throw new Error(`code: ${asked.status} ${problemCodeOf(asked)}`);
    const { request } = JSON.parse(asked.body) as { request: string };
    const code = await this.#codeIn(person);
    await pause(TYPING_MS.least + Math.random() * (TYPING_MS.most - TYPING_MS.least));
    const used = await this.#post(person, '/api/auth/sign-in-codes/use', { request, code });
    if (used.status !== 200) throw new Error(`use of the code: ${used.status} ${problemCodeOf(used)}`);
    const buyer = { ...person, cookie: sessionIn(used) };
    const placed = await this.#reserve(buyer);
    if (placed.status !== 201) return { heldMs, paidMs: undefined, refused: problemCodeOf(placed) };
    await this.#pay(buyer, (JSON.parse(placed.body) as { id: string }).id);
    return { heldMs, paidMs: since() };
  }

  #reserve(buyer: Buyer): Promise<Answer> {
    return this.#post(buyer, '/api/reserve-your-seat', reservationOf(buyer, ORDER));
  }

  async #pay(buyer: Buyer, bookingId: string): Promise<void> {
    const opened = await this.#post(buyer, '/api/create-payment', paymentOf(this.#origin, buyer, ORDER, bookingId));
    if (opened.status >= 300) throw new Error(`payment page: ${opened.status} ${problemCodeOf(opened)}`);
    const { checkoutSessionId } = JSON.parse(opened.body) as { checkoutSessionId: string };
    const paid = await this.#payments.send({
      method: 'POST',
      path: `/c/pay/${checkoutSessionId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ cardNumber: GOOD_CARD, cardExpiry: '12 / 40', cardCvc: '123' }).toString(),
    });
    if (paid.status !== 303) throw new Error(`pay: ${paid.status}`);
  }

  /** Sends until it is not refused for overload; waits as long as the answer says. */
  async #post({ cookie, address }: Buyer, path: string, body: object): Promise<Answer> {
    const headers = { origin: this.#origin, 'x-forwarded-for': address!, 'idempotency-key': randomUUID(), ...(cookie ? { cookie } : {}) };
    for (;;) {
      const answer = await this.#site.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
      if (answer.status !== 503) return answer;
      const what = `${path} ${problemCodeOf(answer)}`;
      this.busy.set(what, (this.busy.get(what) ?? 0) + 1);
      await pause(answer.retryAfterMs ?? 1_000);
    }
  }

  /** The code in the mail, which is read as late as it comes. */
  async #codeIn({ email }: Buyer): Promise<string> {
    await pause(MAIL_MS);
    const path = `/_admin/mails?to=${encodeURIComponent(email)}`;
    const mails = await until(
      `a code for ${email}`,
      async () => JSON.parse((await this.#mailbox.send({ method: 'GET', path })).body) as { text: string; receivedAt: string }[],
      ([mail]) => mail !== undefined && Date.parse(mail.receivedAt) + MAIL_MS <= Date.now(),
      { withinMs: PATIENCE_MS, everyMs: 2_000 },
    );
    return /\b\d{3} ?\d{3}\b/.exec(mails[0]!.text)![0].replace(' ', '');
  }

  close(): void {
    for (const caller of [this.#site, this.#payments, this.#mailbox]) caller.close();
  }
}

function sessionIn({ headers }: Answer): string {
  return [headers['set-cookie'] ?? []].flat().flatMap((line) => /^__Host-concert-session=[^;]+/.exec(line) ?? [])[0] ?? '';
}
