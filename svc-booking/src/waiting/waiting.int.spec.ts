import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Identity } from '@concert/contracts/core/identity';
import type { WaitingView } from '@concert/contracts/booking/waiting';
import { Schedules } from '@concert/service-kit/store/schedules';
import type { Answer } from '@concert/service-kit/service-in-test.harness';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import { untilAnswered } from '@concert/test-kit/until';
import { RunningBooking } from '../running-booking.harness.ts';
import { MongoWaiting } from './mongo-waiting.ts';

const booking = new RunningBooking();
const SEATS = 'General Seating';
const people = (count: number) => Array.from({ length: count }, () => booking.person());
const stock = () => booking.database.collection<{ _id: string; waitsFor?: number; version: number }>('stock');
const version = async () => (await stock().findOne({ _id: SEATS }))!.version;
const organiser = () => booking.person('organiser');

const wait = (who: Identity, seats: number, over: object = {}): Promise<Answer> =>
  booking.ask('POST', '/api/waiting', { who, body: { name: who.name, seats, seating: SEATS, ...over } });
const own = async (who: Identity) => (await booking.ask('GET', '/api/waiting', { who })).body.own as WaitingView;
const states = async (...some: Identity[]) => (await Promise.all(some.map(own))).map(({ state }) => state);
const leave = (id: string, who?: Identity, ref2?: string) =>
  booking.ask('POST', `/api/waiting/${id}/leave`, { ...(who && { who }), body: ref2 ? { ref2 } : {} });
const giveUp = (id: string, who: Identity) => booking.ask('POST', `/api/ticket-bookings/${id}/cancel`, { who });
const told = async (who: Identity) =>
  (await booking.told('booking.waiting.changed.v1', (await own(who)).id)).map((fact) => (fact as { what: string }).what);
const beat = () => booking.run('offer-seats');
const mail = async (who: Identity) =>
  (await booking.ask('GET', `/internal/waiting-mails/${(await own(who)).id}`, { caller: booking.notify })).body;

/** Three joined one after the other, and everything is held: the first who gives up sets two seats free. */
async function soldOut(...wishes: number[]) {
  const [holder, other] = people(2) as [Identity, Identity];
  const held = await booking.reserved(holder);
  await booking.reserved(other);
  const waiting = people(wishes.length);
  for (const [index, seats] of wishes.entries()) {
    expect((await wait(waiting[index]!, seats)).status).toBe(201);
    booking.clock.advance({ seconds: 1 });
  }
  return { free: () => giveUp(held, holder), waiting };
}

beforeAll(async () => {
  await booking.start();
  // Each beat runs when a test says so.
  await booking.service.app.get(Schedules).stop();
});
afterAll(() => booking.stop());
beforeEach(async () => {
  for (const name of ['reserve-your-seat', 'waiting', 'unpaid-holds']) await booking.database.collection(name).deleteMany({});
  await stock().updateMany(
    {},
    { $set: { capacity: 0, sold: 0, held: 0 }, $unset: { waitsFor: '', waitsForAccessible: '' }, $inc: { version: 1 } },
  );
  await booking.setCapacity(SEATS, 4);
});

describe('joining the waiting list', () => {
  it('takes everybody who comes at one moment, one after the other, and each once', async () => {
    await booking.setCapacity(SEATS, 0);
    const all = people(40);
    // Where joining takes longer than the patience, it is answered that the site is busy, and pressed again.
    const answers = await Promise.all([...all, ...all.slice(0, 8)].map((who) => untilAnswered(() => wait(who, 1))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await booking.database.collection('waiting').countDocuments()).toBe(40);
    const before = await Promise.all(all.map(async (who) => (await own(who)).before));
    expect(before.toSorted((a, b) => a - b)).toEqual(all.map((_, index) => index));
    expect((await wait(all[0]!, 2)).body.code).toBe('booking.waits_already');
    const waitsFor = async () => (await stock().find().toArray()).map((one) => one.waitsFor);
    expect(await waitsFor()).toEqual([1, undefined, undefined, undefined]);
    await wait(booking.person(), 5, { seating: 'any' });
    expect(await waitsFor()).toEqual([1, undefined, 5, 5]);
  });

  it('is refused where seats are left that fit, for more than a booking has, and once the list is closed', async () => {
    const who = booking.person();
    expect((await wait(who, 4)).body.code).toBe('booking.seats_left');
    expect((await wait(who, 5, { seating: 'Preferred Seating' })).body.code).toBe('request.invalid');
    const close = (closed: boolean) => booking.ask('PUT', '/api/waiting-list/closed', { who: organiser(), body: { closed } });
    expect((await close(true)).body).toEqual({ waiting: 0, offered: 0, filled: 0, closed: true });
    expect((await wait(who, 5)).body.code).toBe('booking.waiting_closed');
    await close(false);
    expect((await wait(who, 5)).body).toMatchObject({ state: 'waiting', before: 0 });
    expect((await leave((await own(who)).id, booking.person())).body.code).toBe('booking.waiting_not_found');
    expect((await leave((await own(who)).id, who)).body).toEqual({ state: 'left' });
  });

  it('takes so many of a network in a day, and whoever comes from another one all the same', async () => {
    await booking.setCapacity(SEATS, 0);
    const join = (address: string) =>
      booking.ask('POST', '/api/waiting', { who: booking.person(), body: { name: 'Meera', seats: 1, seating: SEATS }, address });
    await booking.database.collection('window-counts').deleteMany({});
    expect((await join('198.51.100.7')).status).toBe(201);
    await booking.database.collection('window-counts').updateMany({}, { $set: { count: 98 } });
    const crowd = await Promise.all([1, 2, 3, 4].map(() => join('198.51.100.7')));
    expect(crowd.filter(({ status }) => status === 201)).toHaveLength(2);
    const { body, headers } = await join('198.51.100.7');
    expect([body.code, Number(headers.get('retry-after')) > 0]).toEqual(['booking.too_many_waiting', true]);
    expect((await join('198.51.100.8')).status).toBe(201);
    booking.clock.advance({ hours: 24 });
    expect((await join('198.51.100.7')).status).toBe(201);
  });
});

describe('seats that become free', () => {
  it('go to the first whom they fit, and to nobody else meanwhile; who is passed by keeps the place', async () => {
    const { free, waiting } = await soldOut(4, 2, 1);
    await free();
    const category = (await booking.concert()).categories.find(({ seating }) => seating === SEATS);
    expect(category).toMatchObject({ left: 0, waiting: true });
    expect((await booking.reserve(booking.person(), { notickets: 1 })).body.code).toBe('booking.seats_wait');
    const hold = { ...booking.order(booking.person(), { notickets: 1 }), hold_secret: 'a'.repeat(32) };
    expect((await booking.ask('POST', '/api/reserve-your-seat/hold', { key: 'hold-1-hold-1', body: hold })).body.code).toBe(
      'booking.seats_wait',
    );
    await Promise.all([beat(), beat()]);
    expect(await states(...waiting)).toEqual(['waiting', 'offered', 'waiting']);
    const { offer } = await own(waiting[1]!);
    expect(offer).toMatchObject({ seating: SEATS, amount: { amountMinor: 5_000, currency: 'USD' } });
    const view = (await booking.ask('GET', `/api/ticket-bookings/${offer!.bookingId}`, { who: waiting[1]! })).body;
    expect(view).toMatchObject({ status: 'pending', offered: true, moreTimes: 0, notickets: 2, holdEndsAt: offer!.endsAt });
    expect([await told(waiting[1]!), await mail(waiting[1]!)]).toMatchObject([
      ['joined', 'offered'],
      { state: 'offered', email: waiting[1]!.email },
    ]);
    expect((await booking.reserve(booking.person(), { notickets: 1 })).body.code).toBe('booking.seats_unavailable');
  });

  it('go on to the next when an offer is not taken, and when it is declined, also by the link of its email', async () => {
    const { free, waiting } = await soldOut(2, 2, 2, 2);
    await free();
    await beat();
    booking.clock.advance({ hours: 13 });
    await Promise.all(waiting.slice(1).map((who) => wait(who, 2)));
    await booking.run('expire-holds');
    await beat();
    // The other two seats were held, and are free by now.
    expect(await states(...waiting)).toEqual(['missed', 'offered', 'offered', 'waiting']);
    expect(await told(waiting[0]!)).toEqual(['joined', 'offered', 'missed']);
    expect(await booking.database.collection('unpaid-holds').countDocuments({ _id: `account ${waiting[0]!.userId}` as never })).toBe(0);
    const { leaveUrl, id } = await mail(waiting[1]!);
    const ref2 = new URL(leaveUrl as string).searchParams.get('ref2')!;
    expect((await leave((await own(waiting[3]!)).id, undefined, ref2)).body.code).toBe('booking.waiting_not_found');
    expect((await leave(id as string, undefined, ref2)).body).toEqual({ state: 'declined' });
    await beat();
    expect(await states(...waiting)).toEqual(['missed', 'declined', 'offered', 'offered']);
    expect((await stock().findOne({ _id: SEATS }))!.waitsFor).toBeUndefined();
  });

  it('are paid as any booking, hours later; whoever buys leaves the list, and what closed meanwhile keeps the place', async () => {
    const { free, waiting } = await soldOut(2, 2);
    await free();
    await beat();
    booking.clock.advance({ hours: 11 });
    const { offer } = await own(waiting[0]!);
    expect((await booking.beginPayment(offer!.bookingId, waiting[0]!)).holdEndsAt).toBe(offer!.endsAt);
    await booking.settled(offer!.bookingId, 5_000);
    await booking.becomes(waiting[0]!, offer!.bookingId, 'paid');
    await booking.run('expire-holds');
    await beat();
    expect(await states(...waiting)).toEqual(['bought', 'offered']);
    await booking.setConcertState('disabled');
    booking.clock.advance({ hours: 14 });
    await booking.run('expire-holds');
    await beat();
    expect(await own(waiting[1]!)).toMatchObject({ state: 'waiting', before: 0 });
    await booking.setConcertState('open');
    await booking.setCapacity('VIP Seating', 6);
    await booking.paid(waiting[1]!, { seating: 'VIP Seating', notickets: 1 });
    await beat();
    expect(await states(waiting[1]!)).toEqual(['bought']);
    const list = await booking.ask('GET', '/api/waiting-list?over=true&limit=1', { who: organiser() });
    expect(list.body).toMatchObject({
      counts: { waiting: 0, offered: 0, filled: 2 },
      items: [{ state: 'bought', email: waiting[0]!.email }],
    });
    const next = `/api/waiting-list?over=true&limit=1&cursor=${encodeURIComponent(list.body.next as string)}`;
    expect((await booking.ask('GET', next, { who: organiser() })).body.items).toMatchObject([{ email: waiting[1]!.email }]);
  });

  it('are shown and paid by the link of their email, and by no other', async () => {
    const { free, waiting } = await soldOut(2);
    await free();
    await beat();
    const link = new URL((await mail(waiting[0]!)).url as string).searchParams;
    const [id, leaving, paying] = ['ref', 'ref2', 'ref3'].map((name) => link.get(name)!) as [string, string, string];
    const show = async (ref2?: string) => (await booking.ask('POST', `/api/waiting/${id}/offer`, { body: { ref2 } })).body;
    const { bookingId } = (await own(waiting[0]!)).offer!;
    const begin = async (ref2?: string) =>
      (await booking.ask('POST', '/internal/begin-payment', { caller: booking.payment, body: { bookingId, ref2 } })).body;
    for (const other of [leaving, undefined]) {
      expect([(await show(other)).code, (await begin(other)).code]).toEqual(['booking.waiting_not_found', 'booking.not_found']);
    }
    const { name, email, userId } = waiting[0]!;
    expect(await show(paying)).toMatchObject({ state: 'offered', offer: { bookingId }, pay: { name, email, ref2: paying } });
    expect(await begin(paying)).toMatchObject({ bookingId, userId });
    await booking.settled(bookingId, 5_000);
    await booking.becomes(waiting[0]!, bookingId, 'paid');
    await beat();
    expect(await show(paying)).toEqual({ id, state: 'bought', seats: 2, seating: SEATS, before: 0 });
  });

  it('never miss who joins at the moment of an offer', async () => {
    const { free, waiting } = await soldOut(2, 6);
    const late = booking.person();
    const places = booking.service.app.get(MongoWaiting);
    const read = places.inState.bind(places);
    let looks = 0;
    // A beat looks once, and again only before it says for whom seats are kept.
    places.inState = async (...of) => {
      const found = await read(...of);
      if (of[0] === 'waiting' && (looks += 1) === 1) expect((await wait(late, 1)).status).toBe(201);
      return found;
    };
    await free();
    await beat();
    places.inState = read;
    expect(await states(...waiting, late)).toEqual(['offered', 'waiting', 'waiting']);
    expect((await stock().findOne({ _id: SEATS }))!.waitsFor).toBe(1);
    await booking.setCapacity(SEATS, 5);
    expect((await booking.reserve(booking.person(), { notickets: 1 })).body.code).toBe('booking.seats_wait');
    await beat();
    expect(await states(late)).toEqual(['offered']);
  });

  it('go in one commit to all whom they are enough for, in their order', async () => {
    const { free, waiting } = await soldOut(1, 4, 2, 1);
    await free();
    await booking.setCapacity(SEATS, 6);
    const before = await version();
    await beat();
    expect(await states(...waiting)).toEqual(['offered', 'waiting', 'offered', 'offered']);
    // One more by the offers, and two by what is still waited for.
    expect(await version()).toBe(before + 3);
  });

  it('go to the others in one commit all the same where somebody leaves at that moment', async () => {
    const { free, waiting } = await soldOut(1, 1, 1);
    const places = booking.service.app.get(MongoWaiting);
    const replace = places.replace.bind(places);
    const { id } = await own(waiting[0]!);
    places.replace = async (place, after, transaction) => {
      if (place.id === id && after.state === 'offered') await leave(id, waiting[0]);
      return replace(place, after, transaction);
    };
    await free();
    const before = await version();
    await beat();
    places.replace = replace;
    expect(await states(...waiting)).toEqual(['left', 'offered', 'offered']);
    // One more by the offers, and two because nobody waits any more.
    expect(await version()).toBe(before + 3);
  });

  it('are offered in a category although offers in another one take long', async () => {
    const { free, waiting } = await soldOut(2);
    const other = booking.person();
    await wait(other, 2, { seating: 'Preferred Seating' });
    await free();
    await booking.setCapacity('Preferred Seating', 2);
    const lanes = booking.service.app.get(SeatLanes);
    const submit = lanes.submit.bind(lanes);
    const isOffered = Promise.withResolvers<void>();
    lanes.submit = async (seating, command) => {
      if (seating === SEATS) await isOffered.promise;
      return submit(seating, command).finally(() => isOffered.resolve());
    };
    await beat();
    lanes.submit = submit;
    expect(await states(...waiting, other)).toEqual(['offered', 'offered']);
  });

  it('are offered by hand and taken back by organisers, audited; a cancelled concert ends the list', async () => {
    const { free, waiting } = await soldOut(4, 2);
    const act = (what: string, id: string) => booking.ask('POST', `/api/waiting-list/${id}/${what}`, { who: organiser(), body: {} });
    const { id } = await own(waiting[1]!);
    expect((await act('offer', id)).body.code).toBe('booking.seats_unavailable');
    await free();
    expect((await act('offer', id)).body).toMatchObject({ state: 'offered', offer: { seating: SEATS } });
    expect((await act('offer', id)).body.code).toBe('booking.not_waiting');
    const { offer } = await own(waiting[1]!);
    expect((await act('remove', id)).body).toEqual({ state: 'removed' });
    expect(await booking.status(waiting[1]!, offer!.bookingId)).toBe('cancelled');
    const log = await booking.ask('GET', '/api/audit-log?limit=2', { who: booking.person('admin') });
    expect(log.body.items.map(({ act: did }: { act: string }) => did)).toEqual(['waiting.removed', 'waiting.offered']);
    await booking.setConcertState('cancelled');
    await beat();
    expect(await states(waiting[0]!)).toEqual(['removed']);
    await booking.setConcertState('open');
  });
});

describe('the list for the next date', () => {
  it('is joined once the concert is cancelled, is told to svc-notify as an audience, and left by one press in a mail program', async () => {
    const [who, waits] = people(2) as [Identity, Identity];
    const forNextDate = () => wait(who, 1, { seating: 'next date' });
    expect((await forNextDate()).body.code).toBe('booking.waiting_closed');
    await booking.setCapacity(SEATS, 0);
    await wait(waits, 1);
    await booking.setConcertState('cancelled');
    expect((await forNextDate()).body).toMatchObject({ state: 'waiting', seating: 'next date', before: 0 });
    await beat();
    expect(await states(who, waits)).toEqual(['waiting', 'removed']);
    const { id } = await own(who);
    const asNotify = { caller: booking.notify };
    const audience = async () =>
      (await booking.ask('POST', '/internal/audience', { ...asNotify, body: { guests: ['v'], nextDate: true } })).body;
    const cursor = (await audience()).next;
    const page = await booking.ask('POST', '/internal/audience', { ...asNotify, body: { guests: ['v'], nextDate: true, cursor } });
    expect(page.body).toEqual({ people: [{ of: id, reader: 'next date', name: who.name, email: who.email, phone: '' }] });
    const shown = () => booking.ask('GET', `/internal/audience/people/${id}`, asNotify);
    const { search } = new URL((await shown()).body.leaveUrl as string);
    const press = (query: string) => booking.ask('POST', `/api/waiting/one-click${query}`, {});
    expect((await press(`${search}x`)).body.code).toBe('booking.waiting_not_found');
    expect([await press(search), await press(search)]).toMatchObject([{ body: { state: 'left' } }, { body: { state: 'left' } }]);
    expect((await shown()).body.code).toBe('booking.not_found');
    // Seats of the next date are for who waits for seats.
    booking.clock.advance({ seconds: 1 });
    await forNextDate();
    await booking.setConcertState('open');
    await booking.setCapacity(SEATS, 4);
    await beat();
    expect(await states(who)).toEqual(['waiting']);
    expect((await booking.ask('GET', '/api/waiting-list', { who: organiser() })).body.counts).toMatchObject({ waiting: 0, offered: 0 });
  });
});
