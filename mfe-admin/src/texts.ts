/** The words that more than one of the organisers' screens says; a screen's own stand beside it, in `features/<feature>/texts.ts`. */
export const texts = {
  loading: 'Loading the page',
  login: 'Sign in',
  home: 'Go to the home page',
  signedOut: (purpose: string) => `Please sign in to ${purpose}.`,
  signedOutHint: 'This page is for the concert’s organisers.',
  refused: 'Your account may not use this page',
  refusedText: (email: string, needs: string) =>
    `You are signed in as ${email}. This page is for ${needs}; ask an admin of the concert if you should have it.`,
  needs: { door: 'helpers at the door', organiser: 'organisers', admin: 'admins' },
  aRole: { buyer: 'a buyer', door: 'a door helper', organiser: 'an organiser', admin: 'an admin' },
  start: {
    label: 'Which of the two',
    never: 'This time does not exist: the clocks go forward that day. Choose an earlier or a later one',
    twice: 'This time comes twice: the clocks go back that day. Choose the first or the second',
    choose: 'Choose one',
    which: (index: number, zone: string) => `${index === 0 ? 'The first' : 'The second'} (${zone})`,
  },
  confirm: (words: string) => `Type ${words} to confirm`,
  mismatch: (words: string) => `Please type ${words}, letter for letter.`,
} as const;
