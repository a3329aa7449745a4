import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListedTicket, ScanResult } from '@concert/contracts/booking/door';
import type { BookingView } from '@concert/contracts/booking/http';
import type { RefundBooking } from '@concert/contracts/booking/refunds';
import type { Report, ReportRow } from '@concert/contracts/booking/reports';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { Timeline } from '@concert/contracts/booking/timeline';
import { giftGivenV1 } from '@concert/contracts/payment/gifts';
import { refundFailedV1, refundIssuedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { randomIds } from '@concert/service-kit/process/clock';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { until } from '@concert/test-kit/until';
import { hashOfTicket, RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const organiser = booking.person('organiser');
const SEATING = 'General Seating';
const ONE = priceMinor(SEATING, 1);
let auth: IdentitySigner;
type Person = ReturnType<typeof booking.person>;

const view = async (who: Person, id: string) => (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body as BookingView;
const sold = async () => (await booking.database.collection<{ _id: string; sold: number }>('stock').findOne({ _id: SEATING }))!.sold;
const line = async () =>
  ((await booking.ask('GET', '/api/bookings-report', { who: organiser })).body as Report).categories.find(
    ({ category }) => category === SEATING,
  )!;
const door = async () => (await booking.ask('GET', '/api/door', { who: organiser })).body as { expected: number; listMark: string };
const scan = async (code: string) => {
  const scans = [{ scanId: randomUUID(), code, scannedAt: booking.clock.now().toISOString(), door: 'Main', admittedOffline: false }];
  return (await booking.ask('POST', '/api/door/scans', { who: organiser, body: { scans } })).body.results[0] as ScanResult;
};
const asked = async (id: string) =>
  (
    (await booking.ask('POST', '/internal/refund-bookings', { caller: booking.payment, body: { bookingIds: [id] } })).body
      .bookings as RefundBooking[]
  )[0]!;
const money = async (id: string) =>
  ((await booking.ask('GET', '/internal/booking-money', { caller: booking.payment })).body.items as { bookingId: string }[]).find(
    ({ bookingId }) => bookingId === id,
  );

interface Told {
  readonly tickets: number[];
  readonly amountMinor: number;
  readonly attempt: number;
  readonly returnId?: ReturnType<typeof newReturn>;
}
const newReturn = () => randomIds.next('refund');
const factOf = (id: string, { tickets, amountMinor, attempt, returnId = newReturn() }: Told) => ({
  bookingId: id as never,
  checkoutSessionId: `cs_test_${id.slice(3)}`,
  refundId: returnId,
  amount: { amountMinor, currency: 'USD' as const },
  attempt,
  part: { returnId, tickets },
});
const at = () => booking.clock.now().toISOString();
const started = (id: string, told: Told, times = 1) =>
  booking.publish(refundStartedV1, { ...factOf(id, told), cause: 'organiser', startedAt: at() }, undefined, times);
const issued = (id: string, told: Told) => booking.publish(refundIssuedV1, { ...factOf(id, told), issuedAt: at() });
const becomes = (who: Person, id: string, states: readonly string[]) =>
  until(
    `its partial returns are ${states.join()}`,
    async () => (await view(who, id)).returned?.map(({ state }) => state).join(),
    states.join(),
    { withinMs: 20_000 },
  );

beforeAll(async () => {
  auth = new IdentitySigner('svc-auth', booking.keys.settingsFor('svc-auth').IDENTITY_PRIVATE_KEY);
  await booking.start();
}, 60_000);
afterAll(() => booking.stop());

describe('a partial return', () => {
  it('B2-44 ends its tickets at the door and on the page, sells their seats again once, and stands in report, money and timeline', async () => {
    const who = booking.person();
    const id = await booking.paid(who, { notickets: 6 });
    const codes = (await view(who, id)).tickets!.map(({ code }) => code);
    const before = { sold: await sold(), line: await line(), door: await door() };
    const told: Told = { tickets: [2, 5], amountMinor: 2 * ONE, attempt: 1, returnId: newReturn() };
    await started(id, told, 3);
    await becomes(who, id, ['started']);
    expect(await view(who, id)).toMatchObject({
      status: 'paid',
      notickets: 4,
      amount: 6 * ONE,
      tickets: [1, 3, 4, 6].map((number) => ({ number })),
      returned: [{ tickets: [2, 5], amount: 2 * ONE, state: 'started' }],
    });
    expect(await sold()).toBe(before.sold - 2);
    expect(await scan(codes[1]!)).toMatchObject({ outcome: 'refused', reason: 'refunded', ticket: { number: 2, of: 6 } });
    expect(await scan(codes[2]!)).toMatchObject({ outcome: 'admitted', ticket: { number: 3, of: 6 } });
    const after = await door();
    expect([after.expected, after.listMark === before.door.listMark]).toEqual([before.door.expected - 2, false]);
    const { items } = (await booking.ask('GET', '/api/door/list', { who: organiser })).body as { items: ListedTicket[] };
    const { ticketIds } = (await booking.database
      .collection<{ _id: string; ticketIds: string[] }>('reserve-your-seat')
      .findOne({ _id: id }))!;
    expect(ticketIds.map((ticketId) => items.find(({ ticketHash }) => ticketHash === hashOfTicket(ticketId))?.state)).toEqual([
      'valid',
      'refunded',
      'valid',
      'valid',
      'refunded',
      'valid',
    ]);
    expect((await asked(id)).ticketsLeft).toEqual([1, 3, 4, 6].map((number) => ({ number, inside: number === 3 })));
    // The money counts once it has gone.
    expect([(await line()).returnedMinor - before.line.returnedMinor, await money(id)]).toMatchObject([
      0,
      { returned: { amountMinor: 0 } },
    ]);
    await issued(id, told);
    await becomes(who, id, ['issued']);
    const now = await line();
    expect([
      now.returnedMinor - before.line.returnedMinor,
      now.keptMinor - before.line.keptMinor,
      now.chargedMinor - before.line.chargedMinor,
      now.tickets - before.line.tickets,
      now.sold - before.line.sold,
    ]).toEqual([2 * ONE, -2 * ONE, 0, -2, -2]);
    expect(await money(id)).toMatchObject({ status: 'paid', price: { amountMinor: 6 * ONE }, returned: { amountMinor: 2 * ONE } });
    const rows = (await booking.ask('POST', '/api/get-bookings', { who: organiser, body: { email: organiser.email, search: id } }))
      .body as ReportRow[];
    expect(rows).toMatchObject([{ notickets: 4, amount: 6 * ONE, returned: 2 * ONE }]);
    const { entries } = (await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who: organiser })).body as Timeline;
    expect(entries.filter(({ kind }) => kind === 'money').map((entry) => 'what' in entry && entry.what)).toEqual(
      expect.arrayContaining(['settled', 'refund-started', 'refund-issued']),
    );

    // The rest is refunded: all seats have come back once.
    const whole = { ...factOf(id, { tickets: [], amountMinor: 4 * ONE, attempt: 2 }), part: undefined };
    await booking.publish(refundIssuedV1, { ...whole, issuedAt: at() });
    await booking.becomes(who, id, 'refunded');
    expect(await sold()).toBe(before.sold - 6);
    const end = await line();
    expect([end.returnedMinor - before.line.returnedMinor, end.keptMinor - before.line.keptMinor]).toEqual([6 * ONE, -6 * ONE]);
  });

  it('B2-53 is a gift where its money went to the welfare work: the seats are free, and the money counts as given', async () => {
    const who = booking.person();
    const id = await booking.paid(who, { notickets: 4 });
    const before = { sold: await sold(), line: await line() };
    const gift = (tickets: number[], amountMinor: number, attempt: number, endsBooking: boolean) =>
      booking.publish(giftGivenV1, {
        bookingId: id as never,
        checkoutSessionId: `cs_test_${id.slice(3)}`,
        giftId: newReturn(),
        attempt,
        amount: { amountMinor, currency: 'USD' },
        tickets,
        endsBooking,
        givenAt: at(),
      });
    await gift([4], ONE, 1, false);
    await becomes(who, id, ['issued']);
    expect(await view(who, id)).toMatchObject({ status: 'paid', notickets: 3, returned: [{ tickets: [4], amount: ONE, gift: true }] });
    expect(await money(id)).toMatchObject({ returned: { amountMinor: 0 }, given: { amountMinor: ONE } });
    await gift([1, 2, 3], 3 * ONE, 2, true);
    await booking.becomes(who, id, 'refunded');
    const { line: was } = before;
    const now = await line();
    expect([
      (await sold()) - before.sold,
      now.givenMinor - was.givenMinor,
      now.returnedMinor - was.returnedMinor,
      now.keptMinor - was.keptMinor,
    ]).toEqual([-4, 4 * ONE, 0, -4 * ONE]);
    const body = { email: organiser.email, search: id };
    expect((await booking.ask('POST', '/api/get-bookings', { who: organiser, body })).body).toMatchObject([
      { amount: 4 * ONE, given: 4 * ONE },
    ]);
    await until(
      'both gifts stand in its timeline',
      async () => {
        const { entries } = (await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who: organiser })).body as Timeline;
        return entries.filter((entry) => entry.kind === 'money' && entry.what === 'gift').length;
      },
      2,
      { withinMs: 20_000 },
    );
  });

  it('B2-44 whose money fails is no longer counted as returned, its tickets stay ended, and its buyer cannot be erased meanwhile', async () => {
    const who = booking.person();
    const id = await booking.paid(who, { notickets: 3 });
    const told: Told = { tickets: [3], amountMinor: ONE, attempt: 1, returnId: newReturn() };
    // News arrives in another order than it happened.
    await issued(id, told);
    await becomes(who, id, ['issued']);
    await started(id, told);
    const open = async () =>
      (await booking.ask('GET', `/internal/open-money/${who.userId}`, { caller: auth })).body.open as { why: string }[];
    expect(await open()).toEqual([]);
    const returned = (await line()).returnedMinor;
    await booking.publish(refundFailedV1, { ...factOf(id, told), reason: 'The card has expired', failedAt: at() });
    await becomes(who, id, ['failed']);
    expect((await line()).returnedMinor).toBe(returned - ONE);
    expect([(await view(who, id)).tickets?.map(({ number }) => number), (await open()).map(({ why }) => why)]).toEqual([
      [1, 2],
      ['refund_failed'],
    ]);
    await issued(id, { ...told, attempt: 2 });
    await becomes(who, id, ['issued']);
    expect([(await line()).returnedMinor, await open()]).toEqual([returned, []]);
  });
});
