import { BOOKING_STATUSES } from '@concert/contracts/booking/states';
import { SEATINGS } from '@concert/contracts/booking/seating';
import type { MessageRunId } from '@concert/contracts/core/ids';
import { until } from '@concert/test-kit/until';
import { valueOf } from '../../../e2e/site-client.ts';
import type { Verdict } from '../fleet/verdict.ts';
import type { ToldPeople } from './told-people.ts';

/** Recipients whose note "posted" is lost at each kill, as if the process had died between two writes that belong together. */
const NOTES_LOST = 20;
const MAX_PAUSE_MS = 2_000;
/** How long nothing may come after a pause before it counts as quiet. */
const QUIET_MS = 4_000;
const STEP_MS = 180_000;
/** A killed process leaves transactions open, which MongoDB ends after a minute; a start beside them is tried again. */
const MAX_STARTS = 3;

export interface KilledRunOptions {
  readonly people: number;
  readonly kills: number;
  readonly subject: string;
  /** Whether mails forget from which recipient they come, so that nothing keeps a second one from being posted. */
  readonly forgetful: boolean;
}

interface Outcome {
  /** Addresses that got more than one mail. */
  readonly twice: number;
  readonly missing: number;
  /** Copies of a mail whose answer never came. */
  readonly copies: number;
  /** The longest time from a start to a process that is ready, in milliseconds. */
  readonly slowestStartMs: number;
  /** The longest time that documents were kept by transactions of a killed process, in milliseconds. */
  readonly longestKeptMs: number;
}

/**
 * Sends a message run while svc-notify is killed again and again, and the mail provider answers 429, 500 and nothing. At each kill some
 * notes of what was posted are lost. Nothing is kept from being posted twice but the cause that each mail has once.
 */
export async function sendThroughKills(
  told: ToldPeople,
  verdict: Verdict,
  addresses: readonly string[],
  options: KilledRunOptions,
): Promise<Outcome> {
  const { people, kills, subject } = options;
  await told.forgetArrivals();
  const { id: runId, count } = await told.begin({
    purpose: 'free',
    audience: { buyers: { statuses: [...BOOKING_STATUSES], seatings: [...SEATINGS] } },
    messages: [{ reader: 'everybody', subject, words: 'Parking is **free** on the evening.' }],
  });
  if (count !== people) throw new Error(`The audience has ${count} people, and not ${people}.`);
  const parts: number[] = [];
  const times = { slowestStartMs: 0, longestKeptMs: 0 };
  for (let killed = 1; killed <= kills; killed += 1) {
    await told.faults({ answerDelayMs: 20, tooManyNext: 1, failNext: 2, cutNext: 1 });
    await accepted(told, runId, Math.floor((killed * people) / (kills + 1)));
    if (!options.forgetful && killed === Math.ceil(kills / 2)) await pauseAndResume(told, verdict, runId);
    const { keptMs, startMs } = await kill(told, runId, options.forgetful);
    times.slowestStartMs = Math.max(times.slowestStartMs, startMs);
    times.longestKeptMs = Math.max(times.longestKeptMs, keptMs);
    const { audience, delivered, bounced, underWay } = (await told.shown(runId)).coverage!;
    if (audience !== people || delivered + bounced + underWay !== people) parts.push(killed);
  }
  await told.faults({ answerDelayMs: 0, tooManyNext: 0, failNext: 0, cutNext: 0 });
  await told.allSent(STEP_MS);
  await until(
    'the run is over',
    () => told.shown(runId),
    ({ state }) => state === 'sent' || state === 'everyone_reached',
    { withinMs: STEP_MS, everyMs: 500 },
  );
  if (!options.forgetful)
    verdict.demand(parts.length === 0, `delivered, bounced and under way add up to ${people} after each of ${kills} kills`);
  const mails = await told.mailsByAddress(subject);
  const arrived = told.arrivals.filter((arrival) => arrival.subject === subject).length;
  const different = [...mails.values()].reduce((sum, ids) => sum + ids.size, 0);
  return {
    twice: [...mails.values()].filter(({ size }) => size > 1).length,
    missing: addresses.filter((email) => !mails.has(email)).length,
    copies: arrived - different,
    ...times,
  };
}

async function accepted(told: ToldPeople, runId: MessageRunId, most: number): Promise<void> {
  await until(
    `${most} are accepted`,
    () => told.mails.countDocuments({ runId, state: 'accepted' }),
    (count) => count >= most,
    {
      withinMs: STEP_MS,
      everyMs: 100,
    },
  );
}

/**
 * Kills svc-notify, loses notes, and starts it again at a time when its claims and leases have ended.
 * @returns how long its transactions kept documents, and then how long the start took, in milliseconds
 */
async function kill(told: ToldPeople, runId: MessageRunId, forgetful: boolean): Promise<{ keptMs: number; startMs: number }> {
  const killed = Date.now();
  const part = told.system.part('svc-notify');
  process.kill(part.pid!, 'SIGKILL');
  const recipients = told.rows(told.notify, 'recipients');
  const lost = (await recipients.find({ runId, state: 'posted' }).sort({ _id: -1 }).limit(NOTES_LOST).toArray()).map(({ _id }) => _id);
  if (forgetful) await told.mails.updateMany({ runId, factId: { $in: lost } }, [{ $set: { factId: { $concat: ['forgotten-', '$_id'] } } }]);
  await recipients.updateMany({ _id: { $in: lost } }, { $set: { state: 'planned' } });
  await told.mails.updateMany({ state: 'waiting' }, { $set: { nextAttemptAt: new Date(), claim: null } });
  await told.rows(told.notify, 'leases').deleteMany({});
  const since = Date.now();
  for (let starts = 1; ; starts += 1) {
    try {
      await part.restart();
      return { keptMs: since - killed, startMs: Date.now() - since };
    } catch (error) {
      if (starts === MAX_STARTS) throw error;
    }
  }
}

/** Pauses the run in full flight, and looks when the last mail came. */
async function pauseAndResume(told: ToldPeople, verdict: Verdict, runId: MessageRunId): Promise<void> {
  const asked = Date.now();
  valueOf('The pause', await told.desk.notify.pauseMessageRun({ params: { runId } }));
  let last = asked;
  await until(
    'nothing comes any more',
    async () => {
      await told.readArrivals();
      last = Math.max(asked, told.arrivals.at(-1)?.at ?? 0);
      return Date.now() - last;
    },
    (quiet) => quiet >= QUIET_MS,
    { withinMs: 60_000, everyMs: 100 },
  );
  const waiting = await told.mails.countDocuments({ runId, state: 'waiting' });
  verdict.demand(
    last - asked <= MAX_PAUSE_MS && waiting > 0,
    `a pause stops it within ${MAX_PAUSE_MS} ms: the last mail came ${last - asked} ms after it was asked for, and ${waiting} wait`,
  );
  valueOf('The resuming', await told.desk.notify.resumeMessageRun({ params: { runId } }));
}
