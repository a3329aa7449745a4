import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TimedMessage, TimedMessageView } from '@concert/contracts/notify/timed-messages';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import type { RunningService } from '@concert/service-kit/service';
import { until } from '@concert/test-kit/until';
import { ticketMailPath } from '../notify-neighbours.harness.ts';
import { CONCERT, CONCERT_OF_MAIL, newId, RunningNotify } from '../running-notify.harness.ts';
import { PLAN_TASK } from './messages.module.ts';

/** Thirty in the suite; a thousand are tried by hand. */
const PEOPLE = Number(process.env['TIMED_PEOPLE'] ?? 30);
const ZONE = CONCERT.timeZone;

const notify = new RunningNotify();
const organiser = () => notify.person('organiser');
/** The concert as svc-booking tells of it in mails. */
const concert = { ...CONCERT_OF_MAIL, notes: { doorsText: '5 PM EDT', directions: 'Train to Riverside' } } as typeof CONCERT_OF_MAIL & {
  closed?: string;
};
let other: RunningService;

/** The evening moves, as everybody hears of it. */
function moveTo(startsAt: string, change: Partial<typeof CONCERT> = {}): void {
  notify.answers.set('/api/concert', { ...CONCERT, notes: concert.notes, startsAt, ...change });
  concert.startsAt = startsAt;
  if (change.state && change.state !== 'open') concert.closed = change.state;
  else delete concert.closed;
}

interface Person {
  readonly id: string;
  readonly email: string;
  readonly mail: Record<string, unknown>;
}

function buyer(over: Record<string, unknown> = {}, email = `buyer.${newId('booking')}@example.org`): Person {
  const { bookingId } = notify.booking({ email, concert, ...over });
  notify.neighbours.hold(bookingId, 'buyer', { email, inside: true });
  return { id: bookingId, email, mail: notify.answers.get(ticketMailPath(bookingId)) as Record<string, unknown> };
}

function guest(): Person {
  const { entryId, email } = notify.entry({ concert });
  notify.neighbours.hold(entryId as never, 'friends guest', { email, inside: true });
  return { id: entryId, email, mail: notify.answers.get(`/internal/complimentary/${entryId}/ticket-mail`) as Record<string, unknown> };
}

/** Two processes look at once, twice, and everything that they post is sent or given up. */
async function lookAt(moment: string): Promise<void> {
  notify.clock.set(moment);
  const look = (service: RunningService) => notify.run(PLAN_TASK, service);
  await Promise.all([look(notify.service), look(other), look(notify.service)]);
  await look(other);
  await until(
    'nothing is under way',
    async () => {
      // The clock stands still, so what failed on a busy machine is made due by hand.
      await notify.mails().updateMany({ state: 'waiting', claim: null }, { $set: { nextAttemptAt: notify.clock.now() } });
      return [
        await notify.database.collection('message-runs').countDocuments({ state: 'running' }),
        await notify.mails().countDocuments({ state: 'waiting' }),
      ];
    },
    [0, 0],
    { withinMs: 4_000 * PEOPLE },
  );
  noteArrivals();
}

const timed = async () => (await notify.ask('GET', '/api/timed-messages', { who: organiser() })).body.items as TimedMessageView[];
const change = async (message: TimedMessage, body: Record<string, unknown>) => {
  const { isOn, days, time, version } = (await timed()).find((one) => one.message === message)!;
  return notify.ask('PUT', `/api/timed-messages/${message}`, {
    who: organiser(),
    body: { isOn, days, time, version, words: null, ...body },
  });
};

/** What came to each address, as message and evening, by the id of the mail; the mailbox forgets the first of thousands. */
const came = new Map<string, Map<string, string>>();
const noteArrivals = () => {
  for (const { to, customArgs, subject, text } of notify.sink.mails().reverse()) {
    const evening = /(?:January|March|April|May|June|November) \d+, \d{4}/.exec(text ?? '')?.[0] ?? '';
    const { email } = to[0]!;
    came.set(
      email,
      (came.get(email) ?? new Map<string, string>()).set(customArgs['mail_id']!, `${subject.split(':')[0]} ${evening}`.trim()),
    );
  }
};

/** What came to somebody, in its order; a copy that was sent in doubt has the id of the first. */
const cameTo = ({ email }: Person): string[] => [...(came.get(email)?.values() ?? [])];

beforeAll(async () => {
  await notify.start();
  other = await notify.another();
}, 60_000);
afterAll(async () => {
  await other?.stop();
  await notify.stop();
});

it('B6-533 B6-536 each person gets each mail once for an evening that moves three times, over both changes of clocks, and none after a return', async () => {
  // Summer time begins between the week before and the evening.
  moveTo('2027-03-16T22:00:00.000Z');
  const [refunded, part, erased, gifted, revoked, given] = [buyer(), buyer(), buyer(), buyer(), guest(), guest()];
  const twice = buyer();
  const second = buyer({ seating: 'VIP Seating', tickets: [{ number: 1, code: 'T1.ab12.second' }] }, twice.email);
  const people = [given, ...Array.from({ length: PEOPLE - 7 }, () => buyer())];
  const mails = () => notify.mails().countDocuments({});

  await lookAt('2027-03-09T14:59:00.000Z');
  expect(await mails()).toBe(0);
  // Between the plan and the post: money back, an invitation withdrawn, one of two tickets given back with new codes for the other.
  refunded.mail['status'] = 'refunded';
  revoked.mail['status'] = 'Revoked';
  part.mail['tickets'] = [{ number: 2, code: 'T1.ab12.renewed' }];
  erased.mail['tickets'] = [];
  await lookAt('2027-03-09T15:00:00.000Z');
  await lookAt('2027-03-09T18:59:00.000Z');
  const first = ['In a week March 16, 2027'];
  for (const person of [...people, part, gifted, twice]) expect([person.id, cameTo(person)]).toEqual([person.id, first]);
  for (const person of [refunded, revoked, erased]) expect([person.id, cameTo(person)]).toEqual([person.id, []]);
  const [reminder] = notify.received(part.email);
  expect(reminder!.attachments.map(({ contentId }) => contentId)).toEqual(['rings', 'ticket-2']);
  expect(reminder!.text).toContain('Train to Riverside');
  expect(reminder!.text).toContain(part.mail['ticketUrl']);
  const [both] = notify.received(twice.email);
  expect(both!.attachments.map(({ contentId }) => contentId)).toEqual(['rings', 'ticket-1', 'ticket-2', 'ticket-2-1']);
  for (const { mail } of [twice, second]) expect(both!.text).toContain(mail['ticketUrl']);
  expect((await timed())[0]).toMatchObject({ state: 'sent', run: { coverage: { audience: PEOPLE - 3, left: 3 } } });

  // Whoever buys after its time gets it inside the next. The date moves: back and forth within the day, then to another evening.
  const late = buyer();
  // All tickets given to the welfare work end a booking like a refund.
  gifted.mail['status'] = 'refunded';
  moveTo('2027-03-16T22:30:00.000Z');
  await lookAt('2027-03-09T18:00:00.000Z');
  expect(cameTo(people[1]!)).toEqual(first);
  moveTo('2027-03-23T22:00:00.000Z');
  await lookAt('2027-03-15T14:00:00.000Z');
  await lookAt('2027-03-16T14:00:00.000Z');
  const moved = [...first, 'In a week March 23, 2027'];
  for (const person of [...people, part, twice]) expect([person.id, cameTo(person)]).toEqual([person.id, moved]);
  expect(cameTo(late)).toEqual(['In a week March 23, 2027']);

  // The day before, while the evening moves on: the plan is made, and the mails are withdrawn.
  concert.startsAt = '2027-11-07T23:00:00.000Z';
  await lookAt('2027-03-22T14:00:00.000Z');
  expect(cameTo(people[1]!)).toEqual(moved);
  moveTo('2027-11-07T23:00:00.000Z');
  // Moved to the evening before and back: nobody is told twice of an evening.
  moveTo('2027-03-23T22:00:00.000Z');
  await lookAt('2027-03-22T14:30:00.000Z');
  expect(cameTo(people[1]!)).toEqual(moved);

  // The last date: winter time begins that morning. Nothing goes while the concert is shut, or late.
  moveTo('2027-11-07T23:00:00.000Z', { state: 'disabled' });
  await lookAt('2027-10-31T14:30:00.000Z');
  moveTo('2027-11-07T23:00:00.000Z');
  await lookAt('2027-10-31T18:01:00.000Z');
  expect(cameTo(people[1]!)).toEqual(moved);
  expect((await timed())[0]).toMatchObject({ state: 'left_out' });
  await lookAt('2027-11-06T14:00:00.000Z');
  await lookAt('2027-11-08T14:59:00.000Z');
  const eve = [...moved, 'Tomorrow November 7, 2027'];
  for (const person of [...people, part, twice]) expect([person.id, cameTo(person)]).toEqual([person.id, eve]);
  expect(cameTo(late)).toEqual(eve.slice(1));

  // The morning after: those who went in, and nobody whose money went back meanwhile.
  notify.neighbours.holders.set(late.id, { ...notify.neighbours.holders.get(late.id)!, inside: false });
  people[2]!.mail['status'] = 'refunded';
  await lookAt('2027-11-08T15:00:00.000Z');
  const thanked = [...people, part, twice].filter((person) => person !== people[2]);
  for (const person of thanked) expect([person.id, cameTo(person)]).toEqual([person.id, [...eve, 'Thank you']]);
  for (const person of [people[2]!, late]) expect(cameTo(person)).not.toContain('Thank you');
  for (const person of [refunded, revoked, erased]) expect([person.id, cameTo(person)]).toEqual([person.id, []]);
  expect(cameTo(gifted)).toEqual(first);
  expect(await notify.mails().countDocuments({ trouble: true })).toBe(0);
  expect((await timed()).map(({ state }) => state)).toEqual(['left_out', 'sent', 'sent']);
}, 600_000);

it('B6-537 B6-538 is moved, given other words and switched off, told to all organisers, and left out where that came too late', async () => {
  moveTo('2027-05-20T22:00:00.000Z');
  notify.neighbours.holders.clear();
  const [one] = [buyer()];
  notify.clock.set('2027-05-12T12:00:00.000Z');
  expect((await timed()).map(({ message, state, dueAt, isEdited }) => [message, state, momentInWords(dueAt, ZONE), isEdited])).toEqual([
    ['week-before', 'planned', 'Thursday, May 13, 2027, 10 AM EDT', false],
    ['day-before', 'planned', 'Wednesday, May 19, 2027, 10 AM EDT', false],
    ['morning-after', 'planned', 'Friday, May 21, 2027, 10 AM EDT', false],
  ]);
  const words = { subject: 'Soon: the evening', words: 'Bring **a shawl**.' };
  const { wanted } = notify.neighbours;
  wanted.length = 0;
  expect((await change('week-before', { days: -6, time: '18:30', words })).body).toMatchObject({
    ...{ days: -6, time: '18:30', ...words, isEdited: true, version: 1, dueAt: '2027-05-14T22:30:00.000Z', state: 'planned' },
  });
  expect(wanted.map(({ action }) => action)).toEqual([{ kind: 'timed-message', subject: words.subject }]);
  // Refused where it cannot be, and where somebody was faster.
  for (const wrong of [{ days: 1 }, { days: -31 }, { time: '05:59' }, { time: '20:00' }, { time: '25:00' }])
    expect([wrong, (await change('week-before', wrong)).status]).toEqual([wrong, 422]);
  expect((await change('week-before', { version: 0 })).body.code).toBe('notify.timed_message_changed');
  await lookAt('2027-05-13T14:00:00.000Z');
  expect(cameTo(one)).toEqual([]);
  await lookAt('2027-05-14T22:30:00.000Z');
  expect(cameTo(one)).toEqual(['Soon May 20, 2027']);
  expect(notify.received(one.email)[0]!.html).toContain('<strong>a shawl</strong>');

  expect((await change('day-before', { isOn: false })).body).toMatchObject({ state: 'off' });
  await lookAt('2027-05-19T14:00:00.000Z');
  notify.clock.set('2027-05-19T18:00:01.000Z');
  expect((await change('day-before', { isOn: true })).body).toMatchObject({ state: 'left_out', changedLate: true });
  await lookAt('2027-05-19T18:01:00.000Z');
  expect(cameTo(one)).toHaveLength(1);
  // Cancelled: no thanks, and none after the day on which they would have gone.
  moveTo('2027-05-20T22:00:00.000Z', { state: 'cancelled' });
  await lookAt('2027-05-21T14:00:00.000Z');
  expect([cameTo(one).length, (await timed())[2]!.state]).toEqual([1, 'waits']);
  const acts = notify.database.collection('outbox').find({ 'envelope.data.act': 'timed-message.changed' });
  expect((await acts.toArray()).length).toBe(3);
});
