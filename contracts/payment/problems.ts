import { defineProblems } from '../core/problem.ts';

export const paymentProblems = defineProblems('payment', {
  'payment.foreign_return_url': { status: 422, title: 'Return addresses must belong to this site' },
  'payment.amount_mismatch': { status: 422, title: 'The amount does not match the booking' },
  'payment.not_found': { status: 404, title: 'There is no such payment' },
  'payment.link_ended': { status: 410, title: 'Links to refunds end some weeks after the concert, and this one has ended' },
  'payment.provider_unavailable': {
    status: 503,
    title: 'The card payment page is not answering, your seats are kept: please try again',
    retryable: true,
  },
  'payment.signature_refused': { status: 400, title: 'The signature of this message is not right' },
  'payment.concert_not_cancelled': { status: 409, title: 'Cancel the concert before refunding everyone' },
  'payment.run_under_way': { status: 409, title: 'Everyone is already being refunded' },
  'payment.run_not_found': { status: 404, title: 'There is no such refund of everyone' },
  'payment.money_changed': { status: 409, title: 'The figures have just changed, please check them again' },
  'payment.confirmation_differs': { status: 422, title: 'The confirmation does not match' },
  'payment.totals_differ': { status: 409, title: 'Our total and that of the payment provider differ: please explain the difference' },
  'payment.nothing_to_refund': { status: 409, title: 'There is nothing to refund' },
  'payment.task_not_found': { status: 404, title: 'There is no such open difference' },
  'payment.not_divisible': { status: 409, title: 'Part of this booking cannot be refunded now' },
  'payment.part_refused': { status: 422, title: 'This part cannot be refunded' },
  'payment.row_not_waiting': { status: 409, title: 'There is nothing to decide here' },
});
export type PaymentProblemCode = keyof typeof paymentProblems;
