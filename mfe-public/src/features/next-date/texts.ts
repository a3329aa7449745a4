/** The words of the sign-up for the next date. */
export const nextDateTexts = {
  heading: 'The music goes on',
  text: 'This evening does not take place. The twelve pieces are here to be heard at any hour, and there is a list of those who would like to come to a new date.',
  listen: 'Listen to the music',
  form: 'The list for the next date',
  email: 'Email',
  submit: 'Put me on the list',
  submitting: 'Adding you',
  failed: 'We could not add you',
  sent: 'One step is left',
  sentText: (email: string) =>
    `Open the link in the email to ${email}: then that address is on the list. We send at most three such emails to an address in a day.`,
} as const;

/** The words of the pages that the links of its mails open. */
export const nextDateLinkTexts = {
  confirm: {
    question: 'Shall we put you on the list for the next date?',
    questionText: 'One press, and your address is on the list. It is used for nothing else.',
    submit: 'Yes, put me on the list',
    busy: 'Adding you',
    done: 'You are on the list',
    doneText: 'Your address is on the list for the next date. It is used for nothing else.',
    failed: 'We could not add you',
  },
  leave: {
    question: 'Shall we take your address off the list?',
    questionText: 'Your address is deleted.',
    submit: 'Take me off the list',
    busy: 'Taking you off the list',
    done: 'Your address is deleted',
    doneText: 'It is no longer on the list for the next date.',
    failed: 'You are still on the list',
  },
} as const;
