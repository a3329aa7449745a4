import { centsIn } from '@concert/contracts/core/as-typed';
import { majorUnits } from '@concert/contracts/core/money';
import { refundRoutes, type RefundRow } from '@concert/contracts/payment/refunds';
import { checkForm, type CheckResult, type FieldOf } from '@concert/web-kit/forms/field-errors.ts';
import type { InputOf } from '@concert/contracts/core/route';

/** What an organiser chooses and types of a partial return. */
export interface PartValues {
  readonly tickets: readonly number[];
  readonly amount: string;
  readonly reason: string;
}

type Body = InputOf<typeof refundRoutes.returnPart>['body'];

/** The part of a booking whose money failed: its tickets have ended already, so exactly this part is sent again. */
export function failedPart({ refund }: RefundRow): { readonly tickets: readonly number[]; readonly amountMinor: number } | undefined {
  return refund?.part && refund.state === 'failed' ? { tickets: refund.part.tickets, amountMinor: refund.amount } : undefined;
}

/** What stands in the form at first. @param gift that is sent back, instead of a part */
export function firstValues(row: RefundRow, gift?: RefundRow['gift']): PartValues {
  const failed = gift ? { tickets: [], amountMinor: gift.amount } : failedPart(row);
  return { tickets: failed?.tickets ?? [], amount: failed ? majorUnits(failed.amountMinor) : '', reason: '' };
}

/** The share of some tickets in what is left of a booking's money, as it is typed. Empty without tickets. */
export function shareAsTyped({ amount, ticketsLeft }: RefundRow, tickets: number): string {
  if (tickets === 0 || tickets >= ticketsLeft.length) return '';
  return majorUnits(Math.floor((amount * tickets) / ticketsLeft.length));
}

/** The tickets after one was chosen or left out. A companion's goes with the one that it ends with, and keeps it from being left alone. */
export function toggleTicket(
  { ticketsLeft }: Pick<RefundRow, 'ticketsLeft'>,
  tickets: readonly number[],
  number: number,
  chosen: boolean,
): number[] {
  if (!chosen) {
    const by = ticketsLeft.find((each) => each.number === number)?.endsWith;
    return tickets.filter((each) => each !== number && each !== by);
  }
  const companions = ticketsLeft.filter(({ endsWith }) => endsWith === number).map((each) => each.number);
  return [...new Set([...tickets, number, ...companions])].sort((one, other) => one - other);
}

/** Names the fields of the form for places in the body. */
export const fieldOfPart: FieldOf = (pointer) => (pointer === '/amountMinor' ? 'amount' : (pointer.slice(1).split('/')[0] ?? ''));

/** What is typed, as it is sent. */
export function partBody(
  { fkey: id }: RefundRow,
  email: string,
  { tickets, amount, reason }: PartValues,
  gift?: RefundRow['gift'],
): CheckResult<Body> {
  const typed = { id, email, tickets: [...tickets], amountMinor: centsIn(amount), reason, ...(gift ? { gift: gift.id } : {}) };
  return checkForm(refundRoutes.returnPart.body, typed, fieldOfPart);
}
