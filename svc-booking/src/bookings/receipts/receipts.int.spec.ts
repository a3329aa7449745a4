import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refundIssuedV1 } from '@concert/contracts/payment/refunds';
import { Transactions } from '@concert/service-kit/store/mongo';
import { having, until } from '@concert/test-kit/until';
import { MongoConcert } from '../../concert/mongo-concert.ts';
import { RunningBooking } from '../../running-booking.harness.ts';
import { transitioned } from '../booking.ts';
import { toDocument } from '../mongo-booking-documents.ts';
import { MongoBookings } from '../mongo-bookings.ts';
import { bookingOf } from '../order.harness.ts';
import { NumberReceipts } from './number-receipts.ts';

const booking = new RunningBooking();
const PRICE = 5_000;

beforeAll(() => booking.start());
afterAll(() => booking.stop());

type Options = Parameters<RunningBooking['ask']>[2];
const ask = (id: string, options: Options, file = 'receipt') =>
  booking.ask('POST', `/api/ticket-bookings/${id}/${file}`, { body: {}, ...options });
const numbered = (id: string) => until('it has a receipt', async () => (await ask(id, { who: booking.person('organiser') })).body.number);

describe('the receipt of a booking', () => {
  it('B3-612 opens for its buyer, an organiser and its link, as page and PDF, with the organiser of then; nobody else learns of it', async () => {
    const { who, id, ref2 } = await booking.bought();
    expect(await numbered(id)).toBe('2026-00001');
    booking.clock.advance({ minutes: 1 });
    const { organiser } = await booking.settings();
    await booking.saveSettings(booking.person('admin'), (now) => ({ ...now, organiser: 'Another House' }));
    expect((await booking.concert()).organiser).toBe('Another House');
    for (const reader of [{ who }, { who: booking.person('organiser') }, { body: { ref2 } }])
      expect((await ask(id, reader)).body).toMatchObject({ number: '2026-00001', organiser, totalMinor: PRICE });
    const pdf = await ask(id, { body: { ref2 } }, 'receipt.pdf');
    expect([pdf.headers.get('content-disposition'), pdf.bytes.subarray(0, 5).toString()]).toEqual([
      `attachment; filename="receipt-${id}.pdf"`,
      '%PDF-',
    ]);
    for (const stranger of [{ who: booking.person() }, {}, { body: { ref2: `${ref2}x` } }])
      for (const file of ['receipt', 'receipt.pdf']) expect((await ask(id, stranger, file)).body.code).toBe('booking.not_found');
  });

  it('B3-613 is there in the order of payment, in the year of the clocks at the venue, also for money that went back meanwhile', async () => {
    const [first, second] = [booking.person(), booking.person()];
    const ids = [await booking.reserved(first), await booking.reserved(second)] as const;
    expect((await ask(ids[0], { who: first })).status).toBe(404);
    booking.clock.advance({ minutes: 1 });
    await booking.settled(ids[1], PRICE - 1);
    await until('its money goes back', () => booking.status(second, ids[1]), 'late_paid');
    const refund = {
      bookingId: ids[1] as never,
      checkoutSessionId: 'cs',
      refundId: 'rf',
      amount: { amountMinor: PRICE - 1, currency: 'USD' } as const,
    };
    await booking.publish(refundIssuedV1, { ...refund, issuedAt: booking.clock.now().toISOString() });
    await booking.becomes(second, ids[1], 'refunded');
    expect(await numbered(ids[1])).toBe('2026-00002');
    await until('both moves are known', async () => (await ask(ids[1], { who: second })).body, having({ totalMinor: 0 }));
    await booking.settled(ids[0], PRICE);
    expect(await numbered(ids[0])).toBe('2026-00003');
    // In New York it is still the evening of 31 December.
    booking.clock.advance({ minutes: (Date.parse('2027-01-01T04:59:00Z') - booking.clock.now().getTime()) / 60_000 });
    const [old, young] = [await booking.bought(), (booking.clock.advance({ minutes: 1 }), await booking.bought())];
    expect([await numbered(old.id), await numbered(young.id)]).toEqual(['2026-00004', '2027-00001']);
  });

  it('B3-614 of each of two hundred bookings that are paid at once has a number, without a gap, although several copies number beside each other', async () => {
    const { database, clock } = booking;
    const rows = database.collection('reserve-your-seat');
    const [at, all] = [clock.now(), Array.from({ length: 200 }, (_, index) => index + 1)];
    const bookings = all.map((number) => bookingOf({ id: `bk_${String(number).padStart(26, '0')}` as never }, at));
    await rows.insertMany(
      bookings.map((one) => toDocument(transitioned(one, 'paid', { at, actor: 'svc-payment', cause: 'webhook' }))) as never[],
    );
    // A lease lets one copy number at a time; where that is lost, the transactions hold.
    const concert = new MongoConcert(database, false, '', undefined);
    const copies = Array.from({ length: 3 }, () => new NumberReceipts(new MongoBookings(database), concert, new Transactions(database)));
    await Promise.all(copies.map((copy) => copy.run()));
    const numbers = (await rows.find({ 'receipt.year': 2027 }).toArray()).map(({ receipt }) => receipt.number as number);
    // The first of the year was given before.
    expect(numbers.sort((one, other) => one - other)).toEqual([...all, 201]);
  });
});
