import { defineProblems } from '../core/problem.ts';

export const notifyProblems = defineProblems('notify', {
  'notify.mail_not_found': { status: 404, title: 'There is no such mail' },
  'notify.mail_not_resendable': { status: 409, title: 'A mail of this kind is asked for by its reader and cannot be sent again from here' },
  'notify.address_not_correctable': { status: 409, title: 'Only the address of a booking or a complimentary entry can be corrected here' },
  'notify.message_not_found': { status: 404, title: 'There is no such message' },
  'notify.link_expired': { status: 410, title: 'This link has been used or has expired, please sign up again' },
  'notify.own_data_incomplete': {
    status: 503,
    title: 'Your data cannot be put together at the moment, please try again in a minute',
    retryable: true,
  },
  'notify.signature_refused': { status: 400, title: 'The signature of this message is not right' },
});
export type NotifyProblemCode = keyof typeof notifyProblems;
