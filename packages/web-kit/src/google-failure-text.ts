import { GOOGLE_FAILURE_WORDS, type GoogleFailure } from '@concert/contracts/auth/google-failures';

function isKnown(reason: string): reason is GoogleFailure {
  return Object.hasOwn(GOOGLE_FAILURE_WORDS, reason);
}

/** Words for a failed sign-in. Anybody can write an address, so an unknown reason is not repeated on the page. */
export function googleFailureText(reason: string): string {
  return isKnown(reason) ? GOOGLE_FAILURE_WORDS[reason] : 'The sign-in was not finished, please try again';
}
