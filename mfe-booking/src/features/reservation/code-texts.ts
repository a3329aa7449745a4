/** The words of the code that proves an address. */
export const texts = {
  next: 'Next we mail you a code, which you type here: it needs no account and no password.',
  anotherWay: 'Sign in another way',
  heading: 'Type the code we mailed you',
  sentTo: (email: string) => `It is on its way to ${email}, usually within a minute. Look in your spam folder as well.`,
  link: 'The link in the mail does the same, on this device or another.',
  unheld: 'Many people are reserving at this moment: your seats are taken as soon as the code is typed.',
  over: 'The time to confirm these seats has run out, and they went back. Ask for a new code to hold them again.',
  gone: 'No seats are waiting for you: they are paid, or their time has run out and they went back. Your bookings show which.',
  submit: 'Go on to pay',
  entering: 'Taking you to the payment page ...',
  otherAddress: 'Use another address',
  signedIn: (email: string) => `You are signed in as ${email}`,
  failed: 'You are not on the payment page yet',
};
