/** Why money goes back: an organiser's act, what happened by itself, or the provider. That of a `gift` stays, for the welfare work. */
export const REFUND_CAUSES = [
  'organiser',
  'cancellation',
  'seats are gone',
  'paid twice',
  'other currency',
  'second purchase',
  'tickets given back',
  'nothing chosen',
  'tickets taken',
  'dashboard',
  'gift',
  'gift sent back',
] as const;
export type RefundCause = (typeof REFUND_CAUSES)[number];
