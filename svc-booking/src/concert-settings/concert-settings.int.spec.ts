import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { concertSchema } from '@concert/contracts/booking/http';
import type { StopState } from '@concert/contracts/booking/stop';
import { priceMinor } from '@concert/contracts/booking/seating';
import { settingsBody, type SettingsBody } from '@concert/contracts/booking/settings';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { RunningBooking } from '../running-booking.harness.ts';

const PRICE = priceMinor('General Seating', 2);
const booking = new RunningBooking();
const { clock } = booking;
const person = booking.person.bind(booking);
const start = clock.now();
const admin = person('admin');
const organiser = person('organiser');
const concert = booking.concert.bind(booking);
const settings = booking.settings.bind(booking);
const setState = (state: SettingsBody['state'], reason?: string) => booking.changeState(admin, state, reason);
const save = (change: (now: SettingsBody) => object, who = admin) => booking.saveSettings(who, change);
const standing = async () => (await booking.ask('GET', '/api/concert/stop', { who: organiser })).body as StopState;
const messages = [{ reader: 'everybody', subject: 'Cancelled', words: 'We are sorry.' }];
const stop = async (over: object = {}, who = admin) =>
  booking.ask('POST', '/api/concert/stop', { who, body: { version: (await standing()).version, reason: 'Storm', messages, ...over } });
const entered = booking.invited.bind(booking);
const told = booking.told.bind(booking);

beforeAll(() => booking.start());
afterAll(() => booking.stop());

describe('the concert', () => {
  it('S3-35 S3-36 S3-37 S3-38 S9-01 S9-02 S9-03 S9-04 S9-05 S9-06 S9-07 S9-08 S9-09 shows the seat prices, defaults and maxima of the specification with what is left', async () => {
    const body = await concert();
    expect(body.state).toBe('open');
    expect(
      body.categories.map(({ seating, priceMinor, pricedPer, defaultTickets, maxTickets, capacity, left }) => [
        seating,
        priceMinor,
        pricedPer,
        defaultTickets,
        maxTickets,
        capacity,
        left,
      ]),
    ).toEqual([
      ['General Seating', 2_500, 'ticket', 1, 6, 500, 500],
      ['Preferred Seating', 50_000, 'booking', 4, 4, 80, 80],
      ['Premium Seating', 100_000, 'booking', 6, 6, 60, 60],
      ['VIP Seating', 250_000, 'booking', 6, 6, 30, 30],
    ]);
  });
});

describe('the state of the concert', () => {
  it('is changed by an admin, and every change is kept', async () => {
    const changed = await setState('disabled', 'A storm is coming.');
    expect(changed.body).toMatchObject({ state: 'disabled', stateReason: 'A storm is coming.' });
    expect(await concert()).toMatchObject({ state: 'disabled', stateReason: 'A storm is coming.' });
    expect((await booking.reserve(person())).body.code).toBe('booking.registration_closed');
    await setState('open');
    const changes = booking.database.collection<{ before: { state: string }; after: { state: string } }>('concert-changes');
    const kept = await changes.find({ by: admin.userId }).sort({ _id: 1 }).toArray();
    expect(kept.map(({ before, after }) => [before.state, after.state])).toEqual([
      ['open', 'disabled'],
      ['disabled', 'open'],
    ]);
    expect(await told('booking.concert.state-changed.v1')).toHaveLength(2);
    const wrong = await setState('postponed');
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([422, 'state']);
  });

  it('B2-620 cancelled ends at once what waits to be paid, and says of each that it was for that', async () => {
    const [early, without, paying, late] = [person(), person(), person(), person()];
    const [gaveUp, noPage, open, pays] = [
      await booking.reserved(early),
      await booking.reserved(without),
      await booking.reserved(paying),
      await booking.reserved(late),
    ];
    for (const [id, buyer] of [[open, paying] as const, [pays, late] as const]) await booking.beginPayment(id, buyer);
    await booking.ask('POST', `/api/ticket-bookings/${gaveUp}/cancel`, { who: early });
    await stop();
    await booking.run('expire-holds');
    await booking.pageEnded(open, 'expired');
    await booking.settled(pays, PRICE);
    await booking.becomes(early, gaveUp, 'cancelled');
    await booking.becomes(without, noPage, 'expired');
    await booking.becomes(paying, open, 'expired');
    await booking.becomes(late, pays, 'late_paid');
    const released = (id: string) => told('booking.booking.released.v1', id);
    expect(await released(gaveUp)).toMatchObject([expect.not.objectContaining({ stop: expect.anything() })]);
    expect(await released(noPage)).toMatchObject([{ outcome: 'expired', paymentPageOpened: false, stop: expect.stringMatching(/^mr_/) }]);
    expect(await released(open)).toMatchObject([{ outcome: 'expired', paymentPageOpened: true, stop: expect.stringMatching(/^mr_/) }]);
    const { body: mail } = await booking.ask('GET', `/internal/ticket-mails/${open}`, { caller: booking.notify });
    expect(mail).toMatchObject({ concert: { closed: 'cancelled' } });
    await setState('open');
  });
});

describe('a stop of the evening', () => {
  const undo = (runId: string) => booking.ask('POST', '/api/concert/stop/undo', { who: admin, body: { runId } });
  /** The facts of a kind about runs, oldest first. */
  const facts = (kind: string) => told(`booking.evening.${kind}.v1`);

  it('B6-501 is one act: state, audit log, the words as they were read, and every organiser told; what was not read, and whoever may not, stops nothing', async () => {
    await setState('disabled', 'Wind');
    const [before, earlier] = [await standing(), await facts('stopped')];
    expect(before).toEqual({ state: 'disabled', stateReason: 'Wind', version: before.version });
    expect((await stop({}, organiser)).body.code).toBe('request.forbidden');
    expect((await stop({ version: before.version - 1 })).body.code).toBe('booking.settings_changed');
    booking.approves = false;
    expect((await stop()).body.code).toBe('request.approval_refused');
    booking.approves = true;
    expect([await standing(), await facts('stopped')]).toEqual([before, earlier]);

    const pressed = await Promise.all([stop({ version: before.version }), stop({ version: before.version })]);
    expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { stop: stopped, ...now } = await standing();
    expect(now).toEqual({ state: 'cancelled', stateReason: 'Storm', version: before.version + 1 });
    expect(await concert()).toMatchObject({ state: 'cancelled', stateReason: 'Storm' });
    // Nothing else of what is stored, as the stop, is public.
    expect(concertSchema.strict().safeParse(await concert()).error).toBeUndefined();
    expect(await facts('stopped')).toEqual([...earlier, { runId: stopped!.runId, messages, stoppedBy: admin.userId }]);
    expect(await told('booking.concert.state-changed.v1')).toContainEqual({ from: 'disabled', to: 'cancelled', changedBy: admin.userId });
    expect(booking.askedFor.at(-1)).toEqual({ kind: 'cancellation', reason: 'Storm' });
    const [entry] = await new MongoAudit(booking.database).list({ act: 'concert.state-changed', limit: 1 });
    expect(entry).toMatchObject({ actor: admin.userId, detail: { from: 'disabled', to: 'cancelled', reason: 'Storm' } });
    expect((await stop()).body.code).toBe('booking.concert_cancelled');
  });

  it('B6-502 can be undone for ten minutes, once: everything is as before, and the one run is named that takes the other back', async () => {
    const { runId, undoUntil } = (await standing()).stop!;
    clock.set(new Date(undoUntil));
    expect((await undo(runId)).body).toMatchObject({ state: 'disabled', stateReason: 'Wind' });
    expect((await standing()).stop).toBeUndefined();
    expect(await facts('stop-undone')).toEqual([expect.objectContaining({ stoppedRunId: runId, undoneBy: admin.userId })]);
    expect(booking.askedFor.at(-1)).toEqual({ kind: 'stop-undone', runId });
    expect((await undo(runId)).body.code).toBe('booking.undo_over');
    await setState('open');
    await booking.reserved(person());

    const again = (await stop()).body as StopState;
    clock.advance({ milliseconds: 10 * 60_000 + 1 });
    expect((await undo(again.stop!.runId)).body.code).toBe('booking.undo_over');
    // Opening it is then an ordinary act, after which there is nothing to undo.
    await setState('open');
    expect((await standing()).stop).toBeUndefined();
    expect(await facts('stop-undone')).toHaveLength(1);
    clock.set(start);
  });
});

describe('the concert’s settings', () => {
  it('B4-509 B4-571 B4-575 are an admin’s to change, all or nothing, and every change is in the audit log', async () => {
    expect((await save((now) => now, organiser)).body.code).toBe('request.forbidden');
    const { version } = await settings();
    const answer = await save((now) => ({
      ...now,
      title: 'An Evening',
      performer: '  Asha and her troupe ',
      lengthMinutes: 120,
      organiser: 'Lakeside Music Society',
      organiserAddress: '12 Shore Road, Evanston',
      date: { local: '2027-01-16T18:30', timeZone: 'America/New_York' },
      capacities: { ...now.capacities, 'General Seating': 600 },
    }));
    expect(answer.body).toMatchObject({
      version: version + 1,
      title: 'An Evening',
      date: { local: '2027-01-16T18:30', startsAt: '2027-01-16T23:30:00.000Z' },
    });
    const shown = await concert();
    expect([shown.organiser, shown.organiserAddress]).toEqual(['Lakeside Music Society', '12 Shore Road, Evanston']);
    expect([shown.title, shown.performer, shown.startsAt, shown.lengthMinutes, shown.revision, shown.categories[0]!.capacity]).toEqual([
      'An Evening',
      'Asha and her troupe',
      '2027-01-16T23:30:00.000Z',
      120,
      version + 1,
      600,
    ]);
    const [entry] = await new MongoAudit(booking.database).list({ act: 'concert.settings-changed', limit: 1 });
    expect(entry).toMatchObject({
      actor: admin.userId,
      detail: {
        title: 'An Evening (was Music for Meditation Concert)',
        performer: 'Asha and her troupe (was Nilan Vasudev)',
        lengthMinutes: '120 (was 150)',
        organiser: 'Lakeside Music Society (was Music for Meditation Concert)',
        organiserAddress: '12 Shore Road, Evanston (was 1 Example Street, Example City)',
        'General Seating': '600 (was 500)',
      },
    });
    expect((await save((now) => now)).body.version).toBe(version + 1);
  });
  it('B4-573 change the picture of shared links, and its address', async () => {
    const pictureAt = (path: string) => booking.ask('GET', path);
    const kept = 'public, max-age=31536000, immutable';
    const before = (await concert()).picture!;
    const first = await pictureAt(before);
    expect([first.status, first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([200, 'image/jpeg', kept]);
    expect(first.bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
    await save((now) => ({ ...now, venue: { name: 'Barn', address: 'Field 1' } }));
    const after = (await concert()).picture!;
    expect(after).not.toBe(before);
    const [renewed, old] = [await pictureAt(after), await pictureAt(before)];
    // Whoever asks for the old one gets the new one, and keeps nothing under the old name.
    expect([renewed.headers.get('cache-control'), old.headers.get('cache-control')]).toEqual([kept, 'no-cache']);
    expect([renewed.bytes.equals(first.bytes), old.bytes.equals(renewed.bytes)]).toEqual([false, true]);
    expect((await pictureAt('/api/concert/picture/logo.jpg')).status).toBe(404);
  });
  it('are refused when somebody else was quicker', async () => {
    const { version } = await settings();
    expect((await save((now) => ({ ...now, version: version - 1, title: 'Late' }))).body.code).toBe('booking.settings_changed');
  });
  it('B4-509 I1 never make a category smaller than what is sold and kept, nor an allotment than what is given away', async () => {
    await booking.reserved(booking.person(), { seating: 'VIP Seating', notickets: 6 });
    const guest = await entered();
    const refused = await save((now) => ({
      ...now,
      title: 'Not stored',
      capacities: { ...now.capacities, 'VIP Seating': 5 },
      allotments: { ...now.allotments, v: 0 },
    }));
    expect(refused.body).toMatchObject({ status: 409, code: 'booking.capacity_below_taken' });
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/capacities/VIP Seating', '/allotments/v']);
    expect((await settings()).title).toBe('An Evening');
    expect((await save((now) => ({ ...now, capacities: { ...now.capacities, 'VIP Seating': 6 } }))).status).toBe(200);
    // The tests after this one need an evening that nobody holds a ticket for.
    expect((await booking.ask('POST', `/api/complimentary-entries/${guest.id}/revoke`, { who: organiser })).status).toBe(200);
  });
  it('B3-524 protect a part of a category, never less than is taken of it nor more than there is', async () => {
    const wanted = (accessible: number, companions: number) =>
      save((now) => ({
        ...now,
        access: { protectedUntil: '2027-06-01', freeCompanion: true },
        protectedSeats: { ...now.protectedSeats, 'Premium Seating': { accessible, companions } },
      }));
    const { body } = await wanted(2, 6);
    expect(body.access).toEqual({ protectedUntil: '2027-06-01', freeCompanion: true });
    const premium = (await concert()).categories[2]!;
    expect(premium).toMatchObject({
      left: premium.capacity - 8,
      accessible: { left: 2, companionsLeft: 6, ticketsLeft: premium.capacity - 1 },
    });
    await booking.reserved(booking.person(), { seating: 'Premium Seating', access: { companions: 1 } });
    const refusals = [await wanted(0, 6), await wanted(2, premium.capacity)];
    expect(refusals.map((refused) => refused.body.errors[0].pointer)).toEqual([
      '/protectedSeats/Premium Seating/accessible',
      '/protectedSeats/Premium Seating/companions',
    ]);
    const [entry] = await new MongoAudit(booking.database).list({ act: 'concert.settings-changed', limit: 1 });
    expect(entry?.detail).toMatchObject({
      'Premium Seating': `${premium.capacity}, 2 accessible, 6 for companions (was ${premium.capacity})`,
    });
    // One companion is free where tickets are priced; every other price is for the whole booking.
    const general = { seating: 'General Seating', notickets: 2, access: { companions: 1 } };
    await save((now) => ({ ...now, protectedSeats: { ...now.protectedSeats, 'General Seating': { accessible: 1, companions: 1 } } }));
    await expect(booking.reserved(booking.person(), general)).rejects.toThrow('booking.amount_mismatch');
    await booking.reserved(booking.person(), { ...general, amount: priceMinor('General Seating', 1) });
  });
});

describe('the evening', () => {
  const move = async (local: string) => {
    const body = settingsBody(await settings());
    return booking.ask('PUT', '/api/concert/settings', { who: admin, body: { ...body, date: { ...body.date, local } } });
  };
  const readEntry = ({ id, ref2 }: { id: string; ref2: string }) =>
    booking.ask('POST', '/api/get-booking-details-2', { body: { reference: id, reference2: ref2, catg: 'v' } });

  it('B2-570 is never moved into the past; while nobody holds a ticket or pays it is moved at will, and no former date is told', async () => {
    const refused = await move('2026-11-20T18:00');
    expect([refused.status, refused.body.errors]).toEqual([422, [expect.objectContaining({ field: 'date.local' })]]);
    await booking.reserved(booking.person());
    expect((await move('2027-02-20T18:00')).body.code).toBe('booking.date_promised');
    clock.advance({ hours: 1 });
    expect((await move('2027-02-20T18:00')).status).toBe(200);
    expect(await concert()).toMatchObject({ startsAt: '2027-02-20T23:00:00.000Z', previousStarts: [] });
  });

  it('B4-580 is not moved under a first guest or buyer who comes at the same moment', async () => {
    const stored = booking.service.app.get(MongoConcert);
    const read = stored.current.bind(stored);
    const moveBeside = async (act: () => Promise<unknown>) => {
      let reads = 0;
      stored.current = async (transaction) => {
        const concert = await read(transaction);
        if (transaction && (reads += 1) === 1) await act();
        return concert;
      };
      const answer = await move('2027-03-20T18:00');
      stored.current = read;
      expect(reads).toBeGreaterThan(1);
      return answer.body.code as string;
    };
    let guest: { id: string } | undefined;
    expect(await moveBeside(async () => (guest = await entered()))).toBe('booking.date_promised');
    expect((await booking.ask('POST', `/api/complimentary-entries/${guest!.id}/revoke`, { who: organiser })).status).toBe(200);
    expect(await moveBeside(() => booking.paid(booking.person()))).toBe('booking.date_promised');
    expect((await concert()).startsAt).toBe('2027-02-20T23:00:00.000Z');
  });

  it('B2-571 while somebody holds a ticket another evening is a postponement, also in small steps; an hour is none', async () => {
    const refused = await move('2027-02-20T19:01');
    expect([refused.status, refused.body.code, refused.body.errors[0].field]).toEqual([409, 'booking.date_promised', 'date.local']);
    expect((await move('2028-02-20T18:00')).body.code).toBe('booking.date_promised');
    expect((await move('2027-02-20T18:40')).status).toBe(200);
    expect((await move('2027-02-20T19:20')).body.code).toBe('booking.date_promised');
    expect((await move('2027-02-20T19:00')).status).toBe(200);
    expect(await concert()).toMatchObject({ startsAt: '2027-02-21T00:00:00.000Z', previousStarts: [] });
    expect((await move('2027-02-20T18:00')).status).toBe(200);
    expect(await concert()).toMatchObject({ startsAt: '2027-02-20T23:00:00.000Z', previousStarts: [] });
  });

  it('B1-515 nothing is reserved once the evening has begun, whatever state the concert is in, and visitors are told', async () => {
    clock.set(new Date('2027-02-20T22:59:59.999Z'));
    await booking.reserved(booking.person());
    expect((await concert()).saleState).toBe('open');
    clock.advance({ milliseconds: 1 });
    await expect(booking.reserved(booking.person())).rejects.toThrow('booking.sale_ended');
    expect(await concert()).toMatchObject({ state: 'open', saleState: 'ended' });
    for (const state of ['disabled', 'open'] as const) expect((await setState(state)).status).toBe(200);
    await expect(booking.reserved(booking.person())).rejects.toThrow('booking.sale_ended');
  });

  it('B1-516 a ticket link made after the evening, which may never have been held, is good for 90 days from then', async () => {
    const early = await entered();
    clock.set(new Date('2027-06-01T12:00:00.000Z'));
    expect((await readEntry(early)).body.code).toBe('booking.link_ended');
    const late = await entered();
    expect((await readEntry(late)).status).toBe(200);
    clock.advance({ hours: 90 * 24 });
    expect((await readEntry(late)).body.code).toBe('booking.link_ended');
  });
});

describe('the sale', () => {
  const sell = (sale: SettingsBody['sale']) => save((now) => ({ ...now, sale }));
  const refusal = async (who = person()) => {
    const { status, body } = await booking.reserve(who);
    return { status, code: body.code as string, detail: body.detail as string };
  };
  beforeAll(() => void clock.set(start));

  it('B4-541 opens at its second and not before, which is in the audit log', async () => {
    expect((await sell({ opens: '', ends: '' })).body.sale).toEqual({ opens: '', ends: '' });
    expect(await concert()).toMatchObject({ state: 'open', saleState: 'soon', sale: { opensAt: null, opensText: 'soon' } });
    expect(await refusal()).toEqual({ status: 409, code: 'booking.sale_not_open', detail: 'Reservations open soon' });

    const saved = await sell({ opens: '2026-11-28T10:00', ends: '2027-02-20T12:00' });
    expect([saved.status, saved.body.sale]).toEqual([200, { opens: '2026-11-28T10:00', ends: '2027-02-20T12:00' }]);
    const [entry] = await new MongoAudit(booking.database).list({ act: 'concert.settings-changed', limit: 1 });
    expect(entry).toMatchObject({
      actor: admin.userId,
      detail: { saleOpens: '2026-11-28T15:00:00.000Z (was not known)', saleEnds: '2027-02-20T17:00:00.000Z (was when the evening begins)' },
    });

    clock.set('2026-11-28T14:59:59.999Z');
    expect(await refusal()).toMatchObject({
      code: 'booking.sale_not_open',
      detail: 'Reservations open Saturday, November 28, 2026, 10 AM EST',
    });
    clock.advance({ milliseconds: 1 });
    expect((await concert()).saleState).toBe('open');
    await booking.reserved(person());
  });

  it('B4-541 is refused at its field where it could not be', async () => {
    for (const [sale, field] of [
      [{ opens: '2026-11-28T10:00', ends: '2027-02-20T18:01' }, 'sale.ends'],
      [{ opens: '2027-02-20T12:00', ends: '2027-02-20T12:00' }, 'sale.opens'],
      [{ opens: 'soon', ends: '' }, 'sale.opens'],
    ] as const) {
      const { status, body } = await sell(sale);
      expect([status, body.errors[0].field]).toEqual([422, field]);
    }
  });

  it('B4-541 ends at its second; what was reserved before is resumed, kept longer and paid while its hold lasts', async () => {
    clock.set('2027-02-20T16:59:59.000Z');
    const who = person();
    const id = await booking.reserved(who);
    clock.advance({ seconds: 1 });
    expect(await refusal()).toEqual({ status: 409, code: 'booking.sale_ended', detail: 'Reservations have ended' });
    expect((await concert()).saleState).toBe('ended');
    expect((await booking.reserve(who)).body).toMatchObject({ id, resumed: true });
    const { holdEndsAt } = (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body as { holdEndsAt: string };
    const more = await booking.ask('POST', `/api/ticket-bookings/${id}/more-time`, { who, body: { holdEndsAt } });
    expect(more.status).toBe(200);
    clock.set(new Date(Date.parse(more.body.holdEndsAt as string) - 1));
    expect((await booking.beginPayment(id, who)).bookingId).toBe(id);
    await booking.settled(id, priceMinor('General Seating', 2));
    await booking.becomes(who, id, 'paid');
  });
});
