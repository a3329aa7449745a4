/** The words of the sign-up for the next date. */
export const nextDateTexts = {
  heading: 'The music goes on',
  text: 'This evening does not take place. The twelve pieces are here to be heard at any hour, and we will gladly tell you when there is a new date.',
  listen: 'Listen to the music',
  form: 'Tell me about the next date',
  email: 'Email',
  submit: 'Tell me about the next date',
  submitting: 'Writing you down',
  failed: 'You were not written down',
  sent: 'Please look into your mail',
  sentText: (email: string) => `We have written to ${email}. Open the link in the mail to confirm, and you will hear from us once, when there is a date.`,
} as const;

/** The words of the pages that the links of its mails open. */
export const nextDateLinkTexts = {
  confirm: {
    question: 'Shall we tell you about the next date?',
    questionText: 'One press, and we will write to you once, when there is a new date.',
    submit: 'Yes, tell me',
    busy: 'Writing you down',
    done: 'We will tell you',
    doneText: 'You will hear from us once, when there is a date.',
    failed: 'You were not written down',
  },
  leave: {
    question: 'Shall we take your address off the list?',
    questionText: 'You will not hear of the next date from us, and your address is deleted.',
    submit: 'Take me off the list',
    busy: 'Taking you off the list',
    done: 'Your address is deleted',
    doneText: 'You will not hear of the next date from us.',
    failed: 'You are still on the list',
  },
} as const;
