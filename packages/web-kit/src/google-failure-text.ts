import { GOOGLE_FAILURE_WORDS, type GoogleFailure } from '@concert/contracts/auth/google-failures';

function isKnown(reason: string): reason is GoogleFailure {
  return Object.hasOwn(GOOGLE_FAILURE_WORDS, reason);
}

/** Words for a failure. An address can say anything, so a reason that is none of ours is not repeated. */
export function googleFailureText(reason: string): string {
  return isKnown(reason) ? GOOGLE_FAILURE_WORDS[reason] : 'The sign-in was not finished, please try again';
}
