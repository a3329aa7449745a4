import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_SCANS_TOGETHER, type Scan } from '@concert/contracts/booking/door';
import { SiteClient, valueOf } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import { below, shuffled, type Drill, type Stage } from './run-drill.ts';

const DOORS = ['Main door', 'West door'];
/** Shares: of tickets that a door sees, of scans without network, of answers that are lost, of uploads sent again although answered. */
const SEEN = 0.8;
const OFFLINE = 0.7;
const LOST = 0.3;
const AGAIN = 0.3;
const KILLED = 0.4;

/** What both doors did in a drill. */
interface Evening {
  readonly organiser: SiteClient;
  /** The scans of each ticket. */
  readonly scansOf: Map<string, Scan[]>;
  /** The outcome of each scan, as the door was told. */
  readonly outcomes: Map<string, string>;
  /** How many of those who paid have come. */
  come: number;
}
const evenings = new WeakMap<Stage, Evening>();

async function begin({ system, random }: Stage): Promise<Evening> {
  const organiser = new SiteClient(system.site, {
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (url.endsWith('/scans') && random() < LOST) throw new Error('the answer is lost');
      return answer;
    },
  });
  await organiser.signIn(system.accounts.find(({ role }) => role === 'organiser')!);
  return { organiser, scansOf: new Map(), outcomes: new Map(), come: 0 };
}

/** The tickets of those who paid since this was asked last. */
async function newCodes({ system, crowd }: Stage, evening: Evening): Promise<string[]> {
  const fresh = crowd.paid.slice(evening.come);
  evening.come += fresh.length;
  const shown = fresh.map(({ id, buyer }) => new SiteClient(system.site, buyer).booking.showBooking({ params: { bookingId: id } }));
  return (await Promise.all(shown)).flatMap((answer) => (answer.ok ? (answer.value.tickets ?? []).map(({ code }) => code) : []));
}

/** A door scans most of these tickets in an order of its own, and uploads the scans, some of them again. */
async function scanAt(
  door: string,
  codes: readonly string[],
  { random, seen }: Stage,
  { organiser, scansOf, outcomes }: Evening,
): Promise<void> {
  const scans = shuffled(random, codes)
    .filter(() => random() < SEEN)
    .map((code) => ({ scanId: randomUUID(), code, door, scannedAt: new Date().toISOString(), admittedOffline: random() < OFFLINE }));
  for (const scan of scans) scansOf.set(scan.code, [...(scansOf.get(scan.code) ?? []), scan]);
  for (let from = 0; from < scans.length;) {
    const some = scans.slice(from, from + 1 + below(random, MAX_SCANS_TOGETHER));
    const upload = () => organiser.booking.scan({ body: { scans: some } }, { timeoutMs: 15_000 });
    const { results } = valueOf('An upload', await until('an upload is answered', upload, ({ ok }) => ok, { withinMs: 60_000 }));
    for (const { scanId, outcome } of results) {
      const before = outcomes.get(scanId) ?? outcome;
      if (before !== outcome) seen.push(`scan ${scanId} was ${before}, and then ${outcome}`);
      outcomes.set(scanId, outcome);
    }
    if (random() > AGAIN) from += some.length;
  }
}

/** Those who bought since the last time come to both doors, and svc-booking may be killed while their scans are uploaded. */
async function open(stage: Stage): Promise<void> {
  const { random, say, kill } = stage;
  const evening = evenings.get(stage) ?? (await begin(stage));
  evenings.set(stage, evening);
  const codes = await newCodes(stage, evening);
  say(`${codes.length} tickets come to two doors`);
  const killed = random() < KILLED ? pause(below(random, 300)).then(() => kill('svc-booking')) : undefined;
  await Promise.all([...DOORS.map((door) => scanAt(door, codes, stage, evening)), killed]);
}

/** Each ticket let one person in; whoever came with it to the other door, or was let in without network, is reported. */
async function breaches(stage: Stage): Promise<string[]> {
  const { booking } = stage.databases;
  const { scansOf, outcomes } = evenings.get(stage)!;
  const admitted = new Set((await booking.collection<{ scanId: string }>('admissions').find().toArray()).map(({ scanId }) => scanId));
  const reported = new Set((await booking.collection('door-conflicts').find().toArray()).map(({ _id }) => String(_id)));
  return [...scansOf.values()].flatMap((scans) => {
    const inside = scans.filter(({ scanId }) => admitted.has(scanId));
    const told = scans.filter(({ scanId }) => outcomes.get(scanId) === 'admitted');
    if (inside.length !== 1 || told.length !== 1 || told[0] !== inside[0])
      return [
        `by the scans ${scans.map(({ scanId }) => scanId).join(', ')} ${inside.length} people are inside, and ${told.length} were let in`,
      ];
    return scans
      .filter((scan) => scan !== inside[0] && !reported.has(scan.scanId))
      .map(({ scanId, door }) => `scan ${scanId} at the ${door} found its holder inside, and nobody was told`);
  });
}

export const doors: Drill = {
  says: 'two doors without network scan the same tickets and upload them, again and again, while svc-booking is killed',
  control: {
    lacks: 'two people who come with one ticket are not noticed',
    service: 'svc-booking',
    file: 'svc-booking/src/door/let-in.ts',
    code: 'const conflict = conflictOf(one, first, who, now);',
    into: 'const conflict = undefined;',
  },
  faults: [open],
  breaches,
};
