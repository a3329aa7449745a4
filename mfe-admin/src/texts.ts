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
} as const;
