import { idFromBytes, type BookingId } from '@concert/contracts/core/ids';
import type { MoneyCheckResult } from '@concert/contracts/payment/money-check';
import type { Log } from '@concert/service-kit/process/log';
import { expect, it } from '@jest/globals';
import type { HttpBookingMoney } from '../settlement/http-booking-money.ts';
import type { FollowAccount } from '../books/follow-account.ts';
import type { MongoBooks } from '../books/mongo-books.ts';
import { partialFake } from '../in-memory.harness.ts';
import type { MongoLedger } from '../ledger/mongo-ledger.ts';
import type { Reconcile } from '../reconciler/reconcile.ts';
import type { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import type { SettlePayment } from '../settlement/settle-payment.ts';
import { CheckMoney } from './check-money.ts';
import type { MongoMoneyChecks } from './mongo-money-checks.ts';

const TEN_MINUTES_IN_S = 600;
const nothing = () => Promise.resolve();
async function* none(): AsyncGenerator<never> {}

/**
 * Ten minutes of a rush: each comparison takes so long, and finds the money of another booking on its way.
 * @param steps what was done is added here
 * @returns when each comparison began, in seconds
 */
async function comparisons(seconds: number, steps: string[] = []): Promise<number[]> {
  const clock = { at: 0 };
  const begun: number[] = [];
  const results: MoneyCheckResult[] = [];
  const underWay = (): BookingId => idFromBytes('booking', new Uint8Array(17).fill(begun.length));
  const money = { capturedMinor: 2_500, returnedMinor: 0, bankMinor: 0, givenMinor: 0 };
  const check = new CheckMoney(
    partialFake<HttpBookingMoney>({ all: none }),
    partialFake<MongoLedger>({ totals: () => Promise.resolve(new Map([[underWay(), money]])) }),
    partialFake<FollowAccount>({
      follow: () => {
        begun.push(clock.at);
        steps.push('comparison');
        clock.at += seconds;
        return Promise.resolve();
      },
    }),
    partialFake<MongoBooks>({ byBooking: () => Promise.resolve(new Map()) }),
    partialFake<MongoRefunds>({ ofBookings: () => Promise.resolve([]), leavingAtProvider: () => Promise.resolve([]) }),
    partialFake<Reconcile>({
      catchUp: () => Promise.resolve(void steps.push('notices')),
      sweepRecent: () => Promise.resolve(void steps.push('pages')),
    }),
    partialFake<SettlePayment>({}),
    partialFake<MongoMoneyChecks>({
      state: () => Promise.resolve({ check: null, proof: results.at(-1) ?? null }),
      keep: (result) => Promise.resolve(void results.push(result)),
      noteCheck: nothing,
      task: () => Promise.resolve(undefined),
      write: () => Promise.resolve(true),
      unresolved: () => Promise.resolve([]),
    }),
    { now: () => new Date(clock.at * 1_000) },
    partialFake<Log>({}),
  );
  // A whole quarter of an hour after the epoch, so that the first one is due.
  for (clock.at = 900; clock.at < 900 + TEN_MINUTES_IN_S; clock.at += 1) await check.whenDue();
  return begun.map((at) => at - 900);
}

it('B3-542 looks again a minute after a short comparison', async () => {
  expect((await comparisons(1)).slice(0, 3)).toEqual([0, 61, 122]);
});

it('B3-542 rests 29 times as long as a comparison of many payments took, however much money is on its way', async () => {
  expect(await comparisons(10)).toEqual([0, 300]);
});

it('looks for notices and pages that were missed before each comparison', async () => {
  const steps: string[] = [];
  const { length } = await comparisons(10, steps);
  expect(steps).toEqual(Array.from({ length }, () => ['notices', 'pages', 'comparison']).flat());
});
