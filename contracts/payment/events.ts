import { z } from 'zod';
import { auditEntrySchema } from '../core/audit-entry.ts';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { disputeFacts } from './disputes.ts';
import { fraudWarnedV1 } from './fraud.ts';
import { giftGivenV1 } from './gifts.ts';
import { refundFacts } from './refunds.ts';

const sessionFact = { bookingId: idSchema('booking'), checkoutSessionId: z.string() };

/** The provider holds the money of a session. `cause` says who noticed first. */
export const sessionSettledV1 = defineFact(
  'payment.session.settled.v1',
  z.object({
    ...sessionFact,
    paymentIntentId: z.string(),
    /** All that came. */
    amount: moneySchema,
    /** Of it, what was paid as a gift beside the seats. */
    giftMinor: z.int().min(1).optional(),
    settledAt: z.iso.datetime(),
    cause: z.enum(['webhook', 'return-page', 'reconciler']),
    /** Last four digits of the card, where the provider said them. */
    cardEnding: z.string().optional(),
  }),
  ['svc-booking.follow-payments', 'svc-booking.remember-money'],
);

/** A session can no longer be paid and took no money. */
export const sessionEndedV1 = defineFact(
  'payment.session.ended.v1',
  z.object({ ...sessionFact, outcome: z.enum(['expired', 'cancelled', 'failed']), endedAt: z.iso.datetime() }),
  ['svc-booking.follow-payments'],
);

/** Somebody of the organisers' side did something here; svc-booking keeps the audit log. */
export const paymentActRecordedV1 = defineFact('payment.act.recorded.v1', auditEntrySchema, ['svc-booking.keep-acts']);

export const paymentFacts = [
  sessionSettledV1,
  sessionEndedV1,
  ...refundFacts,
  giftGivenV1,
  ...disputeFacts,
  fraudWarnedV1,
  paymentActRecordedV1,
] as const;
