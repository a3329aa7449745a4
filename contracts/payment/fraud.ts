import { z } from 'zod';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';

/** A bank says that the payment of a booking is probably a fraud, and will probably be disputed. Its money is still here. */
export const fraudWarnedV1 = defineFact(
  'payment.fraud.warned.v1',
  z.object({
    bookingId: idSchema('booking'),
    warningId: z.string(),
    /** What is left of the payment. */
    amount: moneySchema,
    warnedAt: z.iso.datetime(),
  }),
  ['svc-notify.tell-organisers'],
);
