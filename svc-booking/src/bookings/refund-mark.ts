/** Steps of one refund attempt, in the order in which they can happen; a gift is `given`, and is another attempt than the one that sends it back. */
export const REFUND_STEPS = ['given', 'started', 'issued', 'failed'] as const;
export type RefundStep = (typeof REFUND_STEPS)[number];

/** The latest known state of a booking's refunds, or of one partial return. */
export interface RefundMark {
  readonly attempt: number;
  readonly step: RefundStep;
}

/** Whether news of a refund is newer than what is known: messages may arrive in any order. */
export function isNewer(known: RefundMark | undefined, received: RefundMark): boolean {
  if (!known || received.attempt > known.attempt) return true;
  return received.attempt === known.attempt && REFUND_STEPS.indexOf(received.step) > REFUND_STEPS.indexOf(known.step);
}
