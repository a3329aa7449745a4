import { describe, expect, it } from '@jest/globals';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import { unreachableStates } from '@concert/service-kit/store/transitions';
import {
  chargedFor,
  isPayable,
  hasJustBought,
  paidAt,
  returnableUntil,
  seatsOf,
  withDispute,
  withoutHold,
  IllegalTransitionError,
  transitioned,
  paymentBegun,
  PROVIDER_MARGIN_SECONDS,
  TRANSITIONS,
  type Booking,
} from './booking.ts';
import { bookingOf } from './order.harness.ts';

const now = new Date('2026-01-10T18:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const change = { at: now, actor: 'svc-payment' as const, cause: 'webhook' };
const paid = transitioned(bookingOf({}, now), 'paid', change);

describe('a booking', () => {
  it('S4-15 starts pending with its hold and a first history entry', () => {
    const booking = bookingOf({}, now);
    expect(booking).toMatchObject({
      status: 'pending',
      price: { amountMinor: 5_000, currency: 'USD' },
      holdEndsAt: later(1_800),
      version: 1,
    });
    expect(booking.history).toEqual([
      { from: null, to: 'pending', at: now, actor: 'user:us_0000000000000000000a000000', cause: 'reserved' },
    ]);
    expect(bookingOf({ unproven: true }, now).history[0]?.actor).toBe('svc-booking');
  });
  it('moves only along the table and remembers each move', () => {
    expect(paid.history.at(-1)).toEqual({ from: 'pending', to: 'paid', ...change });
    expect(paid.version).toBe(2);
    expect(() => transitioned(paid, 'pending', change)).toThrow(IllegalTransitionError);
    expect(() => transitioned(transitioned(paid, 'refunded', change), 'paid', change)).toThrow('a refunded booking cannot become paid');
    expect(new IllegalTransitionError('paid', 'pending').name).toBe('IllegalTransitionError');
  });
  it('has the money it was charged, in every status that follows a payment', () => {
    const statuses = Object.keys(TRANSITIONS) as BookingStatus[];
    expect(statuses.filter((status) => chargedFor({ ...paid, status }).amountMinor === 0)).toEqual([
      ...['pending', 'failed', 'cancelled', 'expired'],
    ]);
  });
  it('knows no status that cannot be reached', () => {
    expect(unreachableStates(TRANSITIONS, 'pending')).toEqual([]);
    expect(unreachableStates({ ...TRANSITIONS, refund_requested: [], refunded: [] }, 'pending')).toEqual(['refund_failed']);
  });
  it('late money always ends with its buyer: sent back by us, or by a bank', () => {
    expect(TRANSITIONS.late_paid).toEqual(['refunded', 'charged_back']);
  });
  it('keeps seats while pending and before the end of its hold', () => {
    const booking = bookingOf({}, now);
    expect(isPayable(booking, later(1_799))).toBe(true);
    expect(isPayable(booking, later(1_800))).toBe(false);
    expect([paid, withoutHold(booking)].map((one) => isPayable(one, now))).toEqual([false, false]);
    expect(withoutHold(booking)).toEqual({ ...booking, keptUntil: null, version: 2 });
  });
  it('counts for its seats once, as held or as sold, and for none when it is over', () => {
    const pending = bookingOf({ tickets: 4 }, now);
    const paths: [BookingStatus[], { sold: number; held: number }][] = [
      [[], { sold: 0, held: 4 }],
      [['failed'], { sold: 0, held: 0 }],
      [['cancelled'], { sold: 0, held: 0 }],
      [['expired'], { sold: 0, held: 0 }],
      [['paid'], { sold: 4, held: 0 }],
      [['expired', 'paid'], { sold: 4, held: 0 }],
      [['failed', 'paid'], { sold: 4, held: 0 }],
      [['cancelled', 'paid'], { sold: 4, held: 0 }],
      [['paid', 'refund_requested'], { sold: 4, held: 0 }],
      [['paid', 'refund_requested', 'refund_failed'], { sold: 4, held: 0 }],
      [['paid', 'refunded'], { sold: 0, held: 0 }],
      [['paid', 'refunded', 'refund_failed', 'refund_requested'], { sold: 0, held: 0 }],
      [['paid', 'charged_back'], { sold: 0, held: 0 }],
      [['late_paid'], { sold: 0, held: 0 }],
      [['late_paid', 'refunded', 'refund_failed'], { sold: 0, held: 0 }],
    ];
    expect(seatsOf(undefined)).toEqual({ sold: 0, held: 0 });
    expect(seatsOf(withoutHold(pending))).toEqual({ sold: 0, held: 0 });
    for (const [path, seats] of paths)
      expect([path, seatsOf(path.reduce((booking, to) => transitioned(booking, to, change), pending))]).toEqual([path, seats]);
  });
  it('keeps seats as long as the payment page lives, but not for ever', () => {
    const booking = bookingOf({}, now);
    const begun = paymentBegun(booking, later(600), 1_800);
    expect(begun?.holdEndsAt).toEqual(later(600 + 1_800 + PROVIDER_MARGIN_SECONDS));
    // One more minute, in which the provider is asked for the outcome of the page.
    expect(begun?.keptUntil).toEqual(later(600 + 1_800 + PROVIDER_MARGIN_SECONDS + 60));
    expect(begun?.paymentBegunAt).toEqual(later(600));
    expect(paymentBegun(booking, later(1_800), 1_800)).toBeUndefined();
    let again = begun;
    let seconds = 600;
    while (again && seconds < 100_000) again = paymentBegun(again, later((seconds += 1_700)), 1_800);
    expect(again).toBeUndefined();
    expect(seconds).toBeLessThan(4 * 1_830);
  });
});

describe('a second purchase', () => {
  const bought = (id: string, seconds: number): Booking => ({
    ...transitioned(bookingOf({ id: id as BookingId }, now), 'paid', { ...change, at: later(seconds) }),
  });
  const [first, second] = [bought('bk_1', 0), bought('bk_2', 60)];

  it('is asked about for a quarter of an hour after the first', () => {
    const open = bookingOf({}, now);
    expect([paidAt(second), paidAt(open)]).toEqual([later(60), undefined]);
    expect([0, 899, 900].map((seconds) => hasJustBought([open, first], later(seconds)))).toEqual([true, true, false]);
    for (const other of [open, transitioned(first, 'refunded', change)]) expect(hasJustBought([other], now)).toBe(false);
  });

  it('can be sent back for a quarter of an hour, while the one before it stands', () => {
    const last = later(960);
    const vip: Booking = { ...first, seating: 'VIP Seating' };
    for (const twins of [[first], [vip, second, first], [bought('bk_3', 60)], [bought('bk_3', -839)]])
      expect(returnableUntil(second, twins, later(959))).toEqual(last);
    expect(returnableUntil(second, [first], last)).toBeUndefined();
    const open = bookingOf({ id: 'bk_3' as BookingId }, now);
    for (const other of [second, vip, transitioned(first, 'refunded', change), open, bought('bk_3', 61), bought('bk_3', -840)])
      expect(returnableUntil(second, [other], now)).toBeUndefined();
    for (const over of [open, transitioned(second, 'refund_requested', change)])
      expect(returnableUntil(over, [first], now)).toBeUndefined();
    const disputed = (['open', 'lost', 'won'] as const).map((state) => ({
      ...second,
      dispute: { disputeId: 'du_1', state, amountMinor: 1, at: now, version: 1 },
    }));
    expect(disputed.map((one) => returnableUntil(one, [first], now))).toEqual([undefined, undefined, last]);
  });
});

describe('a dispute', () => {
  const STATES = ['open', 'won', 'lost'] as const;
  const mark = {
    disputeId: 'du_1',
    state: 'open',
    amountMinor: 5_000,
    reason: 'fraudulent',
    answerBy: later(60),
    at: now,
    version: 1,
  } as const;
  const late = transitioned(bookingOf({}, now), 'late_paid', change);

  it.each(STATES.flatMap((before) => STATES.map((told) => [before, told] as const)))(
    'B3-565 that is %s is %s when that is told of it next, and only then',
    (before, told) => {
      const known = withDispute(paid, { ...mark, state: before });
      const news = { disputeId: 'du_1', amountMinor: 5_000, state: told, at: later(9), version: 2 } as const;
      const after = withDispute(known, news);
      const dispute = { ...mark, ...news };
      expect(after).toEqual({ ...paid, disputes: [dispute], dispute, lostMinor: told === 'lost' ? 5_000 : 0, version: known.version + 1 });
      for (const version of [1, 2]) expect(withDispute(after, { ...mark, state: before, version })).toBe(after);
    },
  );

  it('keeps its reason and its day until others are told', () => {
    const marked = withDispute(paid, mark);
    for (const news of [{ reason: 'duplicate' }, { answerBy: later(90) }, { answerBy: undefined }])
      expect(withDispute(marked, { ...mark, ...news, version: 2 }).dispute).toEqual({ ...mark, ...news, version: 2 });
  });

  it('among several of one payment, an open one matters most, then a lost one; what banks took is added up', () => {
    const stateOf = (...states: (typeof STATES)[number][]) =>
      states.reduce((booking, state, index) => withDispute(booking, { ...mark, state, disputeId: `du_${index}` }), paid);
    expect([stateOf('open', 'lost'), stateOf('lost', 'won'), stateOf('won', 'won')].map(({ dispute }) => dispute?.state)).toEqual([
      'open',
      'lost',
      'won',
    ]);
    expect(stateOf('lost', 'open', 'lost').lostMinor).toBe(10_000);
  });

  it('that is lost ends only what holds no seats, which is refunded where the bank thinks again', () => {
    const over = withDispute(late, { ...mark, state: 'lost', at: later(9) });
    expect([over.status, over.version, withDispute(paid, { ...mark, state: 'lost' }).status]).toEqual(['charged_back', 3, 'paid']);
    const end = { from: 'late_paid', to: 'charged_back', at: later(9), actor: 'svc-payment', cause: 'lost to a dispute' };
    expect(over.history.at(-1)).toEqual(end);
    const won = withDispute(over, { ...mark, state: 'won', version: 2 });
    expect(won).toMatchObject({ status: 'charged_back', lostMinor: 0 });
    expect(transitioned(won, 'refunded', change).status).toBe('refunded');
  });
});
