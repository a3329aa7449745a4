import type { AuthProblemCode } from '@concert/contracts/auth/problems';
import type { BookingProblemCode } from '@concert/contracts/booking/problems';
import type { ProblemDocument, RequestProblemCode } from '@concert/contracts/core/problem';
import type { NotifyProblemCode } from '@concert/contracts/notify/problems';
import type { PaymentProblemCode } from '@concert/contracts/payment/problems';
import type { NetworkProblemCode } from './network-problem.ts';

/** Every code the site can answer with. A code that is added to a catalogue does not compile until it has words here. */
export type KnownProblemCode =
  RequestProblemCode | AuthProblemCode | BookingProblemCode | PaymentProblemCode | NotifyProblemCode | NetworkProblemCode;

type Words = string | ((problem: ProblemDocument) => string);

const asAnswered: Words = (problem) => problem.detail;
const ourFault: Words = (problem) =>
  problem.traceId
    ? `Something went wrong on our side. Please try again; if it happens again, tell us this reference: ${problem.traceId}`
    : 'Something went wrong on our side. Please try again in a moment.';

const WORDS: Readonly<Record<KnownProblemCode, Words>> = {
  'network.unreachable': 'We cannot reach the concert site. Check your connection and try again.',
  'network.timed_out': 'The concert site took too long to answer. Please try again.',
  'network.stopped': 'This was stopped before it finished.',
  'network.unreadable': ourFault,

  'request.malformed': ourFault,
  'request.invalid': 'Some values need correcting.',
  'request.not_found': 'There is nothing at this address.',
  'request.method_not_allowed': ourFault,
  'request.too_large': 'That is too much at once. Please shorten it and try again.',
  'request.unsupported_media_type': ourFault,
  'request.session_required': 'Please sign in first.',
  'request.forbidden': 'Your account may not do this.',
  'request.cross_site': 'This request did not come from the concert site. Open the site again and retry.',
  'request.too_many': 'Too many requests. Please wait a moment and try again.',
  'request.key_reused': 'This was already sent with other values. Reload the page and try again.',
  'request.key_required': ourFault,
  'request.timed_out': 'The request took too long to arrive. Check your connection and try again.',
  'request.unavailable': 'This part of the site is briefly unavailable. Please try again.',
  'request.failed': ourFault,

  'auth.credentials_refused': 'The email or the password is not right',
  'auth.email_unverified':
    'Email not verified. Please verify your email or request for resend verification mail by clicking on "Resend Verification Mail" button.',
  'auth.password_too_weak': asAnswered,
  'auth.link_expired': 'This link has been used or has expired. Please ask for a new one.',
  'auth.code_refused': asAnswered,
  'auth.code_spent': asAnswered,
  'auth.google_unavailable': 'Sign in with Google is not set up on this site',
  'auth.google_refused': 'Google did not confirm who you are',
  'auth.user_not_found': 'There is no such user.',
  'auth.role_changed': 'This role has just been changed. Please reload.',
  'auth.last_admin': asAnswered,
  'auth.money_open': asAnswered,
  'auth.role_held': asAnswered,
  'request.approval_needed': asAnswered,
  'request.approval_refused': asAnswered,
  'auth.approval_not_found': 'This request is no longer open: it was carried out, rejected, or has expired.',
  'auth.own_approval': 'Someone else has to approve what you asked for.',
  'request.sign_in_again': 'Please confirm that it is you.',
  'request.passkey_required': 'Please use your passkey first.',
  'auth.passkey_refused':
    'This passkey could not be checked. Please try again, or sign in another way: it may have been removed from your account.',
  'auth.passkey_demanded': 'Please confirm with your passkey.',
  'auth.passkey_not_found': 'There is no such passkey.',
  'auth.last_passkey': asAnswered,
  'auth.too_many_passkeys': asAnswered,
  'auth.too_many_helpers': asAnswered,
  'auth.role_new': asAnswered,
  'auth.own_passkeys': asAnswered,
  'auth.no_passkeys': 'This account has no passkeys.',
  'auth.sign_in_link_needed':
    'Signing in failed too often for this email or from your network. From here you can sign in with a link that we email to you.',
  'auth.too_many_attempts': asAnswered,

  'booking.not_ready': asAnswered,
  'booking.registration_closed': asAnswered,
  'booking.sale_not_open': asAnswered,
  'booking.sale_ended': asAnswered,
  'booking.concert_cancelled': 'The concert is cancelled already.',
  'booking.undo_over': 'This can no longer be undone: ten minutes have passed, or the concert has changed since.',
  'booking.amount_mismatch': ({ detail }) => `${detail}. Press the button again to accept this.`,
  'booking.seats_unavailable': asAnswered,
  'booking.no_accessible_seat': asAnswered,
  'booking.not_found': 'There is no such booking.',
  'booking.link_ended': 'Links to tickets end some weeks after the concert, and this one has ended.',
  'booking.nothing_to_choose': 'There is nothing to choose for these tickets.',
  'booking.choice_over': 'The time to choose is over, so this can no longer be changed. Your last choice stands.',
  'booking.not_payable': 'This booking can no longer be paid. Please reserve again.',
  'booking.no_more_time':
    'We cannot keep these seats any longer. You can pay for them until their time is over, or reserve again afterwards.',
  'booking.email_mismatch': 'The email is not the one you are signed in with.',
  'booking.second_purchase': 'You bought seats in this category a few minutes ago.',
  'booking.sign_in_first': asAnswered,
  'booking.too_many_unpaid':
    'Several reservations from here were not paid. Please try again tomorrow, or write to us and we will help you.',
  'booking.too_many_held':
    'Many seats are reserved from here and not paid yet. Please pay for those first, or try again in a few minutes. Write to us, and we will help you.',
  'booking.not_cancellable': 'The seats of this booking can no longer be released.',
  'booking.not_returnable': 'This payment cannot be refunded here. Please write to the organisers.',
  'booking.not_lost': 'The bank has not refunded this booking.',
  'booking.not_disputed': 'The payment of this booking is not disputed.',
  'booking.not_held': 'No seats are held there now: they were paid, released, or expired.',
  'booking.inside': 'Someone is inside with a ticket of this booking.',
  'booking.no_tickets': 'This booking has no valid tickets.',
  'booking.renewed_too_often': 'These tickets have been replaced too often to be replaced again.',
  'booking.settings_changed': 'Someone else has changed these settings. Please reload.',
  'booking.not_inside': 'This admission has already been undone. Search for the name again.',
  'booking.date_promised':
    'Someone holds a ticket or is paying now. To move the evening by more than an hour, postpone the concert: ticket holders are then asked.',
  'booking.capacity_below_taken': asAnswered,
  'booking.allotment_exhausted': asAnswered,
  'booking.guest_known': asAnswered,
  'booking.entry_not_found': 'There is no such entry.',
  'booking.entry_revoked': 'This entry was revoked.',
  'booking.entry_inside': 'Someone is inside with a ticket of this entry.',
  'booking.sheet_unreadable': asAnswered,
  'booking.export_busy': 'Other reports are being prepared. Please try again in a minute.',
  'booking.export_failed': 'The report could not be prepared. Please try again.',
  'booking.busy': 'Many people are reserving at this moment. Please try again.',

  'payment.foreign_return_url': ourFault,
  'payment.amount_mismatch': 'The amount does not match the booking. Reload the page to see the current price.',
  'payment.not_found': 'There is no such payment.',
  'payment.link_ended': 'Links to refunds end some weeks after the concert, and this one has ended.',
  'payment.provider_unavailable': 'The card payment page is not answering. Your seats are kept: please try again.',
  'payment.concert_not_cancelled': 'Cancel the concert before refunding everyone.',
  'payment.run_under_way': 'Everyone is already being refunded.',
  'payment.run_not_found': 'There is no such refund of everyone.',
  'payment.confirmation_differs': 'The confirmation does not match.',
  'payment.money_changed': 'The figures have just changed. Please check them again.',
  'payment.totals_differ': asAnswered,
  'payment.nothing_to_refund': 'There is nothing to refund.',
  'payment.task_not_found': 'There is no such open difference.',
  'payment.not_divisible': asAnswered,
  'payment.part_refused': asAnswered,
  'payment.row_not_waiting': 'There is nothing to decide here.',
  'payment.signature_refused': ourFault,

  'notify.mail_not_found': 'There is no such email.',
  'notify.mail_not_resendable': 'This kind of email is requested by its recipient and cannot be sent again from here.',
  'notify.address_not_correctable': 'Only the address of a booking or a complimentary entry can be corrected here.',
  'notify.message_not_found': 'There is no such message: they are kept for a year.',
  'notify.message_run_not_found': 'There is no such message.',
  'notify.message_run_started': 'This message has already been started.',
  'notify.timed_message_changed': 'This message has just been changed. Please check it again.',
  'notify.message_run_changed': 'This message has just been changed. Please check it again.',
  'notify.message_run_not_under_way': 'Only a message that is being sent can be paused or resumed.',
  'notify.confirmation_differs': 'The confirmation does not match.',
  'notify.audience_changed': asAnswered,
  'notify.audience_empty': 'This message has no recipients.',
  'notify.words_missing': asAnswered,
  'notify.recipient_not_found': 'There is no such recipient of this message.',
  'notify.recipient_not_mailed': 'This person has not been emailed yet.',
  'notify.recipient_not_unreached': 'A call can be noted only for someone email does not reach.',
  'notify.test_not_sent': asAnswered,
  'notify.too_many_mails': asAnswered,
  'notify.link_expired': 'This link has been used or has expired. Please sign up again.',
  'notify.own_data_incomplete': asAnswered,
  'notify.signature_refused': ourFault,
};

function isKnown(code: string): code is KnownProblemCode {
  return Object.hasOwn(WORDS, code);
}

/** Words a person can act on. A code this page does not know yet (a newer server) gives the reference to tell us. */
export function problemText(problem: ProblemDocument): string {
  const words = isKnown(problem.code) ? WORDS[problem.code] : ourFault;
  return typeof words === 'string' ? words : words(problem);
}
