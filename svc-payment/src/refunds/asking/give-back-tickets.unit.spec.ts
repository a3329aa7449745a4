import { expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import { GiveBackTickets } from './give-back-tickets.ts';
import { newRefund, type Refund } from '../rules/refund.ts';
import type { ReturnMoney } from '../sending/return-money.ts';

const NOW = new Date('2027-01-31T05:00:00.000Z');
const usd = (amountMinor: number) => ({ amountMinor, currency: 'usd' });
const bookingId = idFromBytes('booking', new Uint8Array(17));
const session = {
  ...{ bookingId, page: { checkoutSessionId: 'cs_1' } },
  received: { amount: usd(10_000), paymentIntentId: 'pi_1' },
} as unknown as PaymentSession;

/** A refund of all that a bank, which has given up its dispute since, had left: 4,000 of the 10,000 are here again. */
const whole = newRefund(
  {
    ...{ id: idFromBytes('refund', new Uint8Array(17)), bookingId, checkoutSessionId: 'cs_1', paymentIntentId: 'pi_1' },
    ...{ amount: usd(6_000), cause: 'organiser', endsBooking: true, attempt: 1 },
  },
  NOW,
);

async function started(earlier: readonly Refund[], tickets: readonly number[]): Promise<string[]> {
  const calls: string[] = [];
  const note = (what: string) => (calls.push(what), Promise.resolve());
  const returnMoney = { start: () => note('whole'), startPart: () => note('part') } as unknown as ReturnMoney;
  const refunds = { ofBookings: () => Promise.resolve([...earlier]) };
  const disputes = { ofBookings: () => Promise.resolve([]) };
  const giveBack = new GiveBackTickets(refunds as never, disputes as never, returnMoney);
  await giveBack.follow(session, { tickets, valid: [1, 2] }, 'tickets given back', {} as ClientSession);
  return calls;
}

it('returns nothing of tickets where their whole booking is being refunded, was, or waits for a person because that failed', async () => {
  expect([await started([], [1]), await started([], [1, 2])]).toEqual([['part'], ['whole']]);
  for (const status of ['planned', 'requested', 'pending', 'succeeded', 'failed'] as const)
    expect([status, await started([{ ...whole, status }], [1])]).toEqual([status, []]);
  expect(await started([{ ...whole, status: 'failed', superseded: true }], [1])).toEqual(['part']);
});
