import { defineProblems } from '../core/problem.ts';

export const paymentProblems = defineProblems('payment', {
  'payment.foreign_return_url': { status: 422, title: 'Return addresses must belong to this site' },
  'payment.amount_mismatch': { status: 422, title: 'The amount does not match the booking' },
  'payment.not_found': { status: 404, title: 'There is no such payment' },
  'payment.provider_unavailable': { status: 503, title: 'The card payment page is not answering, your seats are kept: please try again', retryable: true },
  'payment.signature_refused': { status: 400, title: 'The signature of this message is not right' },
});
export type PaymentProblemCode = keyof typeof paymentProblems;
