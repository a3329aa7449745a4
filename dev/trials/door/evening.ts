import { findBrowser } from '@concert/machine-kit/browser';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, signIn, untilKept, visit } from '../../../e2e/browser.ts';
import { makeDoorTickets, type DoorTickets } from '../../../e2e/door-tickets.ts';
import type { SystemAddress } from '../../system/address.ts';
import type { Verdict } from '../fleet/verdict.ts';
import { typed } from './typed.ts';

/*
 * People come through two doors, one every two seconds of twenty minutes, and for ten of these minutes neither door has the network. Some
 * come with a ticket that was used already, at the other door or at the same, and some with one that ended. Only the order of this is kept:
 * the minutes are as long as the doors need. Nobody may be refused whose ticket is good, and every double has to be named at both doors within
 * five seconds of the network's return. A control in which one phone loses what it decided has to be found out.
 */

const PEOPLE = 600;
const PEOPLE_OF_CONTROL = 60;
const NAMED_MS = 5_000;
const DOORS = ['East door', 'West door'] as const;
type DoorName = (typeof DOORS)[number];

type Part = 'before' | 'away' | 'after';

/** Somebody at a door: with the code of a ticket, or found by its holder's name. */
interface Arrival {
  readonly ticket: number;
  readonly door: DoorName;
  readonly part: Part;
  readonly byName?: true;
}

/** An evening as it is planned: who comes where and when, and what is special about whom. */
interface Plan {
  readonly arrivals: readonly Arrival[];
  /** Tickets that come twice at different doors. */
  readonly doubles: ReadonlySet<number>;
  /** Tickets that come twice at one door. */
  readonly repeats: ReadonlySet<number>;
  readonly ended: ReadonlySet<number>;
}

interface Told extends Arrival {
  readonly admitted: boolean;
}

interface DoorPhone {
  readonly context: BrowserContext;
  readonly page: Page;
}

const otherDoor = (door: DoorName): DoorName => (door === DOORS[0] ? DOORS[1] : DOORS[0]);

/** Every fiftieth ticket comes once more at the other door, every seventieth at its own, and every eightieth ended before the evening. */
function planOf(people: number): Plan {
  const partOf = (ticket: number): Part => (ticket < people / 4 ? 'before' : ticket < (people * 3) / 4 ? 'away' : 'after');
  const every = (step: number, from: number) =>
    new Set(Array.from({ length: people }, (_, ticket) => ticket).filter((ticket) => ticket % step === from));
  const [doubles, repeats, ended] = [every(50, 7), every(70, 11), every(80, 13)];
  const arrivals = Array.from({ length: people }, (_, ticket): Arrival[] => {
    const first = { ticket, door: DOORS[ticket % 2]!, part: partOf(ticket) };
    const again = doubles.has(ticket) ? [{ ...first, door: otherDoor(first.door) }] : repeats.has(ticket) ? [first] : [];
    // Some doubles go in by name at their own door, and with the ticket at the other.
    const byName = first.part === 'away' && ticket % 100 === 7;
    return [byName ? { ...first, byName: true } : first, ...again];
  });
  // Some who came shortly before the network went away come once more while it is away.
  const late = [people / 4 - 2, people / 4 - 1];
  return {
    arrivals: [...arrivals.flat(), ...late.map((ticket): Arrival => ({ ticket, door: otherDoor(DOORS[ticket % 2]!), part: 'away' }))],
    doubles: new Set([...doubles, ...late]),
    repeats,
    ended,
  };
}

async function openDoor(browser: Browser, system: SystemAddress, name: DoorName): Promise<DoorPhone> {
  const { context, page } = await visit(browser, { site: system.site, width: 390, height: 844 });
  await signIn(
    page,
    system.accounts.find(({ role }) => role === 'admin')!,
  );
  await page.goto('/door');
  await page.getByLabel('Name of this door').fill(name);
  await page.getByText(/on this device, encrypted/).waitFor();
  await page.getByText('Lost ticket: find it by name').waitFor();
  await untilKept(page);
  return { context, page };
}

async function letInByName(page: Page, name: string, number: number): Promise<boolean> {
  if (!(await page.getByLabel('Name or phone').isVisible())) await page.getByText('Lost ticket: find it by name').click();
  await page.getByLabel('Name or phone').fill(name);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: new RegExp(`^Let in ${name}: .* ticket ${number} of`) }).click();
  return page
    .getByText('Found by name.')
    .waitFor()
    .then(
      () => true,
      () => false,
    );
}

/** How many doubles a door's screen names. */
const named = (page: Page) =>
  page.evaluate<number>(
    "[...document.querySelectorAll('h2')].find((one) => one.textContent === 'Came twice')?.nextElementSibling.children.length ?? 0",
  );

/** The evening at both doors. @param faulty a phone loses what it decided, before it could tell it */
class Evening {
  readonly told: Told[] = [];
  readonly #system: SystemAddress;
  readonly #plan: Plan;
  readonly #tickets: DoorTickets;

  constructor(system: SystemAddress, plan: Plan, tickets: DoorTickets) {
    this.#system = system;
    this.#plan = plan;
    this.#tickets = tickets;
  }

  /** @returns how long after the network's return each door named every double; undefined for one that did not in time */
  async take(browser: Browser, faulty: boolean): Promise<(number | undefined)[]> {
    const phones = await Promise.all(DOORS.map((name) => openDoor(browser, this.#system, name)));
    const network = (there: boolean) => Promise.all(phones.map(({ context }) => context.setOffline(!there)));
    try {
      await this.#part(phones, 'before');
      await network(false);
      for (const { page } of phones) await page.getByText('No network: this device decides by its own list').waitFor();
      await this.#part(phones, 'away');
      if (faulty) await loseDecisions(phones[0]!.page, this.#system.site);
      const expected = [...this.conflicts().values()].reduce((sum, count) => sum + count, 0);
      const began = performance.now();
      await network(true);
      const times = await Promise.all(
        phones.map(({ page }) =>
          until(
            'every double is named',
            () => named(page),
            (count) => count >= expected,
            { withinMs: NAMED_MS },
          ).then(
            () => performance.now() - began,
            () => undefined,
          ),
        ),
      );
      await this.#part(phones, 'after');
      return times;
    } finally {
      for (const { context } of phones) await context.close();
    }
  }

  /**
   * Tickets whose doubles have to be named, and how often: for each that went in after the first, and each that was refused at the other door
   * by the server. What a device refuses by itself nobody went in with.
   */
  conflicts(): Map<number, number> {
    const counts = [...this.#plan.doubles].map((ticket): [number, number] => {
      const shown = this.told.filter((one) => one.ticket === ticket);
      const admitted = shown.filter((one) => one.admitted);
      const refused = shown.filter((one) => !one.admitted && one.part !== 'away');
      return [ticket, admitted.length === 0 ? 0 : admitted.length - 1 + refused.length];
    });
    return new Map(counts.filter(([, count]) => count > 0));
  }

  async #part(phones: readonly DoorPhone[], part: Part): Promise<void> {
    await Promise.all(
      DOORS.map(async (door, index) => {
        for (const arrival of this.#plan.arrivals.filter((one) => one.door === door && one.part === part)) {
          const { page } = phones[index]!;
          const { ticket, byName } = arrival;
          const admitted = byName
            ? await letInByName(page, this.#tickets.names[ticket]!, (ticket % 4) + 1)
            : (await typed(page, this.#tickets.codes[ticket]!)).admitted;
          this.told.push({ ...arrival, admitted });
        }
      }),
    );
  }
}

/** What a phone would lose if it did not keep what it decided: for the control. */
async function loseDecisions(page: Page, site: string): Promise<void> {
  await page.evaluate(
    "new Promise((done) => { const gone = indexedDB.deleteDatabase('concert-door-unsent'); gone.onsuccess = gone.onerror = done; })",
  );
  await page.goto(`${site}/door`);
  await page.getByText('No network: this device decides by its own list').waitFor();
}

/** What was wrong about an evening, in words. */
async function judge(evening: Evening, plan: Plan, tickets: DoorTickets, booking: Connection): Promise<string[]> {
  const faults: string[] = [];
  const shown = Map.groupBy(evening.told, ({ ticket }) => ticket);
  for (const [ticket, all] of shown) {
    const admitted = all.filter((one) => one.admitted).length;
    if (plan.ended.has(ticket) && admitted > 0) faults.push(`ticket ${ticket} had ended, and went in`);
    if (!plan.ended.has(ticket) && admitted === 0) faults.push(`ticket ${ticket} is good, and was refused`);
    if (plan.repeats.has(ticket) && admitted > 1) faults.push(`ticket ${ticket} went in twice by one door`);
  }
  const idOf = (ticket: number) => `tk_${tickets.codes[ticket]!.split('.')[2]}`;
  const inside = new Set(
    (
      await booking
        .collection<{ _id: string }>('admissions')
        .find({}, { projection: { _id: 1 } })
        .toArray()
    ).map(({ _id }) => _id),
  );
  const lost = [...shown.keys()].filter((ticket) => !plan.ended.has(ticket) && !inside.has(idOf(ticket)));
  if (lost.length > 0) faults.push(`${lost.length} people are inside whom the server does not know`);
  const conflicts = new Set((await booking.collection('door-conflicts').distinct('ticketId')) as string[]);
  for (const ticket of evening.conflicts().keys())
    if (!conflicts.has(idOf(ticket))) faults.push(`ticket ${ticket} came twice, and the server does not know`);
  return faults;
}

async function evening(system: SystemAddress, browser: Browser, people: number, faulty: boolean) {
  const plan = planOf(people);
  const tickets = await makeDoorTickets(system, people);
  const booking = await mongoose.createConnection(system.mongo['svc-booking']).asPromise();
  try {
    await booking.collection('door-conflicts').deleteMany({});
    await booking.collection('admissions').deleteMany({});
    // Whole bookings end: so do the three that are beside such a ticket.
    const ids = [...plan.ended].map((ticket) => `tk_${tickets.codes[ticket]!.split('.')[2]}`);
    await booking.collection('reserve-your-seat').updateMany({ ticketIds: { $in: ids } }, { $set: { status: 'refunded' } });
    const ended = new Set([...plan.ended].flatMap((ticket) => [0, 1, 2, 3].map((place) => ticket - (ticket % 4) + place)));
    const whole = { ...plan, ended };
    const held = new Evening(system, whole, tickets);
    const times = await held.take(browser, faulty);
    return { told: held.told, twice: held.conflicts().size, times, faults: await judge(held, whole, tickets, booking) };
  } finally {
    await booking.close();
  }
}

/** Tries an evening at two doors, and then one whose faults have to be found. */
export async function tryEvening(system: SystemAddress, verdict: Verdict): Promise<void> {
  process.env.CHROME_PATH ??= await findBrowser({ env: process.env });
  const browser = await openBrowser();
  try {
    const { told, twice, times, faults } = await evening(system, browser, PEOPLE, false);
    const away = told.filter(({ part }) => part === 'away').length;
    verdict.demand(
      faults.length === 0,
      `two doors, ${told.length} tickets shown, ${away} of them without network: ${faults.join('; ') || 'nobody refused wrongly, nobody lost'}`,
    );
    const shown = times.map((ms) => (ms === undefined ? 'not in time' : `${ms.toFixed(0)} ms`)).join(' and ');
    verdict.demand(
      twice > 0 && times.every((ms) => ms !== undefined),
      `${twice} tickets that came twice are named at both doors, ${shown} after the network is back; at most ${NAMED_MS} ms`,
    );
    const control = await evening(system, browser, PEOPLE_OF_CONTROL, true);
    verdict.demand(
      control.faults.length > 0,
      `the control, a phone that loses what it decided, is found out: ${control.faults.slice(0, 2).join('; ')}`,
    );
  } finally {
    await browser.close();
  }
}
