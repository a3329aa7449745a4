import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import { mailGivenUpV1 } from '@concert/contracts/notify/events';
import type { CancellationRow, RunView } from '@concert/contracts/payment/cancellation';
import { refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { randomIds } from '@concert/service-kit/process/clock';
import { until } from '@concert/test-kit/until';
import { ShowRefund } from '../refunds/asking/show-refund.ts';
import { RunningPayment } from '../running-payment.harness.ts';

const payment = new RunningPayment();
const organiser = payment.person('organiser');
type Asked = { refundId: string; bookingId: BookingId; others: BookingId[]; kind: string };

const sold = async (who: Identity) => (await payment.sold({ who })).id;
const asked = async (ids: readonly string[]) => {
  const rows = await payment
    .rows<{ envelope: { data: Asked } }>('outbox')
    .find({ 'envelope.type': refundMailRequestedV1.type, 'envelope.data.bookingId': { $in: ids } })
    .toArray();
  return rows.map(({ envelope }) => envelope.data);
};

const started = async () => (await payment.startRun(await payment.dryRun(organiser), organiser, 'a test')).body;

const beat = async () => {
  // Two processes do it at once.
  await Promise.all([payment.run('refund-everybody'), payment.run('refund-everybody')]);
  await payment.run('return-money');
};
const state = async () => (await payment.call<{ run: RunView }>('GET', '/api/cancellation', { who: organiser })).body.run;
const rowsOf = async ({ id }: RunView, query = '') =>
  payment.call<{ items: CancellationRow[]; next?: string }>('GET', `/api/cancellation/runs/${id}/rows${query}`, { who: organiser });

beforeAll(async () => {
  await payment.open();
  await payment.cancelConcert();
}, 90_000);
afterAll(() => payment.close());

describe('a run', () => {
  it('B2-610 writes to a buyer of several bookings once, names them all, and sends all their money when that mail was taken', async () => {
    const [many, single] = [payment.person(), payment.person()];
    const own = [await sold(many), await sold({ ...many, email: many.email.toUpperCase() }), await sold(many)];
    const other = await sold(single);
    const run = await started();
    await beat();
    await beat();
    const mails = await asked([...own, other]);
    expect(mails.map(({ kind }) => kind)).toEqual(['cancellation', 'cancellation']);
    expect(mails.map(({ bookingId, others }) => [bookingId, ...others].sort()).sort((a, b) => a.length - b.length)).toEqual([
      [other],
      own.toSorted(),
    ]);
    expect((await state()).rows).toMatchObject({ waiting: 4, settled: 0 });
    const mail = mails.find(({ bookingId }) => own.includes(bookingId))!;
    const words = await payment.service.app.get(ShowRefund).mailContent(mail.refundId as never);
    expect([words.bookingId, ...words.others.map(({ bookingId }) => bookingId)].sort()).toEqual(own.toSorted());
    expect(new Set([words.refundUrl, ...words.others.map(({ refundUrl }) => refundUrl)]).size).toBe(3);
    await payment.mailAccepted(mail.bookingId, { runId: run.id }, 3);
    await beat();
    expect(await state()).toMatchObject({ state: 'running', rows: { waiting: 1, settled: 3 }, told: 3 });
    expect(await asked([...own, other])).toHaveLength(2);
  });

  it('does not wait for a mail that was given up: the money goes at once, and the run ends', async () => {
    const run = await state();
    const {
      items: [waiting],
    } = (await rowsOf(run, '?state=waiting')).body;
    await payment.publish(mailGivenUpV1, {
      mailId: randomIds.next('mail'),
      kind: 'cancellation',
      subjectId: waiting!.bookingId,
      givenUpAt: new Date().toISOString(),
    });
    const known = () => payment.rows('refunds').countDocuments({ runId: run.id, noticeGivenUpAt: { $type: 'date' } });
    await until('it is known', known, 1, { withinMs: 15_000 });
    await beat();
    await beat();
    expect(await state()).toMatchObject({ state: 'finished', rows: { waiting: 0, settled: 4 }, told: 3 });
  });

  it('B6-508 waits while the concert is on after all, and that is begun after another tells nobody twice of money that failed to go the first time', async () => {
    const who = payment.person();
    const first = await sold(who);
    const run = await started();
    await payment.reinstateConcert();
    await beat();
    expect(await asked([first])).toEqual([]);
    await payment.cancelConcert();
    await beat();
    await payment.mailAccepted(first, { runId: run.id }, 1);
    await payment.reinstateConcert();
    await beat();
    expect((await state()).rows).toMatchObject({ notified: 1, 'refund sent': 0 });
    await payment.cancelConcert();
    payment.standin.faults.failRefunds = true;
    await beat();
    payment.standin.faults.failRefunds = false;
    await beat();
    expect(await state()).toMatchObject({ state: 'finished', rows: { failed: 1 } });
    await started();
    await beat();
    await beat();
    expect(await state()).toMatchObject({ state: 'finished', rows: { settled: 1 }, told: 1 });
    expect(await asked([first])).toHaveLength(1);
  });
});

describe('money for a booking nobody has', () => {
  const trigger = async (id: string) => (await payment.refund(id, organiser)).body;

  it('B3-517 is listed as such and sent back like any other; its payer is told by what the payment knows of them', async () => {
    const who = payment.person();
    const page = await payment.paid({ who });
    expect(await trigger(page.id)).toEqual({ success: false, error: 'This payment has just arrived, please try again in a moment' });
    payment.held.delete(page.id);
    expect(await payment.refundRow(page.id, organiser)).toMatchObject({
      name: who.email,
      status: 'no_booking',
      seating: 'General Seating',
      notickets: 2,
      amount: priceMinor('General Seating', 2),
      refundable: true,
    });
    expect(await trigger(page.id)).toMatchObject({
      success: true,
      details: { firstname: who.email, lastname: '' },
      row: { status: 'no_booking', refund: { state: 'succeeded' } },
    });
    expect((await payment.refundsAt(page.intent)).map(([, status]) => status)).toEqual(['succeeded']);
    const [mail] = await asked([page.id]);
    expect(await payment.service.app.get(ShowRefund).mailContent(mail!.refundId as never)).toMatchObject({
      email: who.email,
      name: who.email,
      seating: 'General Seating',
      tickets: 2,
      others: [],
    });
    expect(await trigger('bk_00000000000000000000000000')).toEqual({ success: false, error: 'There is no such booking' });
  });
});
