import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bookingPaidV1, bookingReleasedV1 } from '@concert/contracts/booking/events';
import { mailAcceptedV1 } from '@concert/contracts/notify/events';
import { until } from '@concert/test-kit/until';
import { KillableNotify } from './killable-notify.harness.ts';
import { bookingFact } from './running-notify.harness.ts';
import type { OutboxRow } from '@concert/service-kit/messages/outbox.schema';

const BOOKINGS = 16;
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

it('B2-12 I7 mails that were posted together, and whose messages were not acknowledged when the process was killed, are posted and told of once', async () => {
  const bookings = Array.from({ length: BOOKINGS }, () => around.booking({ status: 'failed', tickets: [] }));
  const ids = bookings.map(({ bookingId }) => bookingId);
  // From here on the broker gets no acknowledgement, but goes on delivering.
  around.toBroker.delayMs = 600_000;
  for (const id of ids) await notTaken(id);
  await until('all mails are posted', () => around.mails().countDocuments({ bookings: { $in: ids } }), BOOKINGS, { withinMs: 20_000 });
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

it('I7 every paid booking gets its mail once, although the process is killed while they come', async () => {
  const bookings = Array.from({ length: BOOKINGS }, () => around.booking());
  const ids = bookings.map(({ bookingId }) => bookingId);
  around.sink.faults.answerDelayMs = 20;
  const telling = (async () => {
    for (const id of ids) await paid(id);
  })();
  await until(
    'some mails are through',
    () => accepted(ids),
    (count) => count >= BOOKINGS / 3,
    { withinMs: 60_000, everyMs: 5 },
  );
  await around.kill();
  await around.launchAgain();
  await telling;
  // The killed process's transaction locks its documents until the database aborts it, and messages are retried with growing delays.
  await until('all are accepted', () => accepted(ids), BOOKINGS, { withinMs: 150_000 });
  expect(await around.mails().countDocuments({ bookings: { $in: ids } })).toBe(BOOKINGS);
  for (const { email } of bookings) expect(new Set(around.received(email).map(({ customArgs }) => customArgs['mail_id'])).size).toBe(1);
}, 240_000);
