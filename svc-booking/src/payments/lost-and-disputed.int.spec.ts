import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListedTicket } from '@concert/contracts/booking/door';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { Timeline } from '@concert/contracts/booking/timeline';
import { idFromBytes } from '@concert/contracts/core/ids';
import { disputeClosedV1, disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { refundFailedV1 } from '@concert/contracts/payment/refunds';
import { until } from '@concert/test-kit/until';
import { hashOfTicket, RunningBooking } from '../running-booking.harness.ts';

const GENERAL = priceMinor('General Seating', 2);
const PREMIUM = priceMinor('Premium Seating', 6);
const VIP = priceMinor('VIP Seating', 6);
const booking = new RunningBooking();
const organiser = booking.person('organiser');
const fresh = () => ({ ...organiser, signedInAt: new Date().toISOString() });
let made = 0;

/** What the payment provider knows about a booking that this database lost. */
function remembered(seating = 'General Seating', tickets = 2, amountMinor = GENERAL) {
  made += 1;
  const who = booking.person();
  return {
    who,
    asked: {
      ...{ bookingId: idFromBytes('booking', new Uint8Array(17).fill(made)), userId: who.userId, email: who.email },
      ...{ seating, tickets, amountMinor },
    },
  };
}

const restore = (asked: object, caller = booking.payment) => booking.ask('POST', '/internal/bookings/restore', { body: asked, caller });
const listed = async () =>
  (await booking.ask('GET', '/internal/booking-money', { caller: booking.payment })).body.items as {
    bookingId: string;
    status: string;
    price: { amountMinor: number };
  }[];
beforeAll(() => booking.start(), 60_000);
afterAll(() => booking.stop());

describe('F34 a booking that only the payment provider remembers', () => {
  it('comes back without seats, and is sold its seats by the news that it is paid', async () => {
    const { who, asked } = remembered();
    expect((await restore(asked)).body).toEqual({ known: false });
    expect((await restore(asked)).body).toEqual({ known: true });
    expect(await booking.status(who, asked.bookingId)).toBe('expired');
    await booking.settled(asked.bookingId, GENERAL);
    await booking.becomes(who, asked.bookingId, 'paid');
    expect(await listed()).toContainEqual(
      expect.objectContaining({ bookingId: asked.bookingId, status: 'paid', price: { amountMinor: GENERAL, currency: 'USD' } }),
    );
  });

  it('B4-527 keeps the price that its payment page asked for, whatever its category costs now', async () => {
    const { who, asked } = remembered('General Seating', 2, 4_400);
    await restore(asked);
    await booking.settled(asked.bookingId, 4_400);
    await booking.becomes(who, asked.bookingId, 'paid');
    expect(await listed()).toContainEqual(
      expect.objectContaining({ bookingId: asked.bookingId, price: { amountMinor: 4_400, currency: 'USD' } }),
    );
  });

  it('goes back to its buyer where the seats are somebody else’s by now', async () => {
    await booking.setCapacity('VIP Seating', 6);
    await booking.paid(booking.person(), { seating: 'VIP Seating', notickets: 6 });
    const { who, asked } = remembered('VIP Seating', 6, VIP);
    await restore(asked);
    await booking.settled(asked.bookingId, VIP);
    await booking.becomes(who, asked.bookingId, 'late_paid');
  });

  it('that is known stays as it is, and only svc-payment may ask', async () => {
    const who = booking.person();
    const id = await booking.paid(who);
    const { asked } = remembered();
    expect((await restore({ ...asked, bookingId: id, userId: who.userId, email: who.email, tickets: 6 })).body).toEqual({ known: true });
    expect(await booking.status(who, id)).toBe('paid');
    expect((await restore(remembered().asked, booking.notify)).status).toBe(404);
    expect((await restore({ ...remembered().asked, tickets: 7 })).status).toBe(422);
  });
});

describe('F44 a disputed payment', () => {
  const dispute = (id: string, amountMinor: number) => ({
    bookingId: id as never,
    checkoutSessionId: 'cs_test_1',
    disputeId: `du_${id}`,
    amount: { amountMinor, currency: 'USD' as const },
  });
  const opened = (id: string, amountMinor = GENERAL, asked: { reason?: string; answerBy?: string } = {}, version = 1) => {
    const fact = { ...dispute(id, amountMinor), openedAt: booking.clock.now().toISOString(), reason: 'fraudulent', ...asked };
    return booking.publish(disputeOpenedV1, fact, undefined, 1, version);
  };
  const closed = (id: string, outcome: 'won' | 'lost', amountMinor = GENERAL, version = 2) => {
    const fact = { ...dispute(id, amountMinor), outcome, closedAt: booking.clock.now().toISOString() };
    return booking.publish(disputeClosedV1, fact, undefined, 1, version);
  };
  const stands = (id: string, wanted: string) => until(`its dispute is ${wanted}`, () => seen(id), wanted);
  const seen = async (id: string, who = organiser) =>
    (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body.dispute as string | undefined;

  const found = async (search: string) =>
    (
      (await booking.ask('POST', '/api/get-bookings', { who: organiser, body: { email: organiser.email, search } })).body as {
        id: string;
        dispute?: string;
      }[]
    ).map((row) => [row.id, row.dispute]);
  const ticketIds = async (id: string) =>
    (await booking.database.collection<{ _id: string; ticketIds: string[] }>('reserve-your-seat').findOne({ _id: id }))!.ticketIds;
  const scanned = async (id: string, index = 0) => booking.scan((await ticketIds(id))[index]!.slice(3));
  const listedAtTheDoor = async (id: string) => {
    const own = (await ticketIds(id)).map(hashOfTicket);
    return ((await booking.ask('GET', '/api/door/list', { who: organiser })).body.items as ListedTicket[]).filter(({ ticketHash }) =>
      own.includes(ticketHash),
    );
  };
  const moneyTold = async (id: string) => {
    const { body } = await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who: organiser });
    const { booking: told, entries } = body as Timeline;
    const money = entries.flatMap((entry) => (entry.kind === 'money' ? [[entry.what, entry.reference] as const] : []));
    return { dispute: told.dispute, disputes: money.filter(([what]) => what.startsWith('dispute-')) };
  };

  it('B3-510 is told with the booking, in report, timeline and at the door, and what the bank decided stays on it', async () => {
    const who = booking.person();
    const id = await booking.paid(who);
    await opened(id);
    await stands(id, 'open');
    expect(await seen(id, who)).toBe('open');
    expect(await found('disputed')).toEqual([[id, 'open']]);
    expect(await scanned(id)).toMatchObject({ outcome: 'admitted', ticket: { disputed: true } });
    expect(await listedAtTheDoor(id)).toMatchObject([
      { state: 'valid', disputed: true },
      { state: 'valid', disputed: true },
    ]);
    await closed(id, 'lost');
    await stands(id, 'lost');
    expect(await found('disputed')).toEqual([[id, 'lost']]);
    // The bank gave the money back, so the tickets count as refunded at every door, online or offline.
    const before = (await booking.ask('GET', '/api/door', { who: organiser })).body.expected as number;
    expect(await scanned(id, 1)).toMatchObject({ outcome: 'refused', reason: 'refunded' });
    expect((await listedAtTheDoor(id)).map(({ state, disputed }) => [state, disputed])).toEqual([
      ['refunded', undefined],
      ['refunded', undefined],
    ]);
    const told = () => moneyTold(id);
    expect(await until('the timeline tells it', told, ({ disputes }) => disputes.length === 2)).toEqual({
      dispute: 'lost',
      disputes: [
        ['dispute-open', `du_${id}`],
        ['dispute-lost', `du_${id}`],
      ],
    });
    expect(await found(`du_${id}`)).toEqual([[id, 'lost']]);
    await booking.paid(booking.person());
    expect((await booking.ask('GET', '/api/door', { who: organiser })).body.expected).toBe(before + 2);
  });

  it('B6-545 stands with its last day to answer, the one that comes first at the top, until the bank has decided', async () => {
    const listedAs = async () => {
      const { disputes } = (await booking.ask('GET', '/api/disputes', { who: organiser })).body as { disputes: { bookingId: string }[] };
      return disputes.filter(({ bookingId }) => own.includes(bookingId)).map(({ bookingId, ...rest }) => [own.indexOf(bookingId), rest]);
    };
    const own = [await booking.paid(booking.person()), await booking.paid(booking.person())];
    const [late, soon] = ['2027-02-09T23:59:59.000Z', '2027-02-01T23:59:59.000Z'];
    await opened(own[0]!, GENERAL, { reason: 'product_not_received', answerBy: late });
    await opened(own[1]!, GENERAL, { answerBy: soon });
    const [name, amount] = [expect.any(String), { amountMinor: GENERAL, currency: 'USD' }];
    const rows = [
      [1, { name, amount, reason: 'fraudulent', answerBy: soon }],
      [0, { name, amount, reason: 'product_not_received', answerBy: late }],
    ];
    expect(await until('both are listed', listedAs, (found) => found.length === 2)).toEqual(rows);
    expect((await booking.ask('GET', `/api/ticket-bookings/${own[0]}/timeline`, { who: organiser })).body.booking).toMatchObject({
      disputeReason: 'product_not_received',
      answerBy: late,
    });
    await closed(own[1]!, 'won');
    await until('the bank decided', listedAs, (found) => found.length === 1);
    // It thinks again.
    await opened(own[1]!, GENERAL, { answerBy: '2027-02-20T23:59:59.000Z' }, 3);
    const again = [1, { name, amount, reason: 'fraudulent', answerBy: '2027-02-20T23:59:59.000Z' }];
    expect(await until('it is listed again', listedAs, (found) => found.length === 2)).toEqual([rows[1], again]);
    expect((await booking.ask('GET', '/api/disputes', { who: booking.person() })).status).toBe(403);
  });

  it('B6-548 is answered with one file of all that belongs to it, which is noted and for organisers only', async () => {
    const who = booking.person();
    const id = await booking.paid(who);
    const make = (by = organiser) => booking.ask('POST', `/api/ticket-bookings/${id}/dispute-file`, { who: by });
    expect((await make()).body.code).toBe('booking.not_disputed');
    await opened(id, GENERAL, { reason: 'product_not_received', answerBy: '2027-02-01T23:59:59.000Z' });
    await stands(id, 'open');
    await scanned(id);
    booking.mailsOfBookings = [
      {
        ...{ id: idFromBytes('mail', new Uint8Array(17)), kind: 'ticket', subjectId: id, state: 'accepted', attempts: 1 },
        ...{ createdAt: '2026-11-01T12:00:00.000Z', sentAt: '2026-11-01T12:00:01.000Z', delivery: 'delivered' },
        deliveryAt: '2026-11-01T12:00:05.000Z',
      },
    ];
    const { text, sections } = (await make()).body as { text: string; sections: { title: string; lines: string[] }[] };
    for (const said of [
      id,
      'product_not_received',
      who.email,
      'Tickets: sent on 11/01/2026',
      'delivered on',
      'shown and let in on',
      '2 of General',
    ])
      expect(text).toContain(said);
    for (const { title, lines } of sections) for (const said of [title, ...lines]) expect(text).toContain(said);
    expect((await booking.ask('GET', '/api/audit-log?act=dispute-file.exported', { who: organiser })).body.items[0]).toMatchObject({
      by: { id: organiser.userId },
      bookingId: id,
    });
    expect((await make(booking.person())).status).toBe(403);
  });

  it('B3-516 that is lost leaves its seats taken until an organiser frees them, once, by an act that is kept; it counts as charged', async () => {
    const who = booking.person();
    const seating = 'Premium Seating';
    const id = await booking.paid(who, { seating, notickets: 4 });
    const sold = async () => (await booking.database.collection<{ _id: string; sold: number }>('stock').findOne({ _id: seating }))!.sold;
    const line = () => booking.reportLine(seating);
    const free = () => booking.ask('POST', `/api/ticket-bookings/${id}/free-seats`, { who: fresh() });
    const [soldBefore, before] = [await sold(), await line()];
    expect((await free()).body.code).toBe('booking.not_lost');
    await opened(id, PREMIUM);
    await stands(id, 'open');
    expect((await free()).body.code).toBe('booking.not_lost');
    await closed(id, 'lost', PREMIUM);
    await stands(id, 'lost');
    expect([await sold(), await booking.status(who, id)]).toEqual([soldBefore, 'paid']);
    const lost = await line();
    expect(lost).toEqual(before);
    const answers = await Promise.all([free(), free(), free()]);
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(Array.from({ length: 3 }, () => [200, 'charged_back']));
    expect([await sold(), await booking.status(who, id)]).toEqual([soldBefore - 4, 'charged_back']);
    const after = await line();
    expect([after.chargedMinor, after.sold, after.tickets]).toEqual([lost.chargedMinor, lost.sold - 4, lost.tickets - 4]);
    expect(await scanned(id)).toMatchObject({ outcome: 'refused', reason: 'refunded' });
    expect((await booking.ask('POST', '/api/get-booking-details', { who, body: { reference: id } })).body[0]).not.toHaveProperty('tickets');
    const { body } = await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who: organiser });
    expect((body as Timeline).entries.filter(({ kind }) => kind === 'act')).toMatchObject([
      { entry: { act: 'booking.seats-freed', by: { id: organiser.userId }, detail: { seating, tickets: 4, lostMinor: PREMIUM } } },
    ]);
    expect(await listed()).toContainEqual(
      expect.objectContaining({ bookingId: id, status: 'charged_back', price: { amountMinor: PREMIUM, currency: 'USD' } }),
    );
    // Late news of an earlier refund attempt changes nothing.
    await booking.publish(refundFailedV1, {
      bookingId: id as never,
      checkoutSessionId: 'cs_test_1',
      refundId: 'rf_1',
      amount: { amountMinor: PREMIUM, currency: 'USD' },
      attempt: 1,
      reason: 'disputed',
      failedAt: booking.clock.now().toISOString(),
    });
    const document = () => booking.database.collection<{ _id: string; refund?: object }>('reserve-your-seat').findOne({ _id: id });
    await until('it is heard', document, (found) => found?.refund !== undefined);
    expect([await sold(), await booking.status(who, id)]).toEqual([soldBefore - 4, 'charged_back']);
  });

  it('B3-565 that goes on after its end, lost and won after all, is told each time, and its money counts as ours again', async () => {
    const id = await booking.paid(booking.person());
    const stored = booking.database.collection<{ _id: string; lostMinor?: number }>('reserve-your-seat');
    const lost = async () => (await stored.findOne({ _id: id }))?.lostMinor ?? 0;
    await closed(id, 'lost');
    await stands(id, 'lost');
    expect(await lost()).toBe(GENERAL);
    await opened(id, GENERAL, {}, 3);
    await opened(id, GENERAL, { answerBy: '2027-02-20T23:59:59.000Z' }, 4);
    await closed(id, 'won', GENERAL, 5);
    await stands(id, 'won');
    expect(await lost()).toBe(0);
    expect(await scanned(id)).toMatchObject({ outcome: 'admitted' });
    const states = async () => (await moneyTold(id)).disputes.map(([what]) => what);
    await until('the timeline tells it', states, (all) => all.length === 3);
    expect(await states()).toEqual(['dispute-lost', 'dispute-open', 'dispute-won']);
  });
});
