import type { Act } from '@concert/contracts/core/act';
import type { UserId } from '@concert/contracts/core/ids';
import { currentContext } from './context.ts';

/** What somebody did; who, when and from where are added by {@link actOf}. */
export type Deed = Pick<Act, 'act' | 'subject'> & Partial<Pick<Act, 'bookingId' | 'detail'>>;

/**
 * An act as the audit log keeps it. The address is that of the request which runs now.
 * @param actor the signed-in person, or `operator` for the command line
 */
export function actOf(actor: UserId | 'operator', at: Date, deed: Deed): Act {
  const from = currentContext()?.clientAddress;
  return { actor, at: at.toISOString(), detail: {}, ...deed, ...(from === undefined ? {} : { from }) };
}
