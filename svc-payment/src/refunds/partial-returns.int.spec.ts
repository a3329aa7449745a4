import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingLatePaidV1, ticketsGivenBackV1 } from '@concert/contracts/booking/events';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Route } from '@concert/contracts/core/route';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import type { MoneyCheckResult } from '@concert/contracts/payment/money-check';
import { giftGivenV1 } from '@concert/contracts/payment/gifts';
import { refundMailRequestedV1, refundStartedV1, type RefundMail, type RefundRow } from '@concert/contracts/payment/refunds';
import { Transactions } from '@concert/service-kit/store/mongo';
import { ofLength, until } from '@concert/test-kit/until';
import { RunningPayment } from '../running-payment.harness.ts';
import { MongoLedger } from '../ledger/mongo-ledger.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { GiveBackTickets } from './asking/give-back-tickets.ts';

const ONE = priceMinor('General Seating', 1);
const payment = new RunningPayment();
let organiser: Identity;

interface Part {
  readonly tickets: readonly number[];
  readonly amountMinor: number;
  readonly reason?: string;
  readonly gift?: string;
}

const returnPart = (id: BookingId, part: Part, key: string = randomUUID()) =>
  payment.call<{ row: RefundRow }>('POST', '/api/partial-returns', {
    body: { id, email: organiser.email, reason: 'Two friends are ill', ...part },
    who: organiser,
    headers: { 'idempotency-key': key },
  });
const refund = (id: BookingId, key: string = randomUUID()) => payment.refund(id, organiser, key);
const give = (id: BookingId, tickets: number[], valid: number[]) =>
  payment.service.app.get(Transactions).run(async (transaction) => {
    const [session] = await payment.service.app.get(MongoSessions).ofBooking(id, transaction);
    return payment.service.app.get(GiveBackTickets).give(session!, { tickets, valid }, transaction);
  });
const told = async (id: BookingId) =>
  (await payment.facts(id))
    .filter(({ type }) => /^payment\.refund\.(started|issued|failed)\.v1$/.test(type))
    .map(({ type, data }) => [type.split('.')[2], (data['amount'] as { amountMinor: number }).amountMinor, data['part'] ?? 'whole']);
const checked = async () => {
  await payment.call('POST', '/api/money-proof', { who: organiser });
  await payment.run('check-money');
  const { body } = await payment.call<{ proof: MoneyCheckResult }>('GET', '/api/money-proof', { who: organiser });
  const { bookings, ledger, provider, givenMinor, settling, open } = body.proof;
  return { sums: [bookings.heldMinor, ledger.heldMinor, provider.heldMinor], givenMinor, settling, open };
};

beforeAll(async () => {
  await payment.open();
  organiser = payment.person('organiser');
}, 90_000);
afterAll(() => payment.close());
afterEach(() => {
  payment.neighbours.approvalRefusal = undefined;
});

describe('tickets given back after a postponement', () => {
  it('B2-549 send their share of the money back once, or all of it, however often it is told; the buyer is mailed once', async () => {
    const [some, all, refunded] = [
      await payment.sold({ tickets: 6 }),
      await payment.sold({ tickets: 2 }),
      await payment.sold({ tickets: 2 }),
    ];
    await refund(refunded.id);
    const messages = new Map([some, all, refunded].map(({ id }) => [id, randomUUID()]));
    const tell = ({ id }: { id: BookingId }, tickets: number[], valid: number[], because: 'choice' | 'silence') =>
      payment.publish(ticketsGivenBackV1, { bookingId: id, tickets, valid, gifts: 0, because }, { id: messages.get(id)! });
    for (let times = 0; times < 2; times += 1) {
      await tell(some, [3, 4, 5, 6], [1, 2, 3, 4, 5, 6], 'choice');
      await tell(all, [1, 2], [1, 2], 'silence');
      await tell(refunded, [1, 2], [1, 2], 'silence');
    }
    for (const { id } of [some, all]) await payment.untilTold(id, refundStartedV1);
    await payment.run('return-money');
    expect(await payment.refundsAt(some.intent)).toEqual([[4 * ONE, 'succeeded']]);
    expect(await payment.refundsAt(all.intent)).toEqual([[2 * ONE, 'succeeded']]);
    expect(await payment.refundsAt(refunded.intent)).toHaveLength(1);
    expect(await told(some.id)).toMatchObject([
      ['started', 4 * ONE, { tickets: [3, 4, 5, 6] }],
      ['issued', 4 * ONE, { tickets: [3, 4, 5, 6] }],
    ]);
    expect(await told(all.id)).toEqual([
      ['started', 2 * ONE, 'whole'],
      ['issued', 2 * ONE, 'whole'],
    ]);
    const mails = (await payment.facts(all.id)).filter(({ type }) => type === refundMailRequestedV1.type).map(({ data }) => data);
    expect(mails).toMatchObject([{ kind: 'refund-started' }]);
    expect((await payment.ask<RefundMail>(`/internal/refunds/${String(mails[0]!['refundId'])}/mail`)).cause).toBe('nothing chosen');
    Object.assign(payment.held.get(some.id)!, { returned: [3, 4, 5, 6], returnedMinor: 4 * ONE });
    for (const { id } of [all, refunded]) payment.held.get(id)!.status = 'refunded';
    expect(await checked()).toEqual({ sums: [2 * ONE, 2 * ONE, 2 * ONE], givenMinor: 0, settling: 0, open: 0 });
    // The other tests count all money there is.
    await refund(some.id);
    payment.held.get(some.id)!.status = 'refunded';
  });
});

describe('tickets whose seats someone took', () => {
  it('are refunded one after the other, each its share and once, in whatever order it is told; the last ends the booking', async () => {
    const { id, intent } = await payment.sold({ tickets: 3 });
    const tell = (...tickets: number[]) => {
      const fact = { bookingId: id, tickets, valid: [1, 2, 3], gifts: 0, because: 'taken' as const };
      return payment.publish(ticketsGivenBackV1, fact, { id: messages[tickets[0]!]! });
    };
    const messages = [0, 1, 2, 3].map(() => randomUUID());
    for (const number of [3, 1, 3, 2, 1]) await tell(number);
    await until(
      'three refunds are told',
      () => told(id),
      (facts) => facts.length >= 3,
      { withinMs: 15_000 },
    );
    await payment.run('return-money');
    expect(await payment.refundsAt(intent)).toEqual([1, 2, 3].map(() => [ONE, 'succeeded']));
    expect((await told(id)).filter(([step]) => step === 'started')).toMatchObject([
      ['started', ONE, { tickets: [3] }],
      ['started', ONE, { tickets: [1] }],
      ['started', ONE, 'whole'],
    ]);
    const [mail] = (await payment.facts(id)).filter(({ type }) => type === refundMailRequestedV1.type).map(({ data }) => data);
    expect((await payment.ask<RefundMail>(`/internal/refunds/${String(mail!['refundId'])}/mail`)).cause).toBe('tickets taken');
    Object.assign(payment.held.get(id)!, { status: 'refunded' });
  });
});

describe('a partial return', () => {
  it('B2-537 ends some tickets and sends their money back once; the rest of the booking stands, and can be refunded later', async () => {
    const { id, intent } = await payment.sold({ tickets: 6 });
    const key = randomUUID();
    const { status, body } = await returnPart(id, { tickets: [3, 4, 5, 6], amountMinor: 4 * ONE }, key);
    expect([status, body.row]).toMatchObject([
      200,
      {
        status: 'paid',
        amount: 2 * ONE,
        divisible: true,
        refundable: true,
        ticketsLeft: [
          { number: 1, inside: false },
          { number: 2, inside: false },
        ],
        refund: { state: 'succeeded', amount: 4 * ONE, part: { tickets: [3, 4, 5, 6] } },
      },
    ]);
    // Again under the same key, and under another one.
    expect((await returnPart(id, { tickets: [3, 4, 5, 6], amountMinor: 4 * ONE }, key)).body.row).toEqual(body.row);
    expect((await returnPart(id, { tickets: [6], amountMinor: 1_000 })).body.errors).toMatchObject([{ pointer: '/tickets' }]);
    expect(await payment.refundsAt(intent)).toEqual([[4 * ONE, 'succeeded']]);
    const part = { returnId: body.row.refund!.id, tickets: [3, 4, 5, 6] };
    expect(await told(id)).toEqual([
      ['started', 4 * ONE, part],
      ['issued', 4 * ONE, part],
    ]);
    const acts = (await payment.facts(id)).filter(({ type }) => type === paymentActRecordedV1.type).map(({ data }) => data);
    expect(acts).toMatchObject([
      {
        act: 'partial-return.requested',
        actor: organiser.userId,
        detail: { tickets: '3, 4, 5, 6', amountMinor: 4 * ONE, reason: 'Two friends are ill' },
      },
    ]);
    Object.assign(payment.held.get(id)!, { returned: [3, 4, 5, 6], returnedMinor: 4 * ONE });
    expect(await checked()).toEqual({ sums: [2 * ONE, 2 * ONE, 2 * ONE], givenMinor: 0, settling: 0, open: 0 });

    expect((await refund(id)).body).toMatchObject({ success: true, row: { status: 'refunded', amount: 2 * ONE, divisible: false } });
    expect(await payment.refundsAt(intent)).toEqual([
      [4 * ONE, 'succeeded'],
      [2 * ONE, 'succeeded'],
    ]);
    expect((await told(id)).slice(2)).toEqual([
      ['started', 2 * ONE, 'whole'],
      ['issued', 2 * ONE, 'whole'],
    ]);
    payment.held.get(id)!.status = 'refunded';
    expect(await checked()).toEqual({ sums: [0, 0, 0], givenMinor: 0, settling: 0, open: 0 });
  });

  it('B2-537 may be of money alone, and is told in a mail with what ended and what stays', async () => {
    const { id, intent } = await payment.sold({ tickets: 3 });
    await returnPart(id, { tickets: [], amountMinor: 500 });
    await returnPart(id, { tickets: [2], amountMinor: ONE });
    expect(await payment.refundsAt(intent)).toEqual([
      [500, 'succeeded'],
      [ONE, 'succeeded'],
    ]);
    const mails = (await payment.facts(id)).filter(({ type }) => type === refundMailRequestedV1.type);
    expect(mails.map(({ data }) => data['kind'])).toEqual(['refund-started', 'refund-started']);
    const [money, ticket] = await Promise.all(
      mails.map(({ data }) => payment.ask<RefundMail>(`/internal/refunds/${String(data['refundId'])}/mail`)),
    );
    expect(money).toMatchObject({ amount: { amountMinor: 500 }, part: { tickets: [], left: [1, 3] } });
    expect(ticket).toMatchObject({ amount: { amountMinor: ONE }, part: { tickets: [2], left: [1, 3] } });
    await payment.call('POST', '/api/send-refund-issued', { body: { email: organiser.email }, who: organiser });
    const issued = (await payment.facts(id)).filter(
      ({ type, data }) => type === refundMailRequestedV1.type && data['kind'] === 'refund-issued',
    );
    expect(issued).toHaveLength(2);
    Object.assign(payment.held.get(id)!, { returned: [2], returnedMinor: 3_000 });
  });

  it('B2-539 B3-528 counts as a big action, and is refused where it is none', async () => {
    const { id, intent } = await payment.sold({ tickets: 4, inside: [2], companions: [3] });
    const one: Part = { tickets: [4], amountMinor: ONE };
    const refusals: [Part, string, string?][] = [
      [{ tickets: [2], amountMinor: ONE }, 'payment.part_refused', 'Someone went in with ticket 2'],
      [{ tickets: [5], amountMinor: ONE }, 'payment.part_refused', 'The booking has no ticket 5 any more'],
      [{ tickets: [1, 2, 3, 4], amountMinor: ONE }, 'payment.part_refused'],
      [{ tickets: [1], amountMinor: ONE }, 'payment.part_refused', 'Ticket 3 is a companion’s and ends with ticket 1: return it, too'],
      [
        { tickets: [4], amountMinor: 4 * ONE },
        'payment.part_refused',
        'Less than $100.00 can be returned; to return all of it, refund the booking',
      ],
      [{ tickets: [1, 1], amountMinor: 100 }, 'request.invalid'],
      [{ tickets: [], amountMinor: 0 }, 'request.invalid'],
      [{ tickets: [1], amountMinor: 100, reason: ' ' }, 'request.invalid'],
    ];
    for (const [part, code, detail] of refusals) {
      const { body } = await returnPart(id, part);
      expect([part, body.code, ...(detail ? [(body as { detail?: string }).detail] : [])]).toEqual([
        part,
        code,
        ...(detail ? [detail] : []),
      ]);
    }
    const pending = await payment.page();
    expect((await returnPart(pending.id, one)).body.code).toBe('payment.not_found');
    const disputed = await payment.sold({ tickets: 3 });
    await payment.dashboard('disputes', { charge: disputed.charge, action: 'open' });
    expect((await returnPart(disputed.id, one)).body.code).toBe('payment.not_divisible');
    expect(payment.neighbours.askedFor.filter(({ action }) => action.kind === 'refund' && action.bookingId === id)).toEqual([]);

    payment.neighbours.approvalRefusal = 'request.approval_needed';
    const key = randomUUID();
    expect((await returnPart(id, one, key)).body.code).toBe('request.approval_needed');
    const action = { kind: 'refund', bookingId: id, amountMinor: ONE, attempt: 1 };
    expect(payment.neighbours.askedFor.at(-1)).toEqual({ userId: organiser.userId, action });
    expect(await payment.refundsAt(intent)).toEqual([]);
    payment.neighbours.approvalRefusal = undefined;
    expect((await returnPart(id, one, key)).status).toBe(200);
    expect(await payment.refundsAt(intent)).toEqual([[ONE, 'succeeded']]);
    Object.assign(payment.held.get(id)!, { returned: [4], returnedMinor: ONE, status: 'refund_requested' });
    expect((await returnPart(id, { tickets: [], amountMinor: 1 })).body.code).toBe('payment.not_divisible');
  });

  it('B2-552 B2-554 is a gift where its holder gives the money to the welfare work: an account of its own, and none goes back', async () => {
    const { id, intent } = await payment.sold({ tickets: 6 });
    const valid = [1, 2, 3, 4, 5, 6];
    const gift = await give(id, [5, 6], valid);
    expect(gift).toMatchObject({ amount: { amountMinor: 2 * ONE }, part: { tickets: [5, 6] }, endsBooking: false });
    expect(await give(id, [5, 6], valid)).toBeUndefined();
    expect(await payment.refundsAt(intent)).toEqual([]);
    expect((await payment.ledger(id)).map(([kind, amountMinor]) => [kind, amountMinor])).toEqual([
      ['captured', 6 * ONE],
      ['given', 2 * ONE],
    ]);
    const facts = (await payment.facts(id)).filter(({ type }) => type === giftGivenV1.type || type === refundMailRequestedV1.type);
    expect(facts.map(({ data }) => data)).toMatchObject([
      { giftId: gift!.id, attempt: 1, amount: { amountMinor: 2 * ONE }, tickets: [5, 6], endsBooking: false },
      { refundId: gift!.id, kind: 'gift-receipt' },
    ]);
    expect(await payment.ask<RefundMail>(`/internal/refunds/${gift!.id}/mail`)).toMatchObject({
      cause: 'gift',
      amount: { amountMinor: 2 * ONE },
      part: { tickets: [5, 6], left: [1, 2, 3, 4] },
    });
    Object.assign(payment.held.get(id)!, { returned: [5, 6], givenMinor: 2 * ONE });
    // The rest goes back without what was given, and no mail says that the gift was sent back.
    expect((await refund(id)).body).toMatchObject({ success: true, row: { status: 'refunded', amount: 4 * ONE } });
    expect(await payment.refundsAt(intent)).toEqual([[4 * ONE, 'succeeded']]);
    payment.held.get(id)!.status = 'refunded';
    // A receipt that is written only now promises no ticket.
    expect((await payment.ask<RefundMail>(`/internal/refunds/${gift!.id}/mail`)).part).toEqual({ tickets: [5, 6], left: [] });
    const whole = await payment.sold({ tickets: 2 });
    expect(await give(whole.id, [1, 2], [1, 2])).toMatchObject({ amount: { amountMinor: 2 * ONE }, endsBooking: true });
    expect((await refund(whole.id)).body).toMatchObject({ success: false, error: 'This booking has already been refunded' });
    Object.assign(payment.held.get(whole.id)!, { status: 'refunded', givenMinor: 2 * ONE });
    expect(await checked()).toMatchObject({ settling: 0, open: 0, givenMinor: 4 * ONE });
    const counted = await payment.dryRun(organiser);
    expect([counted.equal, counted.given]).toEqual([true, { count: 2, total: { amountMinor: 4 * ONE, currency: 'USD' } }]);
  });

  const GIFT = 2_000;

  it('is a gift where it was paid beside the seats: given when they are sold, left by their refund, and sent back once, by itself', async () => {
    const page = await payment.page({ giftMinor: GIFT });
    const { id } = page;
    const { amount_total: total, metadata, url } = await payment.stripe.checkout.sessions.retrieve(page.checkoutSessionId);
    expect([total, metadata?.['giftMinor']]).toEqual([2 * ONE + GIFT, '2000']);
    expect(await (await fetch(url!)).text()).toContain('2 tickets: 50.00 USD; Gift to the welfare work: 20.00 USD');
    await payment.pay(page);
    const { payment_intent: intent } = await payment.stripe.checkout.sessions.retrieve(page.checkoutSessionId);
    expect((await payment.facts(id)).map(({ data }) => data)).toMatchObject([{ amount: { amountMinor: 2 * ONE + GIFT }, giftMinor: GIFT }]);
    await Promise.all([payment.tellSold(id), payment.tellSold(id)]);
    await payment.untilStanding(id, 'booked');
    expect(await payment.ledger(id)).toEqual([
      ['captured', 2 * ONE + GIFT],
      ['given', GIFT],
    ]);
    const given = (await payment.facts(id)).filter(({ type }) => type === giftGivenV1.type);
    expect(given.map(({ data }) => data)).toMatchObject([{ amount: { amountMinor: GIFT }, tickets: [], endsBooking: false }]);
    Object.assign(payment.held.get(id)!, { status: 'paid', givenMinor: GIFT });
    const { row } = (await refund(id)).body;
    expect(row).toMatchObject({ status: 'refunded', amount: 2 * ONE, gift: { amount: GIFT } });
    payment.held.get(id)!.status = 'refunded';
    expect(await checked()).toMatchObject({ settling: 0, open: 0 });
    const gift = row!.gift!.id;
    const back = (part: Partial<Part>) => returnPart(id, { tickets: [], amountMinor: GIFT, gift, ...part });
    expect((await back({ amountMinor: 100 })).body).toMatchObject({ code: 'payment.part_refused', errors: [{ field: 'amountMinor' }] });
    expect((await back({ tickets: [1] })).body).toMatchObject({ code: 'payment.part_refused', errors: [{ field: 'tickets' }] });
    const presses = await Promise.all([back({}), back({})]);
    expect(presses.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'payment.not_divisible']);
    expect(await payment.refundsAt(intent as string)).toEqual([
      [2 * ONE, 'succeeded'],
      [GIFT, 'succeeded'],
    ]);
    expect((await payment.ledger(id)).slice(3)).toEqual([
      ['given_reversed', GIFT],
      ['refunded', GIFT],
    ]);
    expect((await told(id)).slice(2)).toEqual(['started', 'issued'].map((step) => [step, GIFT, { returnId: gift, tickets: [] }]));
    const acts = (await payment.facts(id)).filter(({ data }) => data['act'] === 'gift.sent-back');
    expect(acts).toMatchObject([{ data: { bookingId: id, detail: { amountMinor: GIFT, reason: 'Two friends are ill' } } }]);
    Object.assign(payment.held.get(id)!, { givenMinor: 0, returnedMinor: GIFT });
    expect(await checked()).toMatchObject({ settling: 0, open: 0 });
  });

  it('goes back with a payment that is not honoured, with a second one, to a bank that takes the money, and with no return of tickets', async () => {
    const late = await payment.paid({ giftMinor: GIFT });
    const amount = { amountMinor: 2 * ONE + GIFT, currency: 'USD' as const };
    payment.held.get(late.id)!.status = 'late_paid';
    await payment.publish(bookingLatePaidV1, { ...payment.bookingData(late.id), amount, checkoutSessionId: late.checkoutSessionId });
    const twice = await payment.sold({ giftMinor: GIFT });
    payment.held.get(twice.id)!.givenMinor = GIFT;
    const ours = { payment_intent_data: { metadata: { bookingId: twice.id } } };
    const second = await payment.foreignPage(twice, 2, { unit_amount: 2 * ONE + GIFT }, ours);
    await payment.pay(second);
    for (const { id } of [late, twice])
      await until(
        'all of it goes back',
        () => payment.run('return-money').then(() => payment.ledger(id)),
        (found) => found.some(([kind, minor]) => kind === 'refunded' && minor === 2 * ONE + GIFT),
      );
    expect(await payment.ledger(late.id)).not.toContainEqual(['given', GIFT]);
    expect(await payment.ledger(twice.id)).toContainEqual(['given', GIFT]);
    // A return that is told before the sale waits, and takes nothing of the gift.
    const part = await payment.paid({ giftMinor: GIFT });
    await payment.publish(ticketsGivenBackV1, { bookingId: part.id, tickets: [1], valid: [1, 2], gifts: 0, because: 'choice' });
    await payment.tellSold(part.id);
    const parted = () => payment.run('return-money').then(() => payment.refundsAt(part.intent));
    expect(await until('its share goes back', parted, ofLength(1), { withinMs: 20_000 })).toEqual([[ONE, 'succeeded']]);
    Object.assign(payment.held.get(part.id)!, { returned: [1], returnedMinor: ONE, givenMinor: GIFT });
    const lost = await payment.sold({ giftMinor: GIFT });
    for (const action of ['open', 'lost']) await payment.dashboard('disputes', { charge: lost.charge, action });
    const row = await payment.refundRow(lost.id, organiser);
    expect([row?.lost, row?.bankMinor, row?.gift]).toEqual([true, 2 * ONE + GIFT, undefined]);
    payment.held.get(late.id)!.status = 'refunded';
    const { givenMinor } = await payment.service.app.get(MongoLedger).total();
    expect(await checked()).toMatchObject({ settling: 0, open: 0, givenMinor });
  });

  it('B2-541 leaves the rest to the run of a cancelled concert, whose count agrees with the provider to the cent', async () => {
    const { id } = await payment.sold({ tickets: 6 });
    await returnPart(id, { tickets: [2], amountMinor: 2_499 });
    const before = await payment.dryRun(organiser);
    expect([before.equal, before.total.amountMinor]).toEqual([true, before.provider.total.amountMinor]);
    await returnPart(id, { tickets: [3], amountMinor: 1 });
    const counted = await payment.dryRun(organiser);
    expect([counted.equal, before.total.amountMinor - counted.total.amountMinor]).toEqual([true, 1]);
    await payment.cancelConcert();
    expect((await payment.startRun(counted, organiser)).status).toBe(201);
    await payment.run('refund-everybody');
    const planned = await payment
      .rows<{ amount: { amountMinor: number } }>('refunds')
      .find({ bookingId: id, cause: 'cancellation' })
      .toArray();
    expect(planned.map(({ amount }) => amount.amountMinor)).toEqual([5 * ONE]);
  });
});

describe('an act that carries a key', () => {
  const sold = async () => (await payment.sold({ tickets: 6 })).id;
  /** What each route is pressed with. */
  const ACTS: Readonly<Record<string, (key: string) => Promise<() => Promise<{ status: number; body: unknown }>>>> = {
    createPayment: async (key) => {
      const { id } = payment.booked();
      return () => payment.create(id, { key });
    },
    triggerRefund: async (key) => {
      const id = await sold();
      return async () => {
        const { status, body } = await refund(id, key);
        // How far its money has got is no part of what the press is answered.
        return { status, body: { ...body, row: undefined } };
      };
    },
    returnPart: async (key) => {
      const id = await sold();
      return async () => {
        const { status, body } = await returnPart(id, { tickets: [2], amountMinor: ONE }, key);
        return { status, body: body.row?.refund?.id };
      };
    },
  };
  const keyed = Object.entries(paymentRoutes as Record<string, Route>).filter(([, { idempotencyKey }]) => idempotencyKey);

  it.each(keyed)('B9-645 %s: pressed ten times at one moment, gets the answer of the first each time', async (name) => {
    const press = await ACTS[name]!(randomUUID());
    const answers = await Promise.all(Array.from({ length: 10 }, press));
    expect(answers[0]!.status).toBe(200);
    expect(answers).toEqual(Array.from({ length: 10 }, () => answers[0]));
  });
});
