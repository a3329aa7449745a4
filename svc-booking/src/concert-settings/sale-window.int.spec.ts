import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { SettingsBody } from '@concert/contracts/booking/settings';
import { priceMinor } from '@concert/contracts/booking/seating';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const { clock } = booking;
const admin = booking.person('admin');
const concert = booking.concert.bind(booking);
const sell = (sale: SettingsBody['sale']) => booking.saveSettings(admin, (now) => ({ ...now, sale }));
const refusal = async (who = booking.person()) => {
  const { status, body } = await booking.reserve(who);
  return { status, code: body.code as string, detail: body.detail as string };
};

beforeAll(() => booking.start());
afterAll(() => booking.stop());

it('B4-541 opens at its second and not before, which is in the audit log', async () => {
  expect((await sell({ opens: '', ends: '' })).body.sale).toEqual({ opens: '', ends: '' });
  expect(await concert()).toMatchObject({ state: 'open', saleState: 'soon', sale: { opensAt: null, opensText: 'soon' } });
  expect(await refusal()).toEqual({ status: 409, code: 'booking.sale_not_open', detail: 'Reservations open soon' });

  const saved = await sell({ opens: '2026-11-28T10:00', ends: '2027-01-16T12:00' });
  expect([saved.status, saved.body.sale]).toEqual([200, { opens: '2026-11-28T10:00', ends: '2027-01-16T12:00' }]);
  const [entry] = await new MongoAudit(booking.database).list({ act: 'concert.settings-changed', limit: 1 });
  expect(entry).toMatchObject({
    actor: admin.userId,
    detail: { saleOpens: '2026-11-28T15:00:00.000Z (was not known)', saleEnds: '2027-01-16T17:00:00.000Z (was when the evening begins)' },
  });

  clock.set('2026-11-28T14:59:59.999Z');
  expect(await refusal()).toMatchObject({
    code: 'booking.sale_not_open',
    detail: 'Reservations open Saturday, November 28, 2026, 10 AM EST',
  });
  clock.advance({ milliseconds: 1 });
  expect((await concert()).saleState).toBe('open');
  await booking.reserved(booking.person());
});

it('B4-541 is refused at its field where it could not be', async () => {
  for (const [sale, field] of [
    [{ opens: '2026-11-28T10:00', ends: '2027-01-16T18:01' }, 'sale.ends'],
    [{ opens: '2027-01-16T12:00', ends: '2027-01-16T12:00' }, 'sale.opens'],
    [{ opens: 'soon', ends: '' }, 'sale.opens'],
  ] as const) {
    const { status, body } = await sell(sale);
    expect([status, body.errors[0].field]).toEqual([422, field]);
  }
});

it('B4-541 ends at its second; what was reserved before is resumed, kept longer and paid while its hold lasts', async () => {
  clock.set('2027-01-16T16:59:59.000Z');
  const who = booking.person();
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
