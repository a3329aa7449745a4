import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { until } from '@concert/test-kit/until';
import { makeBuyers } from '../../e2e/buyers.ts';
import { pay, reserve, type Buyer, type Order } from '../../e2e/site-client.ts';
import { freePortBase, planPorts } from '../system/ports.ts';
import { Progress } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { endOnSignals } from '../system/stop-on-signals.ts';
import { startSystem, type System } from '../system/system.ts';
import { Verdict } from './fleet/verdict.ts';
import { sendThroughKills } from './messages/killed-run.ts';
import { ToldPeople } from './messages/told-people.ts';
import { cancelEverything } from './messages/whole-cancellation.ts';

/*
 * Many people are told. A message run goes to thousands while svc-notify is killed and the mail provider fails; the same with mails that
 * forget their cause has to tell people twice, or the count would see nothing. Then a concert is cancelled with everybody who has to hear of it.
 */

const PEOPLE = 10_000;
const KILLS = 50;
/** With fewer, all is sent before a pause can be looked at. */
const LEAST_PEOPLE = 1_500;
const CONTROL = { people: 600, kills: 3 };
const GENERAL: Order = { seating: 'General Seating', notickets: 1 };

const verdict = new Verdict();
const atEnd = endOnSignals();

function asked(): { people: number; kills: number } {
  const [people = PEOPLE, kills = KILLS] = process.argv.slice(2).map(Number);
  if (![people, kills].every(Number.isInteger) || people < LEAST_PEOPLE || kills < 1)
    throw new Failure(`There must be ${LEAST_PEOPLE} people or more, and a kill.`, 'for example: npm run verify:messages -- 2000 10');
  return { people, kills };
}

async function killedRuns(told: ToldPeople): Promise<void> {
  const [buyer] = (await makeBuyers(told.auth, 1)) as [Buyer];
  const bookingId = await reserve(told.system, buyer, GENERAL);
  await pay(told.system, buyer, bookingId, GENERAL);
  await until(
    'the booking is paid',
    () => told.rows(told.booking, 'reserve-your-seat').findOne({ _id: bookingId }),
    (found) => found?.['status'] === 'paid',
    { withinMs: 60_000 },
  );
  const send = async (options: Parameters<typeof sendThroughKills>[3]) => {
    const addresses = [buyer.email, ...(await told.moreLike(bookingId, options.people - 1, options.subject.toLowerCase()))];
    const since = Date.now();
    const outcome = await sendThroughKills(told, verdict, addresses, options);
    await told.forgetLike(options.subject.toLowerCase());
    return { ...outcome, seconds: Math.round((Date.now() - since) / 1000) };
  };

  const { people, kills } = asked();
  console.log(`\nA message run to ${people} people, with ${kills} kills of svc-notify and a provider that answers 429, 500 and nothing`);
  const { twice, missing, copies, slowestStartMs, longestKeptMs, seconds } = await send({
    people,
    kills,
    subject: 'Parking',
    forgetful: false,
  });
  verdict.demand(
    twice === 0 && missing === 0,
    `each of ${people} addresses got one mail: ${twice} got two, ${missing} none; ${copies} mails came as two copies under one id, because no answer came (${seconds} s; a start took ${slowestStartMs} ms at most, and transactions of a killed process kept documents for ${longestKeptMs} ms)`,
  );
  console.log('\nThe same with mails that forget their cause: a control that has to fail');
  const control = await send({ ...CONTROL, subject: 'Control', forgetful: true });
  verdict.demand(
    control.twice > 0,
    `without the cause that each mail has once, ${control.twice} of ${CONTROL.people} people are told twice`,
  );
}

async function verify(): Promise<void> {
  asked();
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-messages-'));
  const { PORT: _port, ...given } = process.env;
  const env = { ...given, PORT_BASE: String(await freePortBase()) };
  const unhurried = { RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_AUTH_PER_MINUTE: '100000000' };
  let system: System | undefined;
  let told: ToldPeople | undefined;
  const end = async () => {
    await told?.close();
    await system?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  atEnd(end);
  try {
    const progress = new Progress(false);
    // Kills are what this is about, so nobody needs to be told of them.
    const notice = () => undefined;
    system = await startSystem({
      dataFolder: path.join(folder, 'data'),
      ports: planPorts(env),
      env,
      settings: { gateway: unhurried },
      progress,
      notice,
    });
    told = await ToldPeople.of(system);
    await killedRuns(told);
    console.log('\nA concert with bookings, guests and a next-date list is cancelled');
    await cancelEverything(told, verdict);
  } finally {
    await end();
  }
}

await verify().catch(reportAndExit);
verdict.end();
