import type { AuthProblemCode } from '@concert/contracts/auth/problems';
import type { BookingProblemCode } from '@concert/contracts/booking/problems';
import type { ProblemDocument, RequestProblemCode } from '@concert/contracts/core/problem';
import type { NotifyProblemCode } from '@concert/contracts/notify/problems';
import type { PaymentProblemCode } from '@concert/contracts/payment/problems';
import type { NetworkProblemCode } from './network-problem.ts';

type KnownProblemCode =
  RequestProblemCode | AuthProblemCode | BookingProblemCode | PaymentProblemCode | NotifyProblemCode | NetworkProblemCode;

type Words = string | ((problem: ProblemDocument) => string);

const ourFault: Words = (problem) =>
  problem.traceId
    ? `Something went wrong on our side. Please try again; if it happens again, tell us this reference: ${problem.traceId}`
    : 'Something went wrong on our side. Please try again in a moment.';

/** What the site's own words do not say: how to go on, or that it is our fault. Every other refusal is told as the site words it. */
const WORDS: Readonly<Partial<Record<KnownProblemCode, Words>>> = {
  'network.unreachable': 'We cannot reach the concert site. Check your connection and try again.',
  'network.timed_out': 'The concert site took too long to answer. Please try again.',
  'network.stopped': 'This was stopped before it finished.',
  'network.unreadable': ourFault,

  'request.malformed': ourFault,
  'request.invalid': 'Some values need correcting.',
  'request.method_not_allowed': ourFault,
  'request.too_large': 'That is too much at once. Please shorten it and try again.',
  'request.unsupported_media_type': ourFault,
  'request.cross_site': 'This request did not come from the concert site. Open the site again and retry.',
  'request.key_reused': 'This was already sent, and has changed since. Reload the page and try again.',
  'request.key_required': ourFault,
  'request.timed_out': 'The request took too long to arrive. Check your connection and try again.',
  'request.unavailable': 'This part of the site is briefly unavailable. Please try again.',
  'request.failed': ourFault,

  'auth.credentials_refused': 'The email or the password is not right',
  'auth.approval_not_found': 'This request is no longer open: it was carried out, rejected, or has expired.',
  'request.sign_in_again': 'Please confirm that it is you.',
  'auth.passkey_refused':
    'This passkey could not be checked. Please try again, or sign in another way: it may have been removed from your account.',

  'booking.undo_over': 'This can no longer be undone: ten minutes have passed, or the concert has changed since.',
  'booking.amount_mismatch': ({ detail }) => `${detail}. Press the button again to accept this.`,
  'booking.choice_over': 'The time to choose is over, so this can no longer be changed. Your last choice stands.',
  'booking.not_payable': 'This booking can no longer be paid. Please reserve again.',
  'booking.no_more_time':
    'We cannot keep these seats any longer. You can pay for them until their time is over, or reserve again afterwards.',
  'booking.too_many_unpaid':
    'Several reservations from here were not paid. Please try again tomorrow, or write to us and we will help you.',
  'booking.too_many_held':
    'Many seats are reserved from here and not paid yet. Please pay for those first, or try again in a few minutes. Write to us, and we will help you.',
  'booking.not_held': 'No seats are held there now: they were paid, released, or expired.',
  'booking.not_inside': 'This admission has already been undone. Search for the name again.',
  'booking.date_promised':
    'Someone holds a ticket or is paying now. To move the evening by more than an hour, postpone the concert: ticket holders are then asked.',

  'payment.foreign_return_url': ourFault,
  'payment.amount_mismatch': 'The amount does not match the booking. Reload the page to see the current price.',
  'payment.signature_refused': ourFault,

  'notify.message_not_found': 'There is no such message: they are kept for a year.',
  'notify.signature_refused': ourFault,
};

/** Words a person can act on. */
export function problemText(problem: ProblemDocument): string {
  const { code, detail } = problem;
  const words = Object.hasOwn(WORDS, code) ? WORDS[code as KnownProblemCode] : undefined;
  if (words === undefined) return detail;
  return typeof words === 'string' ? words : words(problem);
}
