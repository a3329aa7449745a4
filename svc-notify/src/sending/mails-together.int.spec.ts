import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingPaidV1, bookingReleasedV1 } from '@concert/contracts/booking/events';
import { mailAcceptedV1 } from '@concert/contracts/notify/events';
import { until } from '@concert/test-kit/until';
import type { OutboxRow } from '@concert/service-kit/messages/outbox.schema';
import { bookingFact, RunningNotify } from '../running-notify.harness.ts';

const MANY = 40;
const notify = new RunningNotify();

const paid = (bookingId: string): Promise<string> =>
  notify.tell(bookingPaidV1, bookingId, { ...bookingFact(bookingId), paidAt: new Date().toISOString() });
const notTaken = (bookingId: string): Promise<string> =>
  notify.tell(bookingReleasedV1, bookingId, { ...bookingFact(bookingId), outcome: 'failed' });

const countOf = (filter: Record<string, unknown>) => notify.mails().countDocuments(filter);
/**
 * Waits for so many mails. Their clock goes on meanwhile: on a busy machine a neighbour's answer may come too late, and the second try is due
 * seconds later, which never come while the clock stands.
 */
const counted = (what: string, filter: Record<string, unknown>, count: number) => {
  const begun = [notify.clock.now().getTime(), performance.now()] as const;
  const look = () => {
    notify.clock.set(new Date(begun[0] + performance.now() - begun[1]).toISOString());
    return countOf(filter);
  };
  return until(what, look, count, { withinMs: 20_000 });
};

/** Makes the database refuse some mails, as a fault in our code would. */
const refuse = (validator: Record<string, unknown>) => notify.database.db!.command({ collMod: 'mails', validator });

beforeAll(() => notify.start(), 60_000);
afterAll(() => notify.stop());

describe('B2-511 mails of one moment', () => {
  it('are posted, claimed and marked together', async () => {
    const bookings = Array.from({ length: MANY }, () => notify.booking());
    const ids = bookings.map(({ bookingId }) => bookingId);
    const profile = notify.database.collection<{ op: string; command: { insert?: string; multi?: boolean } }>('system.profile');
    await notify.database.db!.command({ profile: 2, filter: 'unset' });
    await Promise.all(ids.map(paid));
    await counted('all are accepted', { bookings: { $in: ids }, state: 'accepted' }, MANY);
    await notify.database.db!.command({ profile: 0 });
    const inserts = await profile.countDocuments({ 'command.insert': { $in: ['mails', 'inbox', 'outbox'] } });
    const claims = await profile.countDocuments({ op: 'update', ns: /\.mails$/, 'command.multi': true });
    // One by one, each mail would need three inserts and a claim.
    expect(inserts).toBeGreaterThanOrEqual(2);
    expect(inserts).toBeLessThan(MANY);
    expect(claims).toBeLessThan(MANY / 2);
    expect(await countOf({ bookings: { $in: ids }, claim: null })).toBe(MANY);
    for (const { email } of bookings) expect(notify.received(email)).toHaveLength(1);
  });

  it('are posted although one of them cannot be, which is tried again', async () => {
    const bookings = Array.from({ length: MANY }, () => notify.booking());
    const bad = bookings[MANY / 2]!;
    const good = bookings.filter((booking) => booking !== bad).map(({ bookingId }) => bookingId);
    await refuse({ subjectId: { $ne: bad.bookingId } });
    const told = await Promise.all(bookings.map(({ bookingId }) => paid(bookingId)));
    await counted('the others are accepted', { bookings: { $in: good }, state: 'accepted' }, good.length);
    expect(await notify.database.collection('inbox').countDocuments({ _id: `send-tickets:${told[MANY / 2]}` as never })).toBe(0);
    await refuse({});
    await counted('it is accepted too', { bookings: bad.bookingId, state: 'accepted' }, 1);
  });

  it('are marked although one of them cannot be, which is sent again', async () => {
    const bookings = Array.from({ length: MANY }, () => notify.booking({ status: 'failed', tickets: [] }));
    const bad = bookings[MANY / 2]!;
    const good = bookings.filter((booking) => booking !== bad);
    await refuse({ $or: [{ subjectId: { $ne: bad.bookingId } }, { state: { $ne: 'accepted' } }] });
    await Promise.all(bookings.map(({ bookingId }) => notTaken(bookingId)));
    await counted('the others are accepted', { bookings: { $in: good.map(({ bookingId }) => bookingId) }, state: 'accepted' }, good.length);
    await until('the provider has it', () => notify.received(bad.email).length, 1);
    await refuse({});
    notify.clock.advance({ seconds: 61 });
    await counted('it is accepted too', { bookings: bad.bookingId, state: 'accepted' }, 1);
    for (const { email } of good) expect(notify.received(email)).toHaveLength(1);
    expect(new Set(notify.received(bad.email).map(({ customArgs }) => customArgs['mail_id'])).size).toBe(1);
    const facts = await notify.database
      .collection('outbox')
      .find({
        'envelope.type': mailAcceptedV1.type,
        'envelope.data.subjectId': { $in: bookings.map(({ bookingId }) => bookingId) },
      })
      .toArray();
    expect(facts).toHaveLength(MANY);
    // What the action's own message said goes on with the fact.
    const [{ envelope }] = facts as unknown as [OutboxRow];
    const mail = await notify.mails().findOne({ _id: envelope.subject as never });
    expect(envelope).toMatchObject({ correlationid: mail!.correlationId, causationid: mail!.factId });
  });
});
