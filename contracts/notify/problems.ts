import { defineProblems } from '../core/problem.ts';

export const notifyProblems = defineProblems('notify', {
  'notify.mail_not_found': { status: 404, title: 'There is no such email' },
  'notify.mail_not_resendable': {
    status: 409,
    title: 'This kind of email is requested by its recipient and cannot be sent again from here',
  },
  'notify.address_not_correctable': { status: 409, title: 'Only the address of a booking or a complimentary entry can be corrected here' },
  'notify.message_not_found': { status: 404, title: 'There is no such message' },
  'notify.message_run_not_found': { status: 404, title: 'There is no such message' },
  'notify.message_run_started': { status: 409, title: 'This message has already been started' },
  'notify.message_run_changed': { status: 409, title: 'This message has just been changed, please read it again' },
  'notify.timed_message_changed': { status: 409, title: 'This message has just been changed, please read it again' },
  'notify.message_run_not_under_way': { status: 409, title: 'Only a message that is being sent can be paused or resumed' },
  'notify.confirmation_differs': { status: 422, title: 'The confirmation does not match' },
  'notify.audience_changed': { status: 409, title: 'The number of people has changed, please check it again' },
  'notify.audience_empty': { status: 409, title: 'This message has no recipients' },
  'notify.words_missing': { status: 409, title: 'Some groups have no message yet' },
  'notify.recipient_not_found': { status: 404, title: 'There is no such recipient of this message' },
  'notify.recipient_not_mailed': { status: 409, title: 'This person has not been emailed yet' },
  'notify.recipient_not_unreached': { status: 409, title: 'A call can be noted only for someone email does not reach' },
  'notify.test_not_sent': { status: 503, title: 'The email provider did not take the test, please try again', retryable: true },
  'notify.too_many_mails': { status: 429, title: 'Too many emails were asked for by this form, please try again later', retryable: true },
  'notify.own_data_incomplete': {
    status: 503,
    title: 'Your data cannot be put together at the moment, please try again in a minute',
    retryable: true,
  },
  'notify.signature_refused': { status: 400, title: 'The signature of this message is not right' },
});
export type NotifyProblemCode = keyof typeof notifyProblems;
