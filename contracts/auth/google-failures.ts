/**
 * Why a Google sign-in failed (`reason` in `/login?google=failed&reason=…` after a popup, in `/?google=failed&reason=…` otherwise), and what
 * that means to a person: the `{message}` of the specified texts.
 */
export const GOOGLE_FAILURE_WORDS = {
  not_set_up: 'Sign in with Google is not set up on this site',
  unavailable: 'Google did not answer, please try again',
  denied: 'Google was not allowed to tell us who you are',
  expired: 'The sign-in took too long or was started elsewhere, please try again',
  refused: 'Google did not confirm who you are',
  unverified: 'Your email address is not verified at Google',
  not_fresh: 'Google did not ask you to sign in again, please try again',
  other_person: 'This is not the Google account you signed in with',
  taken: 'This email address belongs to another Google account here',
} as const;
export type GoogleFailure = keyof typeof GOOGLE_FAILURE_WORDS;
