import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bookingPaidV1, bookingReleasedV1, eveningStoppedV1, stopUndoneV1 } from '@concert/contracts/booking/events';
import { mailAcceptedV1 } from '@concert/contracts/notify/events';
import { until } from '@concert/test-kit/until';
import type { OutboxRow } from '@concert/service-kit/messages/outbox.schema';
import { eveningOfTomorrow } from '@concert/test-kit/evening-of-tomorrow';
import { numberedPerson } from '@concert/test-kit/numbered';
import { KillableNotify } from './killable-notify.harness.ts';
import { AUDIENCE, AUDIENCE_PAGE } from './notify-neighbours.harness.ts';
import { bookingFact, CONCERT, CONCERT_OF_MAIL, newId } from './running-notify.harness.ts';

const BOOKINGS = 16;
const PEOPLE = 80;
/** Kills around a stop, and around a mail by the clock. */
const STOP_KILLS = 4;
const TIMED_KILLS = 4;
const around = new KillableNotify();

const paid = (bookingId: string): Promise<string> =>
  around.tell(bookingPaidV1, bookingId, { ...bookingFact(bookingId), paidAt: new Date().toISOString() });
const notTaken = (bookingId: string): Promise<string> =>
  around.tell(bookingReleasedV1, bookingId, { ...bookingFact(bookingId), outcome: 'failed' });

const accepted = (bookingIds: readonly string[]) =>
  around.mails().countDocuments({ bookings: { $in: bookingIds as never }, state: 'accepted' });
const told = (bookingIds: readonly string[]) =>
  around.database
    .collection<OutboxRow>('outbox')
    .find({ 'envelope.type': mailAcceptedV1.type, 'envelope.data.subjectId': { $in: bookingIds } })
    .toArray();

/** Makes what failed due again at once. */
const due = () => around.mails().updateMany({ state: 'waiting', claim: null }, { $set: { nextAttemptAt: new Date() } });

beforeAll(() => around.start(), 120_000);
afterAll(() => around.stop());

it('F12 a mail that the provider took before its sender was killed comes again under the same id, unless its delivery was told meanwhile; never not at all', async () => {
  const [silent, spoken] = [around.booking(), around.booking()];
  around.sink.faults.answerDelayMs = 60_000;
  for (const { bookingId } of [silent, spoken]) await paid(bookingId);
  const [, [mail]] = await until(
    'the provider has both',
    () => [around.received(silent.email), around.received(spoken.email)] as const,
    (mails) => mails.every(({ length }) => length === 1),
    { withinMs: 20_000 },
  );
  expect(
    await around.mails().countDocuments({ bookings: { $in: [silent.bookingId, spoken.bookingId] }, state: 'waiting', attempts: 1 }),
  ).toBe(2);
  around.sink.setEventWebhook(`${around.url}/api/sendgrid-events`);
  expect(await around.sink.tell(mail!.id, 'delivered')).toBe(true);
  around.sink.setEventWebhook('');
  around.sink.faults.answerDelayMs = 0;
  await around.kill();
  await around.launchAgain();
  await until('the other is accepted', () => accepted([silent.bookingId]), 1, { withinMs: 20_000 });
  const both = around.received(silent.email);
  expect(both).toHaveLength(2);
  expect(new Set(both.map(({ customArgs }) => customArgs['mail_id'])).size).toBe(1);
  expect(around.received(spoken.email)).toHaveLength(1);
  expect(await around.mails().findOne({ bookings: spoken.bookingId })).toMatchObject({ state: 'accepted', delivery: 'delivered' });
}, 120_000);

it('B2-512 I7 mails that were posted together, and whose messages were not acknowledged when the process was killed, are posted and told of once', async () => {
  const bookings = Array.from({ length: BOOKINGS }, () => around.booking({ status: 'failed', tickets: [] }));
  const ids = bookings.map(({ bookingId }) => bookingId);
  // From here on the broker gets no acknowledgement, but goes on delivering.
  around.toBroker.delayMs = 600_000;
  for (const id of ids) await notTaken(id);
  await until('all emails are posted', () => around.mails().countDocuments({ bookings: { $in: ids } }), BOOKINGS, { withinMs: 20_000 });
  expect(await around.waitingIn('send-not-taken')).toBe(0);
  await around.kill();
  await until('the messages are back', () => around.waitingIn('send-not-taken'), BOOKINGS, { withinMs: 20_000 });
  around.toBroker.delayMs = 0;
  await around.launchAgain();
  await until('all are accepted', () => accepted(ids), BOOKINGS, { withinMs: 60_000 });
  await until('no message waits', () => around.waitingIn('send-not-taken'), 0, { withinMs: 20_000 });
  expect(await around.mails().countDocuments({ bookings: { $in: ids } })).toBe(BOOKINGS);
  for (const { email } of bookings) expect(new Set(around.received(email).map(({ customArgs }) => customArgs['mail_id'])).size).toBe(1);
  expect(await told(ids)).toHaveLength(BOOKINGS);
}, 120_000);

const who = numberedPerson(1, { role: 'organiser' });

it('B6-506 a stop tells nobody twice, and undoing it tells once whoever was told, although the process is killed before, between and after', async () => {
  around.sink.setEventWebhook('');
  around.neighbours.holders.clear();
  around.answers.set('/api/concert', CONCERT);
  around.sink.faults.answerDelayMs = 60;
  const people = Array.from({ length: PEOPLE }, () => around.holder('buyer'));
  const [stopped, after] = [newId('messageRun'), newId('messageRun')];
  const messages = [{ reader: 'everybody', subject: 'Cancelled', words: 'Words.' }];
  const posted = (runId: string) => around.mails().countDocuments({ runId, state: { $ne: 'waiting' } } as never);
  const killAs = async (runId: string, kill: number) => {
    const before = await posted(runId);
    // Every other one dies before it has done anything.
    if (kill % 2)
      await until(
        'it goes on',
        () => posted(runId),
        (count) => count > before || count === PEOPLE,
        { withinMs: 60_000, everyMs: 5 },
      );
    await around.kill();
    await around.launchAgain();
  };
  await around.tell(eveningStoppedV1, 'concert', { runId: stopped, messages, stoppedBy: who.userId });
  for (let kill = 0; kill < STOP_KILLS / 2; kill += 1) await killAs(stopped, kill);
  await around.tell(stopUndoneV1, 'concert', { stoppedRunId: stopped, runId: after, undoneBy: who.userId });
  for (let kill = 0; kill < STOP_KILLS / 2; kill += 1) await killAs(kill < STOP_KILLS / 4 ? stopped : after, 0);
  around.sink.faults.answerDelayMs = 0;
  const runs = () => around.database.collection('message-runs').countDocuments({ _id: { $in: [stopped, after] }, state: 'sent' } as never);
  await until('both runs are over', () => due().then(runs), 2, { withinMs: 120_000 });
  const read = people.map(({ email }) => {
    const mails = around.received(email).reverse();
    const idsOf = (subject: string) =>
      new Set(mails.filter((mail) => mail.subject === subject).map(({ customArgs }) => customArgs['mail_id'])).size;
    return { stop: idsOf('Cancelled'), undo: idsOf('The concert takes place after all'), last: mails.at(-1)?.subject };
  });
  const told = read.filter(({ stop }) => stop > 0);
  expect(told.filter(({ stop, undo, last }) => stop !== 1 || undo !== 1 || last === 'Cancelled')).toEqual([]);
  // A mail that was being sent when its process died may have been received: its reader is told to be sure, and nobody else is.
  const inDoubt = read.filter(({ stop, undo }) => stop === 0 && undo > 0).length;
  const begun = await around.mails().countDocuments({ runId: stopped, state: 'given_up', attempts: { $gt: 1 } } as never);
  expect(inDoubt).toBeLessThanOrEqual(begun);
  expect(read.every(({ undo }) => undo <= 1)).toBe(true);
}, 240_000);

it('B2-517 B6-541 the mail of the day before is planned once and reaches everybody once, although the process is killed while it asks for people, plans, posts and sends, and the provider answers 429, 500 and nothing', async () => {
  const pages = Math.ceil(PEOPLE / AUDIENCE_PAGE);
  const tomorrow = eveningOfTomorrow();
  await around.kill();
  around.answers.set('/api/concert', { ...CONCERT, ...tomorrow });
  around.neighbours.holders.clear();
  const people = Array.from({ length: pages * AUDIENCE_PAGE }, () => {
    const { bookingId, email } = around.booking({ concert: { ...CONCERT_OF_MAIL, ...tomorrow } });
    return around.neighbours.hold(bookingId, 'buyer', { email });
  });
  around.neighbours.pageMs = 100;
  around.sink.faults.answerDelayMs = 60;
  const pagesAsked = () => around.neighbours.asked.filter(({ path }) => path === AUDIENCE).length;
  const runs = () => around.database.collection('message-runs').find({ timed: { $exists: true } });
  const sent = async () => around.mails().countDocuments({ runId: (await runs().next())?._id ?? 'none', state: 'accepted' } as never);
  for (let kill = 0; kill < TIMED_KILLS; kill += 1) {
    // The first ones die at one page after the other, then after the last, while the plan is stored, and half of them later.
    const page = kill < TIMED_KILLS / 2 ? Math.min(pages, Math.ceil(((kill + 1) * 3 * pages) / TIMED_KILLS)) : Infinity;
    const [asked, before] = [pagesAsked(), await sent()];
    Object.assign(around.sink.faults, { tooManyNext: 1, failNext: 2, cutNext: 1 });
    await around.launchAgain('begin');
    await until(
      'it goes on',
      async () => [pagesAsked() - asked, await sent()] as const,
      ([asking, all]) => asking >= page || all > before || all === people.length,
      { withinMs: 60_000, everyMs: 1 },
    );
    await around.kill();
  }
  around.sink.faults.answerDelayMs = 0;
  await around.launchAgain();
  const states = async () => (await due().then(() => runs().toArray())).map((run) => run['state'] as string);
  await until('the one run is over', states, ['sent'], { withinMs: 120_000 });
  // A mail whose acceptance was not recorded is sent again under the same id: nobody has mails of two ids.
  const idsOf = ({ email }: { readonly email: string }) =>
    new Set(around.received(email).map(({ customArgs }) => customArgs['mail_id'])).size;
  expect(people.filter((one) => idsOf(one) !== 1)).toEqual([]);
  expect(await sent()).toBe(people.length);
}, 240_000);
