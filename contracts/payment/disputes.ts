import { z } from 'zod';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';

const disputeFact = { bookingId: idSchema('booking'), checkoutSessionId: z.string(), disputeId: z.string(), amount: moneySchema };

/** A buyer disputes a payment: no refund until the bank has decided. Told again when the bank asks for another answer or another day. */
export const disputeOpenedV1 = defineFact(
  'payment.dispute.opened.v1',
  z.object({
    ...disputeFact,
    openedAt: z.iso.datetime(),
    /** The provider's word, for example `product_not_received`. */
    reason: z.string(),
    /** Until when it can be answered; absent where it cannot be. */
    answerBy: z.iso.datetime().optional(),
  }),
  ['svc-booking.follow-disputes', 'svc-booking.remember-money', 'svc-notify.tell-organisers'],
);

/** The bank has decided: `won`, the money is ours; `lost`, it is the buyer's. */
export const disputeClosedV1 = defineFact(
  'payment.dispute.closed.v1',
  z.object({ ...disputeFact, outcome: z.enum(['won', 'lost']), closedAt: z.iso.datetime() }),
  ['svc-booking.follow-disputes', 'svc-booking.remember-money'],
);

export const disputeFacts = [disputeOpenedV1, disputeClosedV1] as const;
