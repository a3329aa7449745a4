import type { DryRun } from '@concert/contracts/payment/cancellation';

export const dollars = (amountMinor: number) => ({ amountMinor, currency: 'USD' as const });

/** What would go back to buyers, counted alike by the ledger and the payment provider. */
export function dryRun(count: number, amountMinor: number, over: Partial<DryRun> = {}): DryRun {
  const money = { count, total: dollars(amountMinor) };
  const none = { count: 0, total: dollars(0) };
  return {
    at: '2026-05-01T12:00:00.000Z',
    concertCancelled: false,
    ...money,
    provider: money,
    equal: true,
    differences: [],
    differenceCount: 0,
    disputed: none,
    lost: none,
    given: none,
    arriving: 0,
    balance: [],
    confirmation: `REFUND ${count} PAYMENTS`,
    ...over,
  };
}
