import { setTimeout as pause } from 'node:timers/promises';
import { MAX_SCANS_TOGETHER, type Scan } from '@concert/contracts/booking/door';
import { makeBuyers } from '@concert/test-kit/buyers';
import { scanOf, SiteClient, valueOf, type Buyer } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import { below, disturbed, shuffled, type Stage } from '../disturbed.ts';

const DOORS = ['Main door', 'West door'];
/** Shares: of tickets that a door sees, of scans without network, of answers that are lost, of uploads sent again although answered. */
const SEEN = 0.8;
const OFFLINE = 0.7;
const LOST = 0.3;
const AGAIN = 0.3;
/** Of people who were let in by mistake, which the door undoes. */
const UNDONE = 0.1;
const KILLED = 0.4;
/** With four tickets each at most, they make fewer conflicts than are kept of a person. */
const TOGETHER = 25;

/** What both doors did in a run. */
interface Evening {
  /** The scans of each ticket. */
  readonly scansOf: Map<string, Scan[]>;
  /** The outcome of each scan, as the door was told. */
  readonly outcomes: Map<string, string>;
  /** Scans that are sent as a mistake: nobody is inside by them. */
  readonly undone: Set<string>;
  /** Scans that were refused and, sent again, let in: only where another scan of their ticket was undone. */
  readonly turned: Set<string>;
  /** How many of those who paid have come. */
  come: number;
}
const evenings = new WeakMap<Stage, Evening>();

function eveningOf(stage: Stage): Evening {
  const evening = evenings.get(stage) ?? { scansOf: new Map(), outcomes: new Map(), undone: new Set(), turned: new Set(), come: 0 };
  evenings.set(stage, evening);
  return evening;
}

/** Somebody new at the doors, some of whose answers are lost on the way: of each person a hundred conflicts are kept. */
async function somebody({ site, random }: Stage): Promise<SiteClient> {
  const [person] = (await makeBuyers(site.databases.auth, 1, 'door')) as [Buyer];
  await site.databases.auth.collection('users').updateOne({ email: person.email }, { $set: { role: 'organiser' } });
  const send = async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init);
    if (url.endsWith('/scans') && random() < LOST) throw new Error('the answer is lost');
    return answer;
  };
  return new SiteClient(site.url, { cookie: person.cookie, fetch: send });
}

/** The tickets of those who paid since this was asked last, of so many at most. */
async function newCodes({ site, crowd }: Stage, evening: Evening): Promise<string[]> {
  const fresh = crowd.paid.slice(evening.come, evening.come + TOGETHER);
  evening.come += fresh.length;
  const shown = fresh.map(({ id, buyer }) => new SiteClient(site.url, buyer).booking.showBooking({ params: { bookingId: id } }));
  return (await Promise.all(shown)).flatMap((answer) => (answer.ok ? (answer.value.tickets ?? []).map(({ code }) => code) : []));
}

/** A door scans most of these tickets in an order of its own, and uploads the scans, some of them again. */
async function scanAt(
  door: string,
  codes: readonly string[],
  stage: Stage,
  { scansOf, outcomes, undone, turned }: Evening,
  organiser: SiteClient,
): Promise<void> {
  const { random, proof } = stage;
  const scans = shuffled(random, codes)
    .filter(() => random() < SEEN)
    .map((code) => ({ ...scanOf(code, door), admittedOffline: random() < OFFLINE }));
  for (const scan of scans) scansOf.set(scan.code, [...(scansOf.get(scan.code) ?? []), scan]);
  for (let from = 0; from < scans.length;) {
    const some = scans.slice(from, from + 1 + below(random, MAX_SCANS_TOGETHER));
    const upload = () => organiser.booking.scan({ body: { scans: some } }, { timeoutMs: 15_000 });
    const { results } = valueOf('An upload', await until('an upload is answered', upload, ({ ok }) => ok, { withinMs: 60_000 }));
    for (const { scanId, outcome } of results) {
      const before = outcomes.get(scanId) ?? outcome;
      if (before === 'admitted' && outcome === 'refused') proof.violation(`scan ${scanId} was admitted, and then refused`);
      if (before !== outcome) turned.add(scanId);
      outcomes.set(scanId, outcome);
    }
    const mistakes = some.filter(({ scanId }) => outcomes.get(scanId) === 'admitted' && random() < UNDONE);
    if (mistakes.length > 0) await undoAt(mistakes, stage, undone, organiser);
    if (mistakes.length > 0 || random() > AGAIN) from += some.length;
  }
}

/** A door undoes some of those it let in. What an answer that came too late leaves standing counts as let in. */
async function undoAt(scans: readonly Scan[], { proof }: Stage, undone: Set<string>, organiser: SiteClient): Promise<void> {
  const upload = () => organiser.booking.scan({ body: { scans: scans.map((scan) => ({ ...scan, undone: true })) } }, { timeoutMs: 15_000 });
  const { results } = valueOf('An undo', await until('an undo is answered', upload, ({ ok }) => ok, { withinMs: 60_000 }));
  for (const { scanId, outcome } of results) if (outcome === 'refused') undone.add(scanId);
  proof.say(`${undone.size} of those who were let in were a mistake`);
}

/** Those who bought since the last time come to both doors, and svc-booking may be killed while their scans are uploaded. */
async function open(stage: Stage): Promise<void> {
  const { random, proof, site } = stage;
  const [evening, organiser] = [eveningOf(stage), await somebody(stage)];
  const codes = await newCodes(stage, evening);
  proof.say(`${codes.length} tickets come to two doors`);
  const killed = random() < KILLED ? pause(below(random, 300)).then(() => site.kill('svc-booking')) : undefined;
  await Promise.all([...DOORS.map((door) => scanAt(door, codes, stage, evening, organiser)), killed]);
}

/** Each ticket let one person in, but for mistakes; whoever came with it to the other door is reported. */
async function broken(stage: Stage): Promise<string[]> {
  const { booking } = stage.site.databases;
  const { scansOf, outcomes, undone, turned } = eveningOf(stage);
  const admissions = await booking
    .collection<{ _id: string; scanId: string }>('admissions')
    .find({ over: { $ne: true } })
    .toArray();
  const ticketOf = new Map(admissions.map(({ _id, scanId }) => [scanId, _id]));
  const reported = new Set((await booking.collection('door-conflicts').find().toArray()).map(({ _id }) => String(_id)));
  return [...scansOf.values()].flatMap((all) => {
    const scans = all.filter(({ scanId }) => !undone.has(scanId));
    const inside = all.filter(({ scanId }) => ticketOf.has(scanId));
    const told = scans.filter(({ scanId }) => outcomes.get(scanId) === 'admitted');
    const noMistake = scans.length === all.length;
    const right = noMistake ? 1 : Math.min(1, told.length);
    const wrongly = noMistake && all.some(({ scanId }) => turned.has(scanId));
    if (inside.length !== right || told.length !== right || wrongly || told[0] !== inside[0])
      return [
        `by the scans ${all.map(({ scanId }) => scanId).join(', ')} ${inside.length} people are inside, and ${told.length} were let in`,
      ];
    const [first] = inside;
    if (!first) return [];
    const ticket = ticketOf.get(first.scanId)!;
    return scans
      .filter((scan) => scan !== first && !reported.has(`${ticket} ${scan.door}`))
      .map(({ scanId, door }) => `scan ${scanId} at the ${door} found its holder inside, and nobody was told`);
  });
}

export const doors = disturbed({
  name: 'doors',
  goal: 200,
  shows: 'two doors without network scan the same tickets and upload them, again and again, while svc-booking is killed',
  lacks: 'two people who come with one ticket are not noticed',
  patch: {
    service: 'svc-booking',
    file: 'svc-booking/src/door/let-in.ts',
    code: 'const conflict = conflictOf(one, first, who, now);',
    into: 'const conflict = undefined;',
  },
  faults: [open],
  broken,
});
