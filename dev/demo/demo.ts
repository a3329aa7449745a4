import { wholeNumberIn } from '@concert/contracts/core/as-typed';
import { Failure } from '@concert/machine-kit/failure';
import { valueOf } from '@concert/test-kit/site-client';
import pLimit from 'p-limit';
import { elapsed, step } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { buy, type MadeBooking } from './buying.ts';
import { MIN_BOOKINGS, personOf, planBookings } from './cast.ts';
import { inviteGuests, openDoors, sendMoneyBack, writeToOrganisers } from './organising.ts';
import { enterStage, type Stage } from './stage.ts';

/*
 * `npm run demo [-- <bookings>]` fills the system that `npm start` runs here, so that an organiser's first look is not at an empty report.
 * Everything goes through calls that anybody may make, and through the stand-ins' own pages. A second run adds as much again, with other
 * people, until the seats run out.
 */

const BOOKINGS = 200;
/** Buyers who are busy at the same time. */
const AT_ONCE = 4;
/** A guest for so many buyers. */
const BUYERS_PER_GUEST = 6;
const SAY_EVERY = 25;

/** Reads the command's words. @throws Failure naming what cannot be understood */
function bookingsIn(words: readonly string[]): number {
  const [text = String(BOOKINGS), ...rest] = words;
  const next = `for example npm run demo -- ${MIN_BOOKINGS}; without words it makes ${BOOKINGS} bookings.`;
  const value = wholeNumberIn(text);
  if (value === undefined || value < MIN_BOOKINGS) throw new Failure(`${text} is no whole number from ${MIN_BOOKINGS} on.`, next);
  if (rest.length > 0) throw new Failure(`There is no use for ${rest.join(' ')}.`, next);
  return value;
}

function showResult({ organiserEmail, site, system }: Stage): string {
  const { password } = system.accounts.find(({ role }) => role === 'organiser')!;
  return [
    `Look at it as ${organiserEmail}, password ${password}:`,
    `  Report     ${site}/get-bookings-report`,
    `  Refunds    ${site}/send-refund-notification`,
    `  Guests     ${site}/v-i-p-tickets`,
    `  Door       ${site}/door`,
    `  Audit log  ${site}/audit-log`,
    `  Mailbox    ${system.mailbox}`,
    '\nWhat is on hold expires by itself within half an hour.',
  ].join('\n');
}

/** Fills a system, and says what it did and where to look. */
async function play(bookings: number): Promise<void> {
  const stage = await enterStage();
  const { cells } = valueOf('The report', await stage.organiser.booking.showReport());
  // A system that has something already gets other people.
  const first = cells.reduce((sum, cell) => sum + cell.bookings, 0);
  const planned = planBookings(bookings, first);
  console.log(`Filling ${stage.site} with ${bookings} bookings\n`);
  let come = 0;
  const sell = (say: (detail: string) => void) =>
    pLimit(AT_ONCE).map(planned, async (one): Promise<MadeBooking | undefined> => {
      const bought = await buy(stage, one);
      come += 1;
      if (come % SAY_EVERY === 0) say(`${come} of ${bookings}`);
      return bought;
    });
  const results = await step('Buyers sign in, reserve and pay', sell, (all) => {
    const turnedAway = all.filter((one) => one === undefined).length;
    return turnedAway === 0 ? `${come} bookings` : `${come - turnedAway} bookings; ${turnedAway} more found no seats`;
  });
  const made = results.filter((one) => one !== undefined);
  await step(
    'Money goes back',
    () => sendMoneyBack(stage, made),
    (count) => `${count} refunds`,
  );
  const guests = Array.from({ length: Math.ceil(bookings / BUYERS_PER_GUEST) }, (_, index) => personOf(first + bookings + index));
  const entries = await step(
    'Guests are invited',
    () => inviteGuests(stage, guests),
    ({ length }) => `${length} entries`,
  );
  const visitors = planned.filter(({ story }) => story === undefined).map(({ person }) => person);
  await step(
    'Visitors write',
    () => writeToOrganisers(stage, visitors),
    (count) => `${count} messages`,
  );
  const inside = (count: number | undefined) => (count === undefined ? 'not yet: they open hours before the evening' : `${count} inside`);
  await step('The doors open', () => openDoors(stage, made, entries), inside);
  valueOf('The money check', await stage.organiser.payment.checkMoney());
  console.log(`\nDone in ${elapsed()}\n\n${showResult(stage)}\n`);
}

try {
  await play(bookingsIn(process.argv.slice(2)));
} catch (error) {
  reportAndExit(error);
}
