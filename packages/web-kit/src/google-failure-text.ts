import { GOOGLE_FAILURE_WORDS, type GoogleFailure } from '@concert/contracts/auth/google-failures';

/** Words for a failed sign-in. Anybody can write an address, so an unknown reason is not repeated on the page. */
export function googleFailureText(reason: string): string {
  return Object.hasOwn(GOOGLE_FAILURE_WORDS, reason)
    ? GOOGLE_FAILURE_WORDS[reason as GoogleFailure]
    : 'The sign-in was not finished, please try again';
}
