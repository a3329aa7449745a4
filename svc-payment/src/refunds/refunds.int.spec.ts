import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import { fillPath, type Route } from '@concert/contracts/core/route';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { refundFailedV1, refundIssuedV1, refundMailRequestedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { until, untilAnswered } from '@concert/test-kit/until';
import { RunningPayment } from '../running-payment.harness.ts';
import { refundsCollection } from './rules/refund.schema.ts';

const PRICE = priceMinor('General Seating', 2);
const payment = new RunningPayment();
let organiser: Identity;
let other: Identity;

const sold = payment.sold.bind(payment);
const trigger = (id: string, who = organiser, key?: string) => payment.refund(id, who, key);
const atProvider = async (id: BookingId) => {
  const { refunds, intents } = (await (await fetch(`${payment.standin.url}/_admin/state`)).json()) as {
    refunds: { id: string; payment_intent: string }[];
    intents: { id: string; metadata: { bookingId?: string } }[];
  };
  return refunds.filter(({ payment_intent }) => intents.find((intent) => intent.id === payment_intent)?.metadata.bookingId === id);
};
const mailsOf = async (id: BookingId) =>
  (await payment.facts(id)).filter(({ type }) => type === refundMailRequestedV1.type).map(({ data }) => data['kind']);
const typesOf = async (id: BookingId) =>
  (await payment.facts(id)).map(({ type }) => type).filter((type) => type.startsWith('payment.refund.'));

beforeAll(async () => {
  await payment.open();
  organiser = payment.person('organiser');
  other = payment.person('organiser');
}, 90_000);

afterAll(() => payment.close());

describe('a second person', () => {
  afterEach(() => {
    payment.neighbours.approvalRefusal = undefined;
  });

  it('B9-628 is asked for before money goes back; without their word nothing is stored or sent', async () => {
    const { id } = await sold();
    payment.neighbours.approvalRefusal = 'request.approval_needed';
    expect((await trigger(id, organiser, 'key-of-one-press')).body.code).toBe('request.approval_needed');
    const action = { kind: 'refund', bookingId: id, amountMinor: PRICE, attempt: 1 };
    expect(payment.neighbours.askedFor.at(-1)).toEqual({ userId: organiser.userId, action });
    payment.neighbours.approvalRefusal = 'request.approval_refused';
    expect((await trigger(id)).body.code).toBe('request.approval_refused');
    expect([await atProvider(id), await payment.rows(refundsCollection.name).countDocuments({ bookingId: id })]).toEqual([[], 0]);
    payment.neighbours.approvalRefusal = undefined;
    expect((await trigger(id, organiser, 'key-of-one-press')).body.success).toBe(true);
    // What cannot start asks nobody.
    const asked = payment.neighbours.askedFor.length;
    expect((await trigger(id)).body.success).toBe(false);
    expect(payment.neighbours.askedFor).toHaveLength(asked);
  });

  it('B9-522 is what a stolen session lacks: it moves 0 cents over every route that moves money', async () => {
    const bookings = await Promise.all([sold(), sold(), sold()]);
    const before = await payment.rows(refundsCollection.name).countDocuments();
    payment.neighbours.approvalRefusal = 'request.approval_needed';
    const routes = Object.entries(paymentRoutes as Record<string, Route>).filter(([, { freshSignIn }]) => freshSignIn);
    const bodies: Record<string, (id: string) => object> = {
      triggerRefund: (id) => ({ id, email: organiser.email }),
      startCancellationRun: () => ({ confirmation: 'REFUND 3 PAYMENTS', explanation: 'None' }),
      chooseCancellationRow: () => ({ choice: 'retry' }),
      resolveMoneyTask: () => ({ note: 'None' }),
      returnPart: (id) => ({ id, email: organiser.email, tickets: [1], amountMinor: priceMinor('General Seating', 1), reason: 'None' }),
    };
    const stale = new Date(Date.now() - 16 * 60_000).toISOString();
    const codes = new Map<string, number>();
    for (let round = 0; round < 6; round += 1) {
      const tries = Array.from({ length: 10 }, (_, at) => {
        const [name, route] = routes[at % routes.length]!;
        const { id: bookingId } = bookings[round % bookings.length]!;
        // Taken from somebody who proved who they are long ago, or a moment ago.
        const who = round % 2 ? organiser : { ...organiser, signedInAt: stale };
        const path = fillPath(route.path, { runId: 'rn_00000000000000000000000000', bookingId });
        return payment.call<{ code?: string }>(route.method, path, {
          who,
          ...(bodies[name] ? { body: bodies[name](bookingId) } : {}),
          headers: { 'idempotency-key': randomUUID() },
        });
      });
      for (const { status, body } of await Promise.all(tries))
        codes.set(`${status} ${body.code}`, (codes.get(`${status} ${body.code}`) ?? 0) + 1);
    }
    expect([...codes.keys()].sort()).toEqual([
      '403 request.sign_in_again',
      '404 payment.run_not_found',
      '404 payment.task_not_found',
      '409 payment.concert_not_cancelled',
      '409 request.approval_needed',
    ]);
    expect([...codes.values()].reduce((sum, count) => sum + count)).toBe(60);
    await payment.run('return-money');
    expect(await payment.rows(refundsCollection.name).countDocuments()).toBe(before);
    for (const { id } of bookings) expect(await atProvider(id)).toEqual([]);
  });
});

describe('an organiser’s refund', () => {
  it('B3-513 S6-16 needs an organiser, who names the email of their own account', async () => {
    const { id } = await sold();
    for (const [path, more] of [
      ['/api/send-refund-link', {}],
      ['/api/send-refund-issued', {}],
      ['/api/trigger-refund', { id }],
    ] as const) {
      const code = async (who: Identity, body: object) =>
        (await payment.call<{ code: string }>('POST', path, { body: { ...more, ...body }, who })).body.code;
      expect(await code(payment.person('buyer'), {})).toBe('request.forbidden');
      expect(await code(organiser, {})).toBe('request.invalid');
      expect(await code(organiser, { email: 'somebody.else@example.org' })).toBe('booking.email_mismatch');
    }
    expect(await atProvider(id)).toEqual([]);
  });

  it('B3-507 F60 pressed ten times at once by each of two organisers makes one refund; the others are told "already"', async () => {
    const { id, who } = await sold();
    const press = (by: Identity) => untilAnswered(() => trigger(id, by));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => press(index % 2 ? organiser : other)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const started = answers.filter(({ body }) => body.success);
    expect(started.map(({ body }) => [body.details, body.row?.status])).toEqual([[{ firstname: who.name, lastname: '' }, 'refunded']]);
    for (const { body } of answers.filter((answer) => !answer.body.success))
      expect(body.error).toMatch(/^This booking (is already being|has already been) refunded$/);
    expect((await atProvider(id)).length).toBe(1);
    expect(await typesOf(id)).toEqual([refundStartedV1.type, refundIssuedV1.type]);
    expect(await mailsOf(id)).toEqual(['refund-started']);
    expect((await payment.facts(id)).filter(({ type }) => type === paymentActRecordedV1.type).map(({ data }) => data['act'])).toEqual([
      'refund.requested',
    ]);
    expect(await payment.ledger(id)).toEqual([
      ['captured', PRICE],
      ['refunded', PRICE],
    ]);
  });

  it('S3-24 S3-25 S7-30 S7-31 is chosen from a list with name, status, seating and tickets, by the key its row gives, and answers whose it is', async () => {
    const { id, who } = await sold();
    const row = await payment.refundRow(id, organiser);
    expect(row).toMatchObject({
      name: who.name,
      status: 'paid',
      seating: 'General Seating',
      notickets: 2,
      refundable: true,
      email: who.email,
      paidAt: expect.stringMatching(/Z$/),
    });
    expect((await trigger(row!.fkey)).body).toMatchObject({ success: true, details: { firstname: who.name, lastname: '' } });
    expect((await atProvider(id)).length).toBe(1);
  });

  it('B3-581 F62 a refund that fails days later is told, can be sent again, and its buyer is told once', async () => {
    const { id } = await sold();
    await trigger(id);
    const [made] = await atProvider(id);
    expect(
      (await payment.call<{ message: string }>('POST', '/api/send-refund-issued', { body: { email: organiser.email }, who: organiser }))
        .body.message,
    ).toMatch(/are being emailed/);
    payment.aheadMs += 2 * 24 * 60 * 60_000;
    await payment.dashboard(`refunds/${made!.id}`, { status: 'failed' });
    expect(await typesOf(id)).toEqual([refundStartedV1.type, refundIssuedV1.type, refundFailedV1.type]);
    expect(await payment.refundRow(id, organiser)).toMatchObject({
      status: 'refund_failed',
      refundable: true,
      amount: PRICE,
      refund: { state: 'failed', attempt: 1 },
    });
    const again = await trigger(id);
    expect(again.body.row).toMatchObject({ status: 'refunded', refund: { attempt: 2, state: 'succeeded' } });
    await payment.call('POST', '/api/send-refund-issued', { body: { email: organiser.email }, who: organiser });
    expect(await mailsOf(id)).toEqual(['refund-started', 'refund-issued']);
    expect(await payment.ledger(id)).toEqual([
      ['captured', PRICE],
      ['refunded', PRICE],
      ['refund_reversed', PRICE],
      ['refunded', PRICE],
    ]);
  });

  it('says what cannot be refunded, and why', async () => {
    const unpaid = await payment.page();
    expect((await trigger(unpaid.id)).body).toEqual({ success: false, error: 'Nothing to refund for this booking' });
    expect((await trigger('bk_00000000000000000000000000')).body).toEqual({ success: false, error: 'There is no such booking' });
    expect((await trigger('../../x')).body).toEqual({ success: false, error: 'There is no such booking' });
  });

  it('B3-509 is shown to whoever holds its link, and to nobody with another one', async () => {
    const { id } = await sold();
    await trigger(id);
    const refund = await payment.rows<{ _id: string; bookingId: string }>('refunds').findOne({ bookingId: id });
    expect((await payment.call('GET', `/internal/refunds/${refund!._id}/mail`)).status).toBe(404);
    const { RefundLink } = await import('./asking/refund-link.codec.ts');
    const secret = new URL(new RefundLink([payment.refundLinkKey], 'http://localhost').url(id, 0)).searchParams.get('ref2')!;
    const link = (ref: string, ref2: string) =>
      payment.call<{ amount: object; cardEnding: string; state: string; expectedBy: string }>('POST', `/api/refund-links/${ref}`, {
        body: { ref2 },
      });
    expect((await link(id, secret)).body).toMatchObject({
      state: 'succeeded',
      amount: { amountMinor: PRICE, currency: 'USD' },
      cardEnding: '4242',
      expectedBy: expect.any(String),
    });
    expect((await link(id, `${secret.slice(0, -1)}x`)).status).toBe(404);
  });
});

describe('a cancelled concert', () => {
  const runs = () =>
    payment.call<{ run: { id: string; state: string; rows: Record<string, number> } }>('GET', '/api/cancellation', { who: organiser });
  const start = (confirmation: string, explanation?: string) => payment.startRun({ confirmation }, organiser, explanation);

  it('B3-511 is counted against the provider, sends money only after each buyer’s mail, pauses, and waits for a person where a bank refuses', async () => {
    const [first, refused] = [await sold(), await sold()];
    expect((await start('REFUND 2 PAYMENTS')).body.code).toBe('payment.concert_not_cancelled');
    await payment.cancelConcert();
    // The provider has a payment for a booking that nobody here knows, so the sums differ.
    const stray = await sold();
    await payment.rows('payment-sessions').updateOne({ userbookingid: stray.id }, { $set: { standing: 'returned', holdsMoney: false } });
    const counted = await payment.dryRun(organiser);
    expect([counted.equal, counted.differences.map(({ kind }) => kind)]).toEqual([false, ['only at the provider']]);
    expect((await start(counted.confirmation)).body.code).toBe('payment.totals_differ');
    expect((await start('REFUND 999 PAYMENTS', 'A stray payment')).body.code).toBe('payment.confirmation_differs');
    payment.neighbours.approvalRefusal = 'request.approval_needed';
    expect((await start(counted.confirmation, 'A stray payment')).body.code).toBe('request.approval_needed');
    expect(payment.neighbours.askedFor.at(-1)?.action).toMatchObject({
      kind: 'refund-run',
      payments: counted.count,
      explanation: 'A stray payment',
    });
    expect((await runs()).body.run).toBeNull();
    payment.neighbours.approvalRefusal = undefined;
    // Money that comes or goes while somebody is asked makes it another run.
    payment.neighbours.whileAsked = () =>
      payment.rows('payment-sessions').updateOne({ userbookingid: first.id }, { $set: { holdsMoney: false } });
    expect((await start(counted.confirmation, 'A stray payment')).body.code).toBe('payment.money_changed');
    payment.neighbours.whileAsked = () => Promise.resolve();
    await payment.rows('payment-sessions').updateOne({ userbookingid: first.id }, { $set: { holdsMoney: true } });
    const { status, body: run } = await start(counted.confirmation, 'A stray payment');
    expect(status).toBe(201);
    expect((await start(counted.confirmation, 'A stray payment')).body.code).toBe('payment.run_under_way');
    await payment.run('refund-everybody');
    await payment.run('return-money');
    expect((await runs()).body.run.rows).toMatchObject({ waiting: counted.count, settled: 0 });
    expect((await mailsOf(first.id)).at(-1)).toBe('cancellation');
    // One buyer's bank will refuse; the other buyer's mail is accepted.
    await payment.faults({ failRefunds: true });
    await payment.mailAccepted(refused.id, { bookingId: refused.id });
    await payment.call('POST', `/api/cancellation/runs/${run.id}/pause`, { who: organiser });
    await payment.run('refund-everybody');
    expect(await atProvider(refused.id)).toEqual([]);
    await payment.call('POST', `/api/cancellation/runs/${run.id}/resume`, { who: organiser });
    await payment.run('refund-everybody');
    await payment.run('return-money');
    await payment.faults({ failRefunds: false });
    const failed = await payment.call<{ items: { bookingId: string; state: string; name: string }[] }>(
      'GET',
      `/api/cancellation/runs/${run.id}/rows?state=failed`,
      { who: organiser },
    );
    expect(failed.body.items).toMatchObject([{ bookingId: refused.id, state: 'failed', name: refused.who.name }]);
    expect((await runs()).body.run.rows).toMatchObject({ failed: 1, settled: 0 });
    const retry = { body: { choice: 'retry' }, who: organiser };
    const retried = await untilAnswered(() => payment.call('POST', `/api/cancellation/runs/${run.id}/rows/${refused.id}/choice`, retry));
    expect(retried).toMatchObject({ body: { state: 'settled' } });
    // A mail without an outcome holds the money for half an hour, not for ever.
    payment.aheadMs += 31 * 60_000;
    await until(
      'the run is over',
      async () => {
        await payment.run('refund-everybody');
        await payment.run('return-money');
        return (await runs()).body.run;
      },
      ({ state, rows }) => state === 'finished' && rows['settled'] === counted.count,
      { withinMs: 30_000 },
    );
    expect((await mailsOf(first.id)).filter((kind) => kind !== 'refund-started')).toEqual(['cancellation']);
    expect((await mailsOf(refused.id)).filter((kind) => kind !== 'refund-started')).toEqual(['cancellation']);
    expect((await atProvider(first.id)).length).toBe(1);
  });

  it('money given in another way is sent back by no button and no later run, and the count says that the provider still holds it', async () => {
    const { id } = await sold();
    await trigger(id);
    const [made] = await atProvider(id);
    await payment.dashboard(`refunds/${made!.id}`, { status: 'failed' });
    const run = (await runs()).body.run;
    await payment.rows('refunds').updateOne({ bookingId: id }, { $set: { runId: run.id } });
    expect(
      (
        await payment.call<{ state: string }>('POST', `/api/cancellation/runs/${run.id}/rows/${id}/choice`, {
          body: { choice: 'settled otherwise' },
          who: organiser,
        })
      ).body.state,
    ).toBe('settled');
    expect((await trigger(id)).body).toEqual({ success: false, error: 'This booking has already been refunded' });
    expect(await payment.refundRow(id, organiser)).toBeUndefined();
    const { equal, differences } = await payment.dryRun(organiser);
    expect([equal, differences.find(({ bookingId }) => bookingId === id)?.kind]).toEqual([false, 'only at the provider']);
    expect(
      (await payment.call('POST', `/api/cancellation/runs/${run.id}/rows/${id}/choice`, { body: { choice: 'retry' }, who: organiser })).body
        .code,
    ).toBe('payment.row_not_waiting');
  });
});
