import { seatsInWords } from '@concert/contracts/booking/counts-in-words';

/** Every word of the page on which guests claim the tickets they are invited to. */
export const words = {
  reading: 'Loading your invitation',
  failed: 'Your invitation could not be loaded',
  notFound: 'This link does not open an invitation',
  notFoundText: 'Open the whole link as you got it, or ask whoever invited you.',
  from: (inviter: string) => `You are invited: ${inviter}`,
  personal: (name: string) => `${name}, you are invited by the organisers`,
  left: (left: number, moment: string) => `${seatsInWords(left)} left, until ${moment}. There is nothing to pay.`,
  fields: { name: 'Your name', email: 'Your email', tickets: 'How many of you come?' },
  emailHint: 'Your tickets are sent here.',
  choose: (most: number) => (most === 1 ? 'Choose 1' : `Choose 1 to ${most}`),
  required: 'No. of Tickets is required',
  claim: 'Get the tickets',
  yes: 'Yes, we come',
  no: 'No, we cannot come',
  sending: 'Sending',
  refused: 'No tickets were taken',
  thanks: 'Thank you for your answer',
  emailed: (email = 'you') => `Your tickets are on their way to ${email}.`,
  declined: 'You do not come. Your seats go to others.',
  closed: {
    cancelled: 'The concert is cancelled',
    yes: 'You have answered that you come',
    no: 'You have answered that you do not come',
    full: 'All seats of this invitation are taken',
    over: 'This invitation has ended',
    open: '',
  },
  closedText: 'If you have a question, please write to the organisers.',
} as const;
