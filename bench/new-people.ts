import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seating } from '@concert/contracts/booking/seating';
import { problemCodeOf, type Answer } from '@concert/test-kit/caller';
import { paymentOf, reservationOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import type { SystemAddress } from '../dev/system/address.ts';
import { Customers, served } from './customers.ts';
import { median, percentile, printCosts, printFigure } from './figures.ts';
import { readMeters, usageBetween } from './meters.ts';
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
export async function benchNewPeople(system: SystemAddress): Promise<void> {
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
  const customers = new Customers(underTest.system, PEOPLE);
  const mark = randomUUID().slice(0, 8);
  const before = await readMeters(underTest);
  const outcomes = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) =>
      buy(customers, newPerson(mark, index)).catch((error: Error) => ({ ...NOTHING, refused: error.message.replaceAll(/\S+@\S+/g, '') })),
    ),
  );
  customers.close();
  const spent = usageBetween(before, await readMeters(underTest));
  const paid = outcomes.flatMap(({ paidMs }) => paidMs ?? []);
  const refused = Map.groupBy(
    outcomes.flatMap(({ refused: why }) => why ?? []),
    (why) => why,
  );
  const title = `${PEOPLE} new people for ${seats} seats, emails ${MAIL_MS / 1_000} s late`;
  printFigure(
    title,
    `${seconds(median(paid))} s`,
    `from 'Reserve' to paid (p99 ${seconds(percentile(paid, 0.99))} s); ${paid.length} paid`,
  );
  const first = outcomes.flatMap(({ heldMs }) => heldMs ?? []);
  printFigure('  held before the code', String(first.length), `p50 ${seconds(median(first))} s, p99 ${seconds(percentile(first, 0.99))} s`);
  for (const [what, all] of Map.groupBy(customers.refusals, ({ path, code }) => `${path} ${code}`))
    printFigure('  answers 503', String(all.length), what);
  for (const [why, all] of refused) printFigure('  refused', String(all.length), why);
  printCosts('  processor per person', spent.cpuMs, PEOPLE);
  await assertSound(underTest, PATIENCE_MS);
  if (paid.length !== Math.min(PEOPLE, seats)) throw new Error(`${Math.min(PEOPLE, seats)} seats could be sold and ${paid.length} were`);
}

const NOTHING: Outcome = { heldMs: undefined, paidMs: undefined };
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Somebody in a browser of their own, with an address of their own. */
const newPerson = (mark: string, index: number): Buyer => ({
  email: `new-${mark}-${index}@example.org`,
  name: `New ${index}`,
  cookie: '',
  phoneno: `(555) ${String(1_000_000 + index).replace(/^(...)/, '$1-')}`,
  address: `198.18.${index >> 8}.${index & 255}`,
});

async function buy(customers: Customers, person: Buyer): Promise<Outcome> {
  const began = performance.now();
  const since = (): number => performance.now() - began;
  const secret = randomUUID().replaceAll('-', '');
  const held = await customers.post(person, '/api/reserve-your-seat/hold', { ...reservationOf(person, ORDER), hold_secret: secret });
  // As the form does: where too many seats are held for people nobody knows, they are reserved once the address is proven.
  if (held.status !== 201 && problemCodeOf(held) !== 'booking.sign_in_first') return { ...NOTHING, refused: problemCodeOf(held) };
  const heldMs = held.status === 201 ? since() : undefined;
  const asked = await customers.post(person, '/api/auth/sign-in-codes', { email: person.email, nav: 'rys' });
  const { request } = served<{ request: string }>('code', asked);
  const code = await codeIn(customers, person);
  await pause(TYPING_MS.least + Math.random() * (TYPING_MS.most - TYPING_MS.least));
  const used = await customers.post(person, '/api/auth/sign-in-codes/use', { request, code });
  served('use of the code', used);
  const buyer = { ...person, cookie: sessionIn(used) };
  const placed = await customers.post(buyer, '/api/reserve-your-seat', reservationOf(buyer, ORDER));
  if (placed.status !== 201) return { heldMs, paidMs: undefined, refused: problemCodeOf(placed) };
  const { id } = served<{ id: string }>('reserve', placed);
  const opened = await customers.post(buyer, '/api/create-payment', paymentOf(customers.site, buyer, ORDER, id));
  await customers.pay(served<{ checkoutSessionId: string }>('payment page', opened).checkoutSessionId);
  return { heldMs, paidMs: since() };
}

/** The code in the mail, which is read as late as it comes. */
async function codeIn(customers: Customers, { email }: Buyer): Promise<string> {
  await pause(MAIL_MS);
  const mails = await until(
    `a code for ${email}`,
    () => customers.mailbox<{ text: string; receivedAt: string }[]>(`/_admin/mails?to=${encodeURIComponent(email)}`),
    ([mail]) => mail !== undefined && Date.parse(mail.receivedAt) + MAIL_MS <= Date.now(),
    { withinMs: PATIENCE_MS, everyMs: 2_000 },
  );
  return /\b\d{3} ?\d{3}\b/.exec(mails[0]!.text)![0].replace(' ', '');
}

function sessionIn({ headers }: Answer): string {
  return [headers['set-cookie'] ?? []].flat().flatMap((line) => /^__Host-concert-session=[^;]+/.exec(line) ?? [])[0] ?? '';
}
