import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { settingsBody, type ConcertSettings } from '@concert/contracts/booking/settings';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const admin = booking.person('admin');
const organiser = booking.person('organiser');
const concert = async () => (await booking.ask('GET', '/api/concert')).body as ConcertView;
const settings = async () => (await booking.ask('GET', '/api/concert/settings', { who: admin })).body as ConcertSettings;
const move = async (local: string) => {
  const body = settingsBody(await settings());
  return booking.ask('PUT', '/api/concert/settings', { who: admin, body: { ...body, date: { ...body.date, local } } });
};
const setState = (state: string) => booking.ask('PUT', '/api/concert/state', { who: admin, body: { state } });
const entered = async () => {
  const body = {
    email: organiser.email,
    status: 'Submitted',
    name: 'Vera',
    email2: `${randomUUID()}@example.org`,
    phoneno: '',
    notickets: 1,
  };
  return (await booking.ask('POST', '/api/vip-requests', { who: organiser, key: randomUUID(), body })).body as { id: string; ref2: string };
};
const readEntry = ({ id, ref2 }: { id: string; ref2: string }) =>
  booking.ask('POST', '/api/get-booking-details-2', { body: { reference: id, reference2: ref2, catg: 'v' } });

beforeAll(() => booking.start());
afterAll(() => booking.stop());

it('B2-71 the evening is never moved into the past; without a ticket out it is moved at will, and no former date is told', async () => {
  const refused = await move('2026-11-20T18:00');
  expect([refused.status, refused.body.errors]).toEqual([422, [expect.objectContaining({ field: 'date.local' })]]);
  // Seats that are held are no tickets.
  await booking.reserved(booking.person());
  expect((await move('2027-02-20T18:00')).status).toBe(200);
  expect(await concert()).toMatchObject({ startsAt: '2027-02-20T23:00:00.000Z', previousStarts: [] });
});

it('B2-72 while somebody holds a ticket another evening is a postponement, also in small steps; an hour is none', async () => {
  await booking.paid(booking.person());
  const refused = await move('2027-02-20T19:01');
  expect([refused.status, refused.body.code, refused.body.errors[0].field]).toEqual([409, 'booking.date_promised', 'date.local']);
  expect((await move('2028-02-20T18:00')).body.code).toBe('booking.date_promised');
  expect((await move('2027-02-20T18:40')).status).toBe(200);
  expect((await move('2027-02-20T19:20')).body.code).toBe('booking.date_promised');
  expect((await move('2027-02-20T19:00')).status).toBe(200);
  expect((await move('2027-02-20T18:00')).status).toBe(200);
  expect((await concert()).startsAt).toBe('2027-02-20T23:00:00.000Z');
});

it('B1-15 nothing is reserved or paid once the evening has begun, whatever state the concert is in, and visitors are told', async () => {
  booking.clock.set(new Date('2027-02-20T22:59:59.000Z'));
  const who = booking.person();
  const id = await booking.reserved(who);
  const { holdEndsAt } = (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body as { holdEndsAt: string };
  expect((await concert()).state).toBe('open');
  booking.clock.advance({ seconds: 1 });
  await expect(booking.reserved(booking.person())).rejects.toThrow('booking.registration_closed');
  const begun = await booking.ask('POST', '/internal/begin-payment', {
    caller: booking.payment,
    body: { bookingId: id, userId: who.userId },
  });
  expect(begun.body.code).toBe('booking.registration_closed');
  const moreTime = await booking.ask('POST', `/api/ticket-bookings/${id}/more-time`, { who, body: { holdEndsAt } });
  expect(moreTime.body.code).toBe('booking.registration_closed');
  expect(await concert()).toMatchObject({ state: 'disabled', stateReason: expect.stringContaining('has begun') });
  expect((await settings()).state).toBe('open');
  for (const state of ['disabled', 'open']) expect((await setState(state)).status).toBe(200);
  await expect(booking.reserved(booking.person())).rejects.toThrow('booking.registration_closed');
});

it('B1-16 a ticket link made after the evening, which may never have been held, is good for 90 days from then', async () => {
  const early = await entered();
  booking.clock.set(new Date('2027-06-01T12:00:00.000Z'));
  expect((await readEntry(early)).body.code).toBe('booking.link_ended');
  const late = await entered();
  expect((await readEntry(late)).status).toBe(200);
  booking.clock.advance({ hours: 90 * 24 });
  expect((await readEntry(late)).body.code).toBe('booking.link_ended');
});
