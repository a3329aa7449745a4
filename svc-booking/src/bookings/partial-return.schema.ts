import { embedded } from '@concert/service-kit/store/collection';
import type { PartialReturn, ReturnStep } from './partial-return.ts';
import { REFUND_STEPS } from './refund-mark.ts';

/** A partial return, inside its booking. */
export const partialReturnSchema = embedded<PartialReturn>({
  id: { type: String, required: true },
  tickets: { type: [Number], required: true },
  amountMinor: { type: Number, required: true, min: 1 },
  steps: {
    type: [
      embedded<ReturnStep>({
        attempt: { type: Number, required: true },
        step: { type: String, required: true, enum: REFUND_STEPS },
        at: { type: Date, required: true },
      }),
    ],
    required: true,
  },
});
