/** The words of the code that proves an address. */
export const texts = {
  next: 'Next we email you a code, which you type here: it needs no account and no password.',
  anotherWay: 'Sign in another way',
  heading: 'Type the code we emailed you',
  sentTo: (email: string) => `It is on its way to ${email}, usually within a minute. Look in your spam folder as well.`,
  link: 'The link in the email signs you in as well. On another device you see your held seats and enter your name and phone number again.',
  unheld: 'Many people are reserving at this moment: your seats are held as soon as you type the code.',
  over: 'The time to confirm these seats has run out, and they were released. Ask for a new code to hold them again.',
  submit: 'Go on to pay',
  entering: 'Taking you to the payment page ...',
  confirmed: 'Confirmed. You are paying in another window',
  confirmedText: 'You opened the link there, and your seats are held there. You can also pay in this window.',
  goOnHere: 'Go on here',
  otherAddress: 'Use another address',
  signedIn: (email: string) => `You are signed in as ${email}`,
  held: {
    title: 'Seats are held for you',
    line: (seats: string, amount: string, name: string, until: string) => `${seats}, ${amount}, in the name of ${name}, until ${until}.`,
    next: 'They are yours once you reserve them below, with your own name and phone number. If this was not you, choose what you like: these are released automatically.',
  },
  failed: 'You are not on the payment page yet',
};
