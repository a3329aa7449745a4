import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const admin = booking.person('admin');
const concert = booking.concert.bind(booking);

beforeAll(() => booking.start({ PAYMENTS_LIVE: 'true', CONTACT_EMAIL: 'office@venue.test', PUBLIC_ORIGIN: 'https://concert.venue.test' }));
afterAll(() => booking.stop());

it('B4-546 sells nothing of an open concert until an admin has said the facts and the opening where real money is taken', async () => {
  const first = await concert();
  expect(first).toMatchObject({
    saleState: 'soon',
    dateText: 'To be announced',
    venue: { name: 'To be announced', address: 'To be announced' },
    supportEmail: 'office@venue.test',
    siteUrl: 'https://concert.venue.test',
  });
  expect(first.picture).toBeUndefined();
  expect(JSON.stringify(first)).not.toMatch(/[.]example|Riverside|Nilan|555/);
  expect(await booking.reserve(booking.person())).toMatchObject({ status: 409, body: { code: 'booking.sale_not_open' } });

  const said = { venue: { name: 'Old Mill', address: '1 Mill Lane' }, supportPhone: '(609) 555-0100' };
  const save = (over: object) => booking.saveSettings(admin, (now) => ({ ...now, ...said, ...over }));
  expect((await save({})).status).toBe(200);
  expect(await concert()).toMatchObject({ saleState: 'soon', venue: said.venue, dateText: expect.stringContaining('2027') });
  expect(await booking.reserve(booking.person())).toMatchObject({ status: 409, body: { code: 'booking.sale_not_open' } });

  expect((await save({ sale: { opens: '2026-11-20T10:00', ends: '' } })).status).toBe(200);
  expect((await concert()).saleState).toBe('open');
  await booking.reserved(booking.person());
});
