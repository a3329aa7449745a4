import { describe, expect, it } from '@jest/globals';
import { idFromBytes, type BookingId } from '@concert/contracts/core/ids';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { LedgerTotals, Movements } from '../ledger/ledger.ts';
import { compareMoney, type PendingRefund } from './compare-money.ts';
import { explainedTask, selfResolvedTask, taskSeenAgain, type MoneyTask } from './money-task.ts';

const PRICE = 5_000;
const idOf = (number: number): BookingId => idFromBytes('booking', new Uint8Array(17).fill(number));
const moved = (capturedMinor = 0, returnedMinor = 0, bankMinor = 0, givenMinor = 0): LedgerTotals => ({
  capturedMinor,
  returnedMinor,
  bankMinor,
  givenMinor,
});
const away = (minor: number, twiceMinor = 0, twiceReturnedMinor = 0, partReturnedMinor = 0): PendingRefund => ({
  minor,
  twiceMinor,
  twiceReturnedMinor,
  partReturnedMinor,
});

interface Case {
  readonly status?: BookingStatus;
  /** What the booking knows of partial returns. */
  readonly returnedMinor?: number;
  /** What the booking knows of gifts. */
  readonly givenMinor?: number;
  readonly ledger?: LedgerTotals;
  readonly provider?: Movements;
  readonly leaving?: PendingRefund;
}

function compared({ status, returnedMinor = 0, givenMinor = 0, ledger, provider = ledger, leaving }: Case) {
  const id = idOf(1);
  const map = <T>(value: T | undefined) => new Map(value === undefined ? [] : [[id, value]]);
  return compareMoney({
    bookings: map(status && { status, priceMinor: PRICE, returnedMinor, givenMinor }),
    ledger: map(ledger),
    provider: map(provider),
    leaving: map(leaving),
  });
}

describe('bookings, ledger and provider agree', () => {
  it.each<[string, Case, number]>([
    ['paid', { status: 'paid', ledger: moved(PRICE) }, PRICE],
    ['a refund is under way', { status: 'refund_requested', ledger: moved(PRICE), leaving: away(PRICE) }, PRICE],
    ['refunded', { status: 'refunded', ledger: moved(PRICE, PRICE) }, 0],
    ['a refund failed after it had arrived', { status: 'refund_failed', ledger: moved(PRICE, 0) }, PRICE],
    ['a part went back', { status: 'paid', returnedMinor: 2_000, ledger: moved(PRICE, 2_000), leaving: away(0, 0, 0, 2_000) }, 3_000],
    ['a part is under way', { status: 'paid', ledger: moved(PRICE), leaving: away(2_000) }, PRICE],
    [
      'a part went back, and the rest is under way',
      { status: 'refund_requested', returnedMinor: 2_000, ledger: moved(PRICE, 2_000), leaving: away(3_000, 0, 0, 2_000) },
      3_000,
    ],
    [
      'a part and the rest went back',
      { status: 'refunded', returnedMinor: 2_000, ledger: moved(PRICE, PRICE), leaving: away(0, 0, 0, 2_000) },
      0,
    ],
    [
      'a part went back of a booking that was paid twice',
      { status: 'paid', returnedMinor: 2_000, ledger: moved(2 * PRICE, PRICE + 2_000), leaving: away(0, PRICE, PRICE, 2_000) },
      3_000,
    ],
    ['paid twice, one going back', { status: 'paid', ledger: moved(2 * PRICE), leaving: away(PRICE, PRICE) }, 2 * PRICE],
    ['paid twice, one gone back', { status: 'paid', ledger: moved(2 * PRICE, PRICE), leaving: away(0, PRICE, PRICE) }, PRICE],
    ['late money on its way back', { status: 'late_paid', ledger: moved(PRICE), leaving: away(PRICE) }, PRICE],
    ['another amount on its way back', { status: 'late_paid', ledger: moved(100), leaving: away(100) }, 100],
    ['money without a booking on its way back', { ledger: moved(PRICE), leaving: away(PRICE) }, PRICE],
    ['a part was given', { status: 'paid', givenMinor: 2_000, ledger: moved(PRICE, 0, 0, 2_000) }, PRICE],
    [
      'a part was given, and a part went back',
      { status: 'paid', givenMinor: 2_000, returnedMinor: 1_000, ledger: moved(PRICE, 1_000, 0, 2_000), leaving: away(0, 0, 0, 1_000) },
      4_000,
    ],
    [
      'a part was given, and the rest is under way',
      { status: 'refund_requested', givenMinor: 2_000, ledger: moved(PRICE, 0, 0, 2_000), leaving: away(3_000) },
      PRICE,
    ],
    ['a part was given, and the rest went back', { status: 'refunded', givenMinor: 2_000, ledger: moved(PRICE, 3_000, 0, 2_000) }, 2_000],
    ['all was given', { status: 'refunded', givenMinor: PRICE, ledger: moved(PRICE, 0, 0, PRICE) }, PRICE],
    ['disputed', { status: 'paid', ledger: moved(PRICE, 0, PRICE) }, 0],
    ['given, and disputed', { status: 'paid', givenMinor: 2_000, ledger: moved(PRICE, 0, PRICE, 2_000) }, 0],
    ['given, and lost', { status: 'charged_back', ledger: moved(PRICE, 0, PRICE, 2_000) }, 0],
    [
      'given, the rest went back, and the gift is disputed',
      { status: 'refunded', givenMinor: 2_000, ledger: moved(PRICE, 3_000, 2_000, 2_000) },
      0,
    ],
  ])('%s', (_, given, heldMinor) => {
    const { differences, bookings, ledger, provider } = compared(given);
    expect(differences).toEqual([]);
    expect([bookings.heldMinor, ledger.heldMinor, provider.heldMinor]).toEqual([heldMinor, heldMinor, heldMinor]);
  });
});

describe('a difference is named', () => {
  it.each<[string, Case, string]>([
    ['the ledger misses a payment', { status: 'pending', provider: moved(PRICE) }, 'ledger-provider'],
    ['the ledger has a payment too many', { status: 'paid', ledger: moved(PRICE), provider: moved() }, 'ledger-provider'],
    ['the ledger misses a refund', { status: 'paid', ledger: moved(PRICE), provider: moved(PRICE, 1) }, 'ledger-provider'],
    ['the ledger misses a dispute', { status: 'paid', ledger: moved(PRICE), provider: moved(PRICE, 0, PRICE) }, 'ledger-provider'],
    ['paid without money', { status: 'paid' }, 'unpaid'],
    ['paid, and all went back', { status: 'paid', ledger: moved(PRICE, PRICE) }, 'unpaid'],
    ['one cent too little', { status: 'paid', ledger: moved(PRICE - 1) }, 'amount'],
    [
      'a part went back, and the booking does not know',
      { status: 'paid', ledger: moved(PRICE, 2_000), leaving: away(0, 0, 0, 2_000) },
      'returned',
    ],
    ['the booking knows of a part that never went back', { status: 'paid', returnedMinor: 2_000, ledger: moved(PRICE) }, 'returned'],
    ['a gift that the booking does not know', { status: 'paid', ledger: moved(PRICE, 0, 0, 2_000) }, 'gift'],
    ['a gift that only the booking knows', { status: 'paid', givenMinor: 2_000, ledger: moved(PRICE) }, 'gift'],
    ['given, and it went back all the same', { status: 'refunded', givenMinor: 2_000, ledger: moved(PRICE, PRICE, 0, 2_000) }, 'gift'],
    ['money for an expired booking stays', { status: 'expired', ledger: moved(PRICE) }, 'unbooked'],
    ['money for a booking nobody knows', { ledger: moved(PRICE) }, 'unbooked'],
    ['more went back than came', { status: 'refunded', ledger: moved(PRICE, PRICE + 1) }, 'unbooked'],
    ['refunded, and the bank took it as well', { status: 'refunded', ledger: moved(PRICE, PRICE, PRICE) }, 'unbooked'],
    ['late money stays', { status: 'late_paid', ledger: moved(PRICE) }, 'unbooked'],
  ])('%s', (_, given, kind) => {
    expect(compared(given).differences.map((difference) => difference.kind)).toEqual([kind]);
  });
});

describe('a task', () => {
  const seen = {
    bookingId: idOf(1),
    kind: 'unpaid',
    bookingStatus: 'paid',
    bookingMinor: PRICE,
    ledgerMinor: 0,
    providerMinor: 0,
  } as const;
  const at = (seconds: number) => new Date(seconds * 1_000);
  const opened = (): MoneyTask => taskSeenAgain(taskSeenAgain(undefined, seen, at(0)), seen, at(60));

  it('opens only when the difference is still there a minute later', () => {
    const first = taskSeenAgain(undefined, seen, at(0));
    expect(first.state).toBe('settling');
    expect(taskSeenAgain(first, seen, at(59)).state).toBe('settling');
    expect(taskSeenAgain(first, seen, at(60)).state).toBe('open');
  });

  it('stays explained while its figures stay, and comes back when they change', () => {
    const closed = explainedTask(opened(), 'us_0' as never, 'a test payment', at(70));
    expect(taskSeenAgain(closed, seen, at(200))).toBe(closed);
    expect(taskSeenAgain(closed, { ...seen, ledgerMinor: 1 }, at(200))).toMatchObject({ state: 'settling', note: null });
  });

  it('that went by itself comes back when it is seen again', () => {
    const gone = selfResolvedTask(opened(), at(70));
    expect(gone).toMatchObject({ state: 'resolved', resolvedBy: 'itself' });
    expect(taskSeenAgain(gone, seen, at(200)).state).toBe('settling');
  });
});
