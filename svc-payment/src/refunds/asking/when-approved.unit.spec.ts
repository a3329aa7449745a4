import { describe, expect, it } from '@jest/globals';
import type { BigAction } from '@concert/contracts/auth/approvals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { partialFake } from '../../in-memory.harness.ts';
import type { Refund } from '../rules/refund.ts';
import { whenApproved } from './when-approved.ts';

const by = idFromBytes('user', new Uint8Array(17).fill(1));
const bookingId = idFromBytes('booking', new Uint8Array(17).fill(2));
const attempt = (number: number, amountMinor: number) =>
  ({ bookingId, attempt: number, amount: { amountMinor, currency: 'USD' } }) as Refund;
const transactions = partialFake<Transactions>({ run: (work) => work({} as never) });

/** Runs the transaction with what it finds at each run; the last stays. @returns what was stored, and what was asked about */
async function storedOf(found: readonly (Refund | 'obstacle' | 'race')[], refuse = false) {
  const asked: BigAction[] = [];
  const approvals = {
    require: (_: unknown, action: BigAction) => {
      asked.push(action);
      return refuse ? Promise.reject(new DomainError('request.approval_needed')) : Promise.resolve();
    },
  };
  const left = [...found];
  const stored = await whenApproved({ approvals, transactions, by }, (assertApproved) => {
    const next = left.length > 1 ? left.shift()! : left[0]!;
    if (next === 'race') return Promise.reject(Object.assign(new Error('duplicate key'), { code: 11_000 }));
    if (next !== 'obstacle') assertApproved(next);
    return Promise.resolve(next);
  }).catch((error: unknown) => (error as DomainError).code);
  return [stored, asked.map((action) => action.kind === 'refund' && [action.attempt, action.amountMinor])];
}

describe('a refund that somebody else may have to approve', () => {
  const [first, bigger, second] = [attempt(1, 2_500), attempt(1, 3_000), attempt(2, 2_500)];

  it('B9-571 is stored once exactly that was let through', async () => {
    expect(await storedOf([first])).toEqual([first, [[1, 2_500]]]);
    expect(await storedOf([first], true)).toEqual(['request.approval_needed', [[1, 2_500]]]);
  });

  it('B9-571 asks nobody while it cannot start, and asks when the obstacle has gone meanwhile', async () => {
    expect(await storedOf(['obstacle'])).toEqual(['obstacle', []]);
    expect(await storedOf([first, 'obstacle'])).toEqual(['obstacle', [[1, 2_500]]]);
    expect(await storedOf(['race', first])).toEqual([first, [[1, 2_500]]]);
  });

  it('B9-571 is asked about again where money came back, or another attempt was made, in between', async () => {
    const both = [
      [1, 2_500],
      [1, 3_000],
    ];
    expect(await storedOf([first, bigger])).toEqual([bigger, both]);
    expect(await storedOf([first, second])).toEqual([
      second,
      [
        [1, 2_500],
        [2, 2_500],
      ],
    ]);
  });
});
