import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { bookingReleasedV1, eveningStoppedV1, stopUndoneV1 } from '@concert/contracts/booking/events';
import type { MessageRunView } from '@concert/contracts/notify/message-runs';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import { moreThan, until } from '@concert/test-kit/until';
import { bookingFact, CONCERT, CONCERT_OF_MAIL, newId, RunningNotify } from '../running-notify.harness.ts';

const notify = new RunningNotify();
const MANY = 60;
const organiser = notify.person('organiser');
const admin = newId('user');
const messages = [{ reader: 'buyer' as const, subject: 'Cancelled', words: 'A storm comes. You get back what you paid.' }];

const stop = (runId: string, times = 1) => notify.tell(eveningStoppedV1, 'concert', { runId, messages, stoppedBy: admin }, times);
const undo = (stoppedRunId: string, runId: string, times = 1) =>
  notify.tell(stopUndoneV1, 'concert', { stoppedRunId, runId, undoneBy: admin }, times);
const shown = async (runId: string) => (await notify.ask('GET', `/api/message-runs/${runId}`, { who: organiser })).body as MessageRunView;
/** A mail that failed is tried again some time later: time passes here as it does. */
const passTime = () => notify.clock.set(new Date(Math.max(Date.now(), notify.clock.now().getTime())));
const isOver = (runId: string) =>
  until(
    'the run is over',
    () => (passTime(), shown(runId)),
    ({ state }) => state === 'sent' || state === 'everyone_reached',
    { withinMs: 60_000 },
  );
/** The subjects of what an address received, oldest first. */
const subjectsTo = (email: string) =>
  notify
    .received(email)
    .map(({ subject }) => subject)
    .reverse();
const idle = () => until('every fact is handled', () => notify.waitingIn('tell-stop'), 0, { withinMs: 20_000 });

beforeAll(async () => {
  await notify.start();
  notify.answers.set('/api/concert', CONCERT);
}, 60_000);
afterEach(() => {
  notify.neighbours.holders.clear();
  notify.sink.faults.answerDelayMs = 0;
});
afterAll(() => notify.stop());

it('B6-503 a stop tells each reader once, in the words that came with it or else in ready-made ones, of which only buyers read of money', async () => {
  const [buyer, refunded, family, vip, friend] = (
    ['buyer', 'buyer without money', 'family guest', 'VIP guest', 'friends guest'] as const
  ).map((reader) => notify.holder(reader));
  const runId = newId('messageRun');
  await stop(runId, 3);
  await stop(runId);
  await isOver(runId);
  await idle();
  expect(notify.received(buyer!.email).map(({ text }) => text)).toEqual([
    expect.stringContaining('A storm comes. You get back what you paid.'),
  ]);
  for (const { email } of [refunded!, family!, vip!, friend!]) {
    const texts = notify.received(email).map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining('cannot take place')]);
    expect(texts[0]).not.toMatch(/refund|money|paid|card/i);
  }
  expect(await shown(runId)).toMatchObject({ purpose: 'cancellation', count: 5, coverage: { audience: 5, left: 0 } });
  const recorded = notify.database
    .collection('outbox')
    .find({ 'envelope.type': notifyActRecordedV1.type, 'envelope.data.subject.id': runId });
  expect((await recorded.toArray()).map(({ envelope }) => envelope.data)).toMatchObject([
    { act: 'message-run.started', actor: admin, detail: { purpose: 'cancellation', people: 5 } },
  ]);
});

it('B6-504 undoing it drops who is not told yet, and tells exactly the others, once', async () => {
  const people = Array.from({ length: MANY }, () => notify.holder('buyer'));
  const [stopped, after] = [newId('messageRun'), newId('messageRun')];
  // Longer than a beat, so that some mails are under way when the other run could be planned.
  notify.sink.faults.answerDelayMs = 2_500;
  await stop(stopped);
  await until('some are told', () => people.filter(({ email }) => notify.received(email).length > 0).length, moreThan(5), {
    withinMs: 20_000,
    everyMs: 5,
  });
  await undo(stopped, after, 2);
  const planned = { count: { $gt: 0 }, _id: after as never };
  await until('it is undone', () => (passTime(), notify.database.collection('message-runs').countDocuments(planned)), 1);
  await Promise.all([isOver(stopped), isOver(after)]);
  await idle();
  const told = people.map(({ of, email }) => ({ of, subjects: subjectsTo(email).join(', ') })).filter(({ subjects }) => subjects !== '');
  // Whose mail was tried again may have been told: they read of the undoing in any case.
  const again = await notify.mails().distinct('bookings', { runId: stopped as never, attempts: { $gt: 1 } });
  const triedOnce = told.filter(({ of }) => !(again as string[]).includes(of));
  expect([...new Set(triedOnce.map(({ subjects }) => subjects))]).toEqual(['Cancelled, The concert takes place after all']);
  const first = told.filter(({ subjects }) => subjects.startsWith('Cancelled')).length;
  expect(first).toBeGreaterThan(5);
  expect(first).toBeLessThan(MANY);
  expect((await shown(stopped)).coverage).toMatchObject({ audience: first });
  expect(await shown(after)).toMatchObject({ count: told.length, coverage: { audience: told.length, left: 0 } });
});

it('B6-504 whoever was paying, and read that the reservation has ended, reads of the undoing too', async () => {
  const { bookingId, email } = notify.booking({ status: 'expired', tickets: [], concert: { ...CONCERT_OF_MAIL, closed: 'cancelled' } });
  notify.neighbours.hold(bookingId, 'buyer without money', { email, status: 'expired' });
  const [stopped, after] = [newId('messageRun'), newId('messageRun')];
  await stop(stopped);
  await isOver(stopped);
  notify.clock.advance({ seconds: 1 });
  const released = { ...bookingFact(bookingId), outcome: 'expired', paymentPageOpened: true, stop: stopped };
  await notify.tell(bookingReleasedV1, bookingId, released);
  await notify.accepted({ bookings: bookingId });
  notify.clock.advance({ seconds: 1 });
  await undo(stopped, after);
  await isOver(after);
  expect(subjectsTo(email)).toEqual([expect.stringContaining('is cancelled'), 'The concert takes place after all']);
});

it('B6-504 an undoing that arrives before the stop leaves nobody to be told, and a run that is undone cannot be paused', async () => {
  const { email } = notify.holder('buyer');
  const [stopped, after] = [newId('messageRun'), newId('messageRun')];
  await undo(stopped, after);
  await isOver(after);
  await stop(stopped);
  await idle();
  expect([(await shown(stopped)).count, (await shown(after)).count, notify.received(email)]).toEqual([0, 0, []]);
  const pause = await notify.ask('POST', `/api/message-runs/${stopped}/pause`, { who: organiser });
  expect(pause.body.code).toBe('notify.message_run_not_under_way');
});
