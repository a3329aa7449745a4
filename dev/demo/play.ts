import { parseArgs } from 'node:util';
import { REPORT_STATUS_WORDS, type ReportCell } from '@concert/contracts/booking/reports';
import { wholeNumberIn } from '@concert/contracts/core/as-typed';
import { Failure } from '@concert/machine-kit/failure';
import { numbersFrom } from '@concert/test-kit/numbers';
import pLimit from 'p-limit';
import { valueOf } from '@concert/test-kit/site-client';
import { Progress } from '../system/progress.ts';
import { buy, type MadeBooking } from './buying.ts';
import { checkMoney, correctAddresses, decideDisputes, inviteGuests, openDoors, sendMoneyBack } from './organising.ts';
import { drawPeople } from './people.ts';
import type { LocalSystem } from './local-system.ts';
import { Stage } from './stage.ts';
import { MIN_BOOKINGS, planBookings, planGuests, type PlannedBooking } from './stories.ts';
import { requestAccountMails, VISITORS_NEEDED, writeMessagesAndSignUp } from './visiting.ts';

const BOOKINGS = 200;
/** Buyers who are busy at the same time. */
const AT_ONCE = 4;
const SAY_EVERY = 25;
/** Seeds of those who are no buyers lie so far from the buyers' own. */
const OTHER_PEOPLE = 1_000_003;

interface Wanted {
  readonly bookings: number;
  readonly seed?: number;
}

/** Reads the command's words. @throws Failure naming what cannot be understood */
export function parseDemoOptions(args: readonly string[]): Wanted {
  const next = `for example npm run demo -- ${BOOKINGS} --seed 7; without words it makes ${BOOKINGS} bookings.`;
  const whole = (text: string, least: number): number => {
    const value = wholeNumberIn(text);
    if (value === undefined || value < least) throw new Failure(`${text} is no whole number from ${least} on.`, next);
    return value;
  };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { seed: { type: 'string' } }, allowPositionals: true });
    const [bookings = String(BOOKINGS), ...rest] = positionals;
    if (rest.length > 0) throw new Failure(`There is no use for ${rest.join(' ')}.`, next);
    return { bookings: whole(bookings, MIN_BOOKINGS), ...(values.seed === undefined ? {} : { seed: whole(values.seed, 0) }) };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure((error as Error).message.split('\n')[0]!, next);
  }
}

/** Buyers come, a few at a time. @returns what was bought, and how many found no seats */
async function sell(stage: Stage, planned: readonly PlannedBooking[], say: (detail: string) => void) {
  const made: MadeBooking[] = [];
  let [come, turnedAway] = [0, 0];
  await pLimit(AT_ONCE).map(planned, async (one) => {
    const bought = await buy(stage, one);
    made.push(...bought);
    if (bought.length === 0) turnedAway += 1;
    come += 1;
    if (come % SAY_EVERY === 0) say(`${come} of ${planned.length}`);
  });
  // In the order of the plan, whoever was quicker: what happens next then follows from the seed.
  const order = new Map(planned.map(({ person }, index) => [person.email, index]));
  made.sort((one, other) => order.get(one.person.email)! - order.get(other.person.email)!);
  return { made, turnedAway };
}

/** Bookings and entries by status, a line each. */
function statusLines(cells: readonly ReportCell[]): string[] {
  const sums = new Map<ReportCell['status'], { bookings: number; tickets: number }>();
  for (const { status, bookings, tickets } of cells) {
    const sum = sums.get(status) ?? { bookings: 0, tickets: 0 };
    sums.set(status, { bookings: sum.bookings + bookings, tickets: sum.tickets + tickets });
  }
  return [...sums].map(
    ([status, { bookings, tickets }]) =>
      `  ${REPORT_STATUS_WORDS[status].padEnd(18)}${String(bookings).padStart(5)} with ${String(tickets).padStart(4)} tickets`,
  );
}

async function showResult(stage: Stage, turnedAway: number): Promise<string> {
  const { cells } = valueOf('The report', await stage.organiser.booking.showReport());
  const { site, system } = stage;
  const { password } = system.accounts.find(({ role }) => role === 'organiser')!;
  return [
    ...(turnedAway > 0 ? [`The seats ran out: ${turnedAway} more would have booked. More seats: ${site}/concert-settings\n`] : []),
    'The system has now, bookings and free entries by status:',
    ...statusLines(cells),
    '\nWhat is on hold expires by itself within half an hour.',
    `\nLook at it as ${stage.organiserEmail}, password ${password}:`,
    `  Report     ${site}/get-bookings-report`,
    `  Refunds    ${site}/send-refund-notification`,
    `  Guests     ${site}/v-i-p-tickets`,
    `  Door       ${site}/door`,
    `  Audit log  ${site}/audit-log`,
    `  Mailbox    ${system.mailbox}`,
    `  Payments   ${system.payments}/_admin/state`,
  ].join('\n');
}

/** Fills a system, and says what it did and where to look. */
export async function runDemo({ bookings, seed: given }: Wanted, system: LocalSystem): Promise<void> {
  const stage = await Stage.enter(system);
  const { organiser, organiserEmail: email } = stage;
  const [newest] = valueOf('The report', await organiser.booking.getBookings({ body: { email, limit: 1 } }));
  // A system that has something already gets other people.
  const seed = given ?? (newest === undefined ? 1 : newest.created_at._seconds);
  const others = numbersFrom(seed + OTHER_PEOPLE);
  const progress = new Progress();
  console.log(`Filling ${stage.site} with ${bookings} bookings (seed ${seed})\n`);
  const { made, turnedAway } = await progress.step(
    'Buyers sign in, reserve and pay',
    (say) => sell(stage, planBookings(bookings, seed), say),
    (sold) => `${sold.made.length} bookings`,
  );
  await progress.step(
    'Money goes back',
    () => sendMoneyBack(stage, made),
    (count) => `${count} refunds`,
  );
  await progress.step(
    'Banks decide disputes',
    () => decideDisputes(stage, made),
    (count) => `${count} disputes`,
  );
  const entries = await progress.step(
    'Guests are invited',
    () => inviteGuests(stage, planGuests(bookings, others)),
    ({ length }) => `${length} entries`,
  );
  await progress.step(
    'Mails that bounced get another address',
    () => correctAddresses(stage, made),
    (count) => `${count} mails`,
  );
  const visitors = drawPeople(VISITORS_NEEDED, others);
  await progress.step(
    'Visitors write, and ask for the next date',
    () => writeMessagesAndSignUp(stage, visitors),
    ({ messages, asking }) => `${messages} messages, ${asking} sign-ups`,
  );
  await progress.step('Accounts are asked for', () => requestAccountMails(stage, visitors.at(-1)!));
  await progress.step(
    'The doors open',
    () => openDoors(stage, made, entries),
    (evening) => (evening ? `${evening.inside} inside` : 'not yet: they open hours before the evening'),
  );
  await progress.step('Money is checked', () => checkMoney(stage));
  console.log(`\nDone in ${progress.elapsed().trim()}\n\n${await showResult(stage, turnedAway)}\n`);
}
