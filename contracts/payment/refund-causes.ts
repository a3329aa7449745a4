/**
 * Why money goes back: what an organiser did, what happened by itself, or what was done at the provider. The money of a `gift` stays: its
 * holder gave it to the welfare work.
 */
export const REFUND_CAUSES = [
  'organiser',
  'cancellation',
  'seats are gone',
  'paid twice',
  'other currency',
  'second purchase',
  'tickets given back',
  'nothing chosen',
  'dashboard',
  'gift',
] as const;
export type RefundCause = (typeof REFUND_CAUSES)[number];
